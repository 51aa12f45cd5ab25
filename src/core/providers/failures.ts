import type { ProviderFailure } from "./provider";

/** What is known of a refused or broken request. */
export interface FailedRequest {
  readonly status?: number;
  readonly message: string;
  /** The provider's error type or code, or the system's (`ECONNREFUSED`). */
  readonly code?: string;
  /** From the `retry-after` headers; what the text says about waiting is read here. */
  readonly retryAfterMs?: number;
  readonly requestTokens?: number;
  readonly windowTokens?: number;
  readonly messageCount?: number;
}

/** A refusal without a reason counts as overflow only when the request filled this share of the window. */
const LARGE_WHEN_REFUSED = 0.4;
/** A connection that drops has many causes, so the request must have been larger still. */
const LARGE_WHEN_DROPPED = 0.6;
/** Stands in for the share where nobody counted tokens. */
const MANY_MESSAGES = 80;
/** Error pages can be long; what matters stands at their beginning, and matching stays cheap. */
const READ_CHARS = 4_000;
/** A text longer than this gives some reason. */
const SILENT_CHARS = 80;
/** Smaller numbers in an error text are indices, versions or counts, never a window. */
const SMALLEST_LIMIT_TOKENS = 256;

/**
 * The one place where error texts are read. The order is the rule: throttling words win over overflow words, stated
 * numbers win over words, and a refusal without any reason is judged by the size of the request.
 */
export function classifyFailure(error: FailedRequest): ProviderFailure {
  const text = `${error.code ?? ""} ${error.message ?? ""}`.slice(0, READ_CHARS).toLowerCase();
  const status = error.status ?? statedStatus(error.message ?? "");
  return (
    fromQuota(text, status, error) ??
    fromThrottling(text, status, error) ??
    fromAccess(text, status) ??
    fromBusyServer(text, status, error) ??
    fromThinking(text) ??
    fromUnsupported(text, status) ??
    fromNumbers(text) ??
    fromPayload(text, status) ??
    fromOutputWords(text) ??
    fromOverflowWords(text) ??
    fromServer(text, status, error) ??
    fromConnection(text, status, error) ??
    fromSilence(text, status, error)
  );
}

/** Patterns side by side; each reads on its own, one pass tries them all. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map((pattern) => pattern.source).join("|"));
}

const QUOTA = anyOf(
  /insufficient[_ ]quota/,
  /exceeded your current quota/,
  /quota (?:has been )?exceeded/,
  /quota exceeded/,
  /billing/,
  /credit balance/,
  /insufficient (?:balance|credits|funds)/,
  /requires more credits/,
  /payment required/,
  /usage[_ ]limit/,
  /spending limit/,
  /(?:daily|weekly|monthly)(?: \w+)? limit/,
  /key limit exceeded/,
  /out of credits/,
  /余额不足/,
  /欠费/,
  /额度/,
  /配额/,
  /账户.*充值/,
);
const THROTTLED = anyOf(
  /rate[_ -]?limit/,
  /too many requests/,
  /throttl/,
  /tokens? per (?:min|day|second|hour)/,
  /requests? per (?:min|day|second|hour)/,
  /\b[tr]p[md]\b/,
  /too many tokens, please wait/,
  /resource[_ ]exhausted/,
  /concurrency limit/,
  /请求过于频繁/,
  /限流/,
  /速率限制/,
  /频率/,
  /并发/,
  /访问量过大/,
);
const RESET =
  /reset|try again (?:in|at|after)|retry (?:in|after)|retrydelay|wait \d|重置|恢复|\d+ ?(?:秒|分钟|小时|天)后/;
const ACCESS = anyOf(
  /invalid (?:x-)?api[ _-]?key/,
  /incorrect api key/,
  /api key (?:not valid|is invalid|expired)/,
  /invalid_api_key/,
  /authentication[_ ](?:error|fails|failed)/,
  /unauthorized/,
  /no auth credentials/,
  /token (?:is )?(?:expired|invalid)/,
  /permission_error/,
  /无效的令牌/,
  /令牌.*(?:无效|过期)/,
  /身份验证/,
  /鉴权失败/,
  /api ?key.*(?:无效|错误|不正确)/,
);
const THINKING = anyOf(
  /invalid `?signature`?/,
  /`?signature`? in `?thinking/,
  /thinking.{0,80}signature/,
  /signature.{0,40}thinking/,
  /thinking`? (?:or `redacted_thinking`? )?blocks?.{0,60}(?:cannot be modified|must remain|must match)/,
  /must start with a thinking block/,
  /expected `?thinking`? or `?redacted_thinking/,
  /encrypted[_ ]content.{0,80}(?:could not be|cannot be|invalid|verif|decrypt)/,
  /invalid_encrypted_content/,
  /without its required '?reasoning/,
  /required following item/,
  /thought[_ ]signature/,
  /redacted_thinking.{0,60}(?:could not|cannot|invalid|verif|decrypt)/,
);
const UNSUPPORTED = anyOf(
  /unsupported[_ ](?:parameter|value)/,
  /is not supported with this model/,
  /unknown parameter/,
  /unrecognized request argument/,
  /extra inputs are not permitted/,
  /not support(?:ed)? the parameter/,
  /不支持.*参数/,
);
/** Only the room asked for the reply is at fault, said without numbers to reckon with. */
const OUTPUT_TOO_LARGE = anyOf(
  /max_(?:completion_|output_|new_)?tokens[`']? (?:is |was )?too (?:large|high|big)/,
  /(?:input|prompt)[^.+]{0,40}(?:\+|and|plus)[^.+]{0,24}max_(?:completion_|output_|new_)?tokens[^.]{0,24}(?:exceed|>|larger than)/,
  /max_(?:completion_|output_|new_)?tokens[^.+]{0,24}(?:\+|and|plus)[^.+]{0,24}(?:input|prompt)[^.]{0,24}(?:exceed|>|larger than)/,
);
const OVERFLOW = anyOf(
  /context[_ ]length[_ ]exceeded/,
  /context_window_exceeded/,
  /model_max_prompt_tokens_exceeded/,
  /string_above_max_length/,
  /prompt (?:\(\d+ tokens\) )?(?:is )?too long/,
  /prompt tokens too long/,
  /input (?:is )?too long/,
  /(?:maximum|max|model'?s?) context (?:length|window|size)/,
  /maximum prompt length/,
  /exceed(?:s|ed|ing)?\b.{0,60}(?:context|token limit|max(?:imum)? (?:number of )?(?:input )?tokens|maximum length|input limit)/,
  /context (?:window|length|size|limit)\b.{0,40}(?:exceed|overflow|exhaust|full|too small)/,
  /(?:longer|larger|greater|bigger) than the (?:model'?s? )?(?:context|maximum)/,
  /context the overflows/,
  /context overflow/,
  /n_ctx/,
  /max_seq_len/,
  /max message tokens/,
  /max_(?:completion_)?tokens must be at least 1, got -/,
  /too many (?:input )?tokens/,
  /too large for model/,
  /token count.{0,40}exceeds/,
  /range of input length/,
  /must have less than \d+ tokens/,
  /context length of only \d/,
  /(?:conversation|messages?|history) (?:is |are )?too long/,
  /token limit (?:has been |was |is )?(?:exceeded|reached)/,
  /max(?:imum)? (?:number of )?(?:input )?tokens (?:has been |was |were |is )?exceeded/,
  /input token limit/,
  /total (?:number of )?tokens.{0,24}exceed/,
  /input (?:\(\d+ tokens\) )?is too large to process/,
  /kv[ _-]?cache.{0,24}(?:full|exhaust|no space|too small)|(?:no|find) space in the kv[ _-]?cache/,
  /reduce the length of (?:the|your) (?:messages|prompt|input)/,
  /request too large.{0,40}token/,
  /上下文.{0,12}(?:超|过长|限制)/,
  /(?:输入|请求|提示词?|prompt|消息|内容).{0,12}(?:过长|超长|太长|超出|超过)/,
  /超.{0,8}(?:最大|上下文).{0,6}(?:长度|token)/,
  /tokens?.{0,10}(?:超限|超出|超过)/,
);
const BYTES =
  /\bbytes?\b|total message size|\b[km]i?b\b|entity too large|payload|body (?:is )?too large|maximum size|request_too_large|请求体/;
const OVERLOADED = anyOf(
  /overloaded/,
  /api_error/,
  /server_error/,
  /internal[_ ](?:server[_ ])?error/,
  /service[_ ]unavailable/,
  /bad gateway/,
  /gateway time-?out/,
  /temporarily unavailable/,
  /at capacity/,
  /model is (?:currently )?loading/,
  /timed? ?out/,
  /upstream/,
  /服务.{0,8}(?:繁忙|不可用)/,
  /系统繁忙/,
  /稍后/,
);
const NEVER_REACHED =
  /econnrefused|enotfound|eai_again|connection refused|getaddrinfo|no such host|host not found|could not resolve|name or service not known|dns|ehostunreach|enetunreach|certificate|err_invalid_url/;
const DROPPED = anyOf(
  /econnreset/,
  /epipe/,
  /socket hang ?up/,
  /socket closed/,
  /broken pipe/,
  /server disconnected/,
  /peer closed/,
  /incomplete (?:chunked|message|envelope)/,
  /remoteprotocolerror/,
  /connection aborted/,
  /terminated/,
  /other side closed/,
  /premature close/,
  /connection error/,
  /connection (?:was )?(?:closed|lost|reset|dropped)/,
  /fetch failed/,
  /network error/,
  /stream ended/,
  /went silent/,
  /und_err/,
  /unexpected end/,
  /unexpected token/,
  /not valid json/,
  /in json/,
);
const SAYS_NOTHING =
  /^\W*(?:\d{3})?\W*(?:invalid_request_error\W+)?(?:status code)?\W*(?:no body|bad request|bad_request|provider returned error|error|invalid_request_error|invalid request|null|undefined|unknown|\{\})?\W*(?:error|\(no body\))?\W*$/;

function fromQuota(text: string, status: number | undefined, error: FailedRequest): ProviderFailure | undefined {
  if (status !== 402 && !QUOTA.test(text)) return undefined;
  if (status !== undefined && status >= 500) return undefined;
  return RESET.test(text) || error.retryAfterMs !== undefined
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

/** A server in trouble quotes all sorts of words. A plain 500 is read on: llama.cpp and gateways refuse a prompt that is too long with it. */
const fromBusyServer = (text: string, status: number | undefined, error: FailedRequest): ProviderFailure | undefined =>
  status === 408 || (status !== undefined && status > 500) ? { kind: "overloaded", ...waitOf(text, error) } : undefined;

const fromThinking = (text: string): ProviderFailure | undefined =>
  THINKING.test(text) ? { kind: "bad-thinking" } : undefined;

const fromUnsupported = (text: string, status: number | undefined): ProviderFailure | undefined =>
  UNSUPPORTED.test(text) ? { kind: "rejected", status: status ?? 400 } : undefined;

/** Stated numbers decide by arithmetic: what fits without its output needs a smaller output, not a smaller conversation. */
function fromNumbers(text: string): ProviderFailure | undefined {
  const cap = statedOutputCap(text);
  if (cap !== undefined) return { kind: "output-cap", availableTokens: cap };
  const { window, input, output } = statedNumbers(text);
  if (window === undefined || input === undefined || output === undefined || input + output <= window) return undefined;
  if (input >= window) return { kind: "overflow", limitTokens: window };
  return { kind: "output-cap", availableTokens: window - input, windowTokens: window };
}

function fromPayload(text: string, status: number | undefined): ProviderFailure | undefined {
  if (status === 413)
    return /token/.test(text) || (OVERFLOW.test(text) && !BYTES.test(text))
      ? overflow(text)
      : { kind: "payload-too-large" };
  const isPicture = /image exceeds|image.{0,40}too large/.test(text);
  return isPicture || (BYTES.test(text) && /too large|exceed|maximum size/.test(text) && !/token|context/.test(text))
    ? { kind: "payload-too-large" }
    : undefined;
}

const fromOutputWords = (text: string): ProviderFailure | undefined =>
  OUTPUT_TOO_LARGE.test(text) ? { kind: "output-cap" } : undefined;

const fromOverflowWords = (text: string): ProviderFailure | undefined =>
  OVERFLOW.test(text) ? overflow(text) : undefined;

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
  const saysNothing =
    (text.length <= SILENT_CHARS && SAYS_NOTHING.test(text.trim())) || /provider returned error|\(no body\)/.test(text);
  if (status === 400 && saysNothing && fills(error, LARGE_WHEN_REFUSED)) return { kind: "overflow" };
  return { kind: "rejected", status: status ?? 0 };
}

function fills(error: FailedRequest, share: number): boolean {
  const { requestTokens, windowTokens, messageCount } = error;
  if (requestTokens === undefined || windowTokens === undefined) return (messageCount ?? 0) > MANY_MESSAGES;
  return requestTokens > share * windowTokens;
}

function overflow(text: string): ProviderFailure {
  const { window, input } = COUNTS_CHARACTERS.test(text) ? NO_NUMBERS : statedNumbers(text);
  const isPlausible = window !== undefined && (input === undefined || input >= window);
  return isPlausible ? { kind: "overflow", limitTokens: window } : { kind: "overflow" };
}

interface StatedNumbers {
  readonly window: number | undefined;
  readonly input: number | undefined;
  readonly output: number | undefined;
}

const NO_NUMBERS: StatedNumbers = { window: undefined, input: undefined, output: undefined };
/** A limit on one string is in characters and says nothing about the window. */
const COUNTS_CHARACTERS = /string_above_max_length|string too long/;

const N = "(\\d[\\d,_]*)";
const SUM = new RegExp(`${N} ?\\+ ?${N} ?> ?${N}`);
const WINDOW = [
  `(?:maximum|max|model'?s?) (?:context|prompt) (?:length|window|size)(?: of the model)?(?: is| of|:)?(?: only)? ?${N}`,
  `context (?:length|window|size|limit)(?: is| of|:)?(?: only)? ?\\(?${N}`,
  `${N} maximum context length`,
  `tokens? ?> ?${N}`,
  `maximum (?:number of )?(?:input )?tokens(?: allowed)? ?\\(?${N}`,
  `(?:token|input)? ?limit(?: of|:| is)? ?${N}`,
  `maximum (?:model )?length(?: of)? ?${N}`,
  `max(?:imum)? size:? ${N} tokens`,
  `(?:n_ctx|max_seq_len):? ?\\(?${N}`,
  `must be <= ${N}`,
  `less than ${N} tokens`,
  `cannot exceed ${N}`,
  `range of input length should be \\[\\d+, ?${N}\\]`,
  `(?:最大|上限|限制)[^\\d]{0,12}${N}`,
].map((source) => new RegExp(source));
const INPUT = [
  `prompt is too long:? ${N}`,
  `${N} (?:input tokens|tokens from the input|of text input|in the messages)`,
  `(?:input|request|prompt) \\(${N} tokens\\)`,
  `(?:messages|input|request|prompt)[^.]{0,24}?(?:resulted in|contains|has|length|of) ${N}`,
  `given: ${N}`,
  `(?:n_keep|prompt_tokens):? ?\\(?${N}`,
  `token count ?(?:of|\\() ?${N}`,
  `received ${N}`,
].map((source) => new RegExp(source));
const OUTPUT = [
  `${N} (?:in the completion|in the output|output tokens|tokens for the completion|\`max_new_tokens\`)`,
  `(?:max_tokens|max_completion_tokens|max_output_tokens)'? is too large: ${N}`,
  `plus ${N} 'max_tokens'`,
].map((source) => new RegExp(source));
/** Tool schemas are stated apart from the messages and count as input too. */
const MORE_INPUT = [`${N} in the functions`, `${N} of tool input`, `${N} of image input`].map(
  (source) => new RegExp(source),
);
const OUTPUT_CAP = [
  `max_tokens: \\d+ > ${N}, which is the maximum allowed number of output tokens`,
  `supports at most ${N} (?:completion|output) tokens`,
  `valid range of max_tokens is \\[\\d+, ?${N}\\]`,
  `range of max_tokens should be \\[\\d+, ?${N}\\]`,
  `max_tokens.{0,40}(?:must be|should be|cannot be|不能).{0,30}(?:less than or equal to|at most|<=|greater than|超过|大于) ?[\`']?${N}`,
].map((source) => new RegExp(source));

function statedNumbers(text: string): StatedNumbers {
  const sum = SUM.exec(text);
  if (sum !== null) return { input: numberOf(sum[1]), output: numberOf(sum[2]), window: limitOf(numberOf(sum[3])) };
  const input = firstNumber(text, INPUT);
  const more = MORE_INPUT.reduce((total, pattern) => total + (firstNumber(text, [pattern]) ?? 0), 0);
  return {
    window: limitOf(firstNumber(text, WINDOW)),
    input: input === undefined ? undefined : input + more,
    output: firstNumber(text, OUTPUT),
  };
}

const statedOutputCap = (text: string): number | undefined => limitOf(firstNumber(text, OUTPUT_CAP));
const limitOf = (value: number | undefined): number | undefined =>
  value !== undefined && value >= SMALLEST_LIMIT_TOKENS ? value : undefined;

function firstNumber(text: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const found = numberOf(pattern.exec(text)?.[1]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function numberOf(digits: string | undefined): number | undefined {
  const value = Number((digits ?? "").replace(/[,_]/g, "") || NaN);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** SDKs and gateways put the status in front of the text: `529 {"type":"error", …}`. */
const statedStatus = (message: string): number | undefined =>
  numberOf(/^(?:error code: |http )?([45]\d\d)\b(?! tokens)/i.exec(message)?.[1]);

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  sec: 1_000,
  second: 1_000,
  秒: 1_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  分钟: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  小时: 3_600_000,
};
const WAIT =
  /(?:try again (?:in|after)|retry (?:in|after)|resets? (?:in|after)|retrydelay"?: ?"?|wait|请在?|等待) ?((?:\d+(?:\.\d+)? ?(?:ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|[smh]\b|[smh](?=\d)|秒|分钟|小时) ?)+)/;

function waitOf(text: string, error: FailedRequest): { readonly retryAfterMs?: number } {
  if (error.retryAfterMs !== undefined) return { retryAfterMs: error.retryAfterMs };
  const stated = WAIT.exec(text)?.[1];
  if (stated === undefined) return {};
  const parts = [...stated.matchAll(/(\d+(?:\.\d+)?) ?(ms|milliseconds?|[a-z]+|秒|分钟|小时)/g)];
  const total = parts.reduce(
    (sum, [, amount, unit = ""]) =>
      sum + Number(amount) * (unit.startsWith("mil") ? 1 : (UNIT_MS[unit] ?? UNIT_MS[unit.replace(/s$/, "")] ?? 0)),
    0,
  );
  return total > 0 ? { retryAfterMs: Math.ceil(total) } : {};
}
