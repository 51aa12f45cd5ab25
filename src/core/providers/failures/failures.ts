import type { ProviderFailure } from "../provider";
import {
  ACCESS,
  BYTES,
  DROPPED,
  NEVER_REACHED,
  OUTPUT_TOO_LARGE,
  OVERFLOW,
  OVERLOADED,
  PAGE_DECORATION,
  PER_TIME,
  QUOTA,
  RESET,
  SAYS_NOTHING,
  THINKING,
  THROTTLED,
  UNSUPPORTED,
} from "./failure-patterns";
import { plainWords } from "./plain-words";
import { NAMED_FIELD, readSizeClaim } from "./size-claim";
import { statedNumbers, statedOutputCap, statedStatus, withoutStatus } from "./stated-numbers";
import { statedWaitMs } from "./stated-wait";

/** The known facts about a refused or failed request. */
export interface FailedRequest {
  readonly status?: number;
  readonly message: string;
  /** The provider's error type or code, or the system's (`ECONNREFUSED`). */
  readonly code?: string;
  /** From the `retry-after` headers; a wait stated in the text is read here. */
  readonly retryAfterMs?: number;
  readonly requestTokens?: number;
  readonly windowTokens?: number;
  readonly messageCount?: number;
}

/** A refusal without a reason counts as overflow only when the request filled this share of the window. */
const LARGE_WHEN_REFUSED = 0.4;
/** A connection that drops has many causes, so the request must have been larger still. */
const LARGE_WHEN_DROPPED = 0.6;
/** Used in place of the share where tokens were not counted. */
const MANY_MESSAGES = 80;
/** Error pages can be long; their beginning holds the reason, and matching stays cheap. */
const READ_CHARS = 4_000;
/** A text longer than this gives some reason. */
const SILENT_CHARS = 80;

/**
 * Error texts are read in this folder and nowhere else. The order is the rule: throttling words win over overflow
 * words, stated numbers win over words, and a refusal without any reason is judged by the size of the request.
 */
export function classifyFailure(error: FailedRequest): ProviderFailure {
  // A code of digits would be read as a size.
  const code = /^\d+$/.test(error.code ?? "") ? "" : (error.code ?? "");
  const message = withoutStatus(String(error.message ?? ""));
  const text = plainWords(`${code} ${message}`.slice(0, READ_CHARS));
  const status = error.status ?? statedStatus(error.message ?? "");
  return (
    fromQuota(text, status, error) ??
    fromThrottling(text, status, error) ??
    fromAccess(text, status) ??
    fromBusyServer(text, status, error) ??
    fromThinking(text) ??
    fromUnsupported(text, status) ??
    fromOutputClaim(text, status) ??
    fromNumbers(text) ??
    fromPayload(text, status) ??
    fromOutputWords(text) ??
    fromOverflowWords(text) ??
    fromInputClaim(text, status) ??
    fromServer(text, status, error) ??
    fromConnection(text, status, error) ??
    fromSilence(text, status, error)
  );
}

function fromQuota(text: string, status: number | undefined, error: FailedRequest): ProviderFailure | undefined {
  if (status !== 402 && !QUOTA.test(text)) return undefined;
  if (status !== undefined && status >= 500) return undefined;
  return RESET.test(text) || PER_TIME.test(text) || error.retryAfterMs !== undefined
    ? { kind: "rate-limited", ...waitOf(text, error) }
    : { kind: "rejected", status: status ?? 402 };
}

function fromThrottling(text: string, status: number | undefined, error: FailedRequest): ProviderFailure | undefined {
  return status === 429 || THROTTLED.test(text) ? { kind: "rate-limited", ...waitOf(text, error) } : undefined;
}

function fromAccess(text: string, status: number | undefined): ProviderFailure | undefined {
  if (status === 401 || status === 403) return { kind: "unauthorized" };
  return (status === undefined || status === 400) && ACCESS.test(text) ? { kind: "unauthorized" } : undefined;
}

/**
 * A failing server may use any words. The text of a plain 500 is examined further: llama.cpp and gateways answer a
 * prompt that is too long with it.
 */
const fromBusyServer = (text: string, status: number | undefined, error: FailedRequest): ProviderFailure | undefined =>
  status === 408 || (status !== undefined && status > 500) ? { kind: "overloaded", ...waitOf(text, error) } : undefined;

const fromThinking = (text: string): ProviderFailure | undefined =>
  THINKING.test(text) ? { kind: "bad-thinking" } : undefined;

const fromUnsupported = (text: string, status: number | undefined): ProviderFailure | undefined =>
  UNSUPPORTED.test(text) ? { kind: "rejected", status: status ?? 400 } : undefined;

/** Stated numbers decide by arithmetic: where the input alone fits, the reply must be shorter, not the conversation. */
function fromNumbers(text: string): ProviderFailure | undefined {
  const cap = statedOutputCap(text);
  if (cap !== undefined) return { kind: "output-cap", availableTokens: cap };
  const { window, input, output } = statedNumbers(text);
  if (window === undefined || input === undefined || COUNTS_CHARACTERS.test(text)) return undefined;
  if (input >= window) return { kind: "overflow", limitTokens: window };
  if (output === undefined || input + output <= window) return undefined;
  return { kind: "output-cap", availableTokens: window - input, windowTokens: window };
}

/** Only the reply is said to be too long. Other refusals of a server that fails are judged by its status. */
function fromOutputClaim(text: string, status: number | undefined): ProviderFailure | undefined {
  const claim = isRefusal(status) ? readSizeClaim(text) : undefined;
  if (claim?.subject !== "output" || claim.limit === undefined) return undefined;
  return (claim.amount ?? Infinity) >= claim.limit
    ? { kind: "output-cap", availableTokens: claim.limit }
    : { kind: "output-cap" };
}

/** The prompt is said to be larger than a stated limit, in words that no pattern knows. */
function fromInputClaim(text: string, status: number | undefined): ProviderFailure | undefined {
  const claim = isRefusal(status) ? readSizeClaim(text) : undefined;
  return claim === undefined || claim.subject === "output" || claim.limit === undefined ? undefined : overflow(text);
}

const isRefusal = (status: number | undefined): boolean => status === undefined || (status >= 400 && status <= 500);

function fromPayload(text: string, status: number | undefined): ProviderFailure | undefined {
  if (status === 413)
    return /token/.test(text) || (OVERFLOW.test(text) && !BYTES.test(text))
      ? overflow(text)
      : { kind: "payload-too-large" };
  const isPicture = /image exceeds|image.{0,40}too large/.test(text);
  const isTooLarge = /too large|exceed|maximum size|(?:larger|bigger|greater) than/.test(text);
  return isPicture || (BYTES.test(text) && isTooLarge && !/token|context/.test(text))
    ? { kind: "payload-too-large" }
    : undefined;
}

const fromOutputWords = (text: string): ProviderFailure | undefined =>
  OUTPUT_TOO_LARGE.test(text) ? { kind: "output-cap" } : undefined;

const fromOverflowWords = (text: string): ProviderFailure | undefined =>
  OVERFLOW.test(text) && !NAMED_FIELD.test(text) ? overflow(text) : undefined;

function fromServer(text: string, status: number | undefined, error: FailedRequest): ProviderFailure | undefined {
  const isServer =
    status === undefined ? OVERLOADED.test(text) && !NEVER_REACHED.test(text) && !DROPPED.test(text) : status === 500;
  return isServer ? { kind: "overloaded", ...waitOf(text, error) } : undefined;
}

function fromConnection(text: string, status: number | undefined, error: FailedRequest): ProviderFailure | undefined {
  if (status !== undefined) return undefined;
  if (NEVER_REACHED.test(text)) return { kind: "disconnected" };
  return DROPPED.test(text) && fills(error, LARGE_WHEN_DROPPED) ? { kind: "overflow" } : { kind: "disconnected" };
}

function fromSilence(text: string, status: number | undefined, error: FailedRequest): ProviderFailure {
  // A page repeats its title as its heading.
  const words = text
    .replace(PAGE_DECORATION, " ")
    .replace(/(\b\d{3} [a-z ]+?)\s{2,}\1/, "$1")
    .trim();
  const saysNothing =
    (words.length <= SILENT_CHARS && SAYS_NOTHING.test(words)) || /provider returned error|\(no body\)/.test(text);
  if (status === 400 && saysNothing && fills(error, LARGE_WHEN_REFUSED)) return { kind: "overflow" };
  return { kind: "rejected", status: status ?? 0 };
}

function fills(error: FailedRequest, share: number): boolean {
  const { requestTokens, windowTokens, messageCount } = error;
  if (requestTokens === undefined || windowTokens === undefined) return (messageCount ?? 0) > MANY_MESSAGES;
  return requestTokens > share * windowTokens;
}

/** A limit on one string is in characters and says nothing about the window. */
const COUNTS_CHARACTERS = /string_above_max_length|string too long/;

function overflow(text: string): ProviderFailure {
  const limitTokens = COUNTS_CHARACTERS.test(text) ? undefined : plausibleWindow(text);
  return limitTokens === undefined ? { kind: "overflow" } : { kind: "overflow", limitTokens };
}

/** The stated window, unless the stated request would have fitted into it. */
function plausibleWindow(text: string): number | undefined {
  const { window, input } = statedNumbers(text);
  const claim = readSizeClaim(text);
  if (window !== undefined && window !== claim?.amount)
    return input === undefined || input >= window ? window : undefined;
  return claim?.limit !== undefined && (claim.amount ?? Infinity) >= claim.limit ? claim.limit : undefined;
}

function waitOf(text: string, error: FailedRequest): { readonly retryAfterMs?: number } {
  const retryAfterMs = error.retryAfterMs ?? statedWaitMs(text);
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}
