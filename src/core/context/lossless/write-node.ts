import { isStop, stopIfAborted, untilAborted } from "../../base/abort";
import { sentenceOf } from "../../base/sentence-error";
import type { Message } from "../../conversation/message";
import { stripSummaryMarkers } from "../../conversation/render";
import { redactSentence } from "../../redact/redacted-sentence";
import { redactSecrets } from "../../redact/secrets";
import { estimateTextTokens } from "../../tokens/estimate";
import type { Summarize, SummaryRequest } from "../engine";
import { SummaryError } from "../engine";
import { bounded } from "../summary/rendered-turns";
import type { Writing } from "./dag";
import { AGGRESSIVE_FACTOR } from "./limits";
import type { NodePrompt } from "./prompts";

/** Everything needed to write the text of one node. Its words, prompt included, are already free of secrets. */
export interface NodeDraft {
  readonly source: string;
  readonly sourceTokens: number;
  readonly targetTokens: number;
  readonly truncatedTokens: number;
  readonly folded: readonly Message[];
  readonly previousSummary?: string;
  readonly focusTopic?: string;
  prompt(targetTokens: number, writing: Exclude<Writing, "deterministic">): NodePrompt;
}

export interface WrittenNode {
  readonly text: string;
  readonly tokens: number;
  readonly writing: Writing;
  /** Why the summarizer gave nothing; absent where it answered, be it uselessly. */
  readonly failure?: SummaryError;
}

/** An answer this much over what any node may measure is no summary, however large its source. */
const OVERRUN_FACTOR = 2;
/** Below this a truncation says nothing at all. */
const LEAST_CHARS = 80;

/** Replaces the model where the user chose to do without one: code then cuts every node. */
export const refuseToSummarize: Summarize = async () => "";

/** Normal, then terse, then cut by code: the last one needs no model, so writing always ends with something smaller. */
export async function writeNode(draft: NodeDraft, summarize: Summarize, signal: AbortSignal): Promise<WrittenNode> {
  let failure: SummaryError | undefined;
  for (const writing of ["normal", "aggressive"] as const) {
    const targetTokens = writing === "normal" ? draft.targetTokens : Math.ceil(draft.targetTokens * AGGRESSIVE_FACTOR);
    const answer = await ask(requestFor(draft, targetTokens, writing), summarize, signal);
    if (answer instanceof SummaryError) {
      failure = answer;
      if (!isWorthAnotherTry(answer)) break;
      continue;
    }
    failure = undefined;
    const text = stripSummaryMarkers(redactSecrets(answer));
    const tokens = estimateTextTokens(text);
    if (text !== "" && tokens < draft.sourceTokens && tokens <= Math.max(draft.targetTokens, 256) * OVERRUN_FACTOR)
      return { text, tokens, writing };
  }
  return { ...truncate(draft), writing: "deterministic", ...(failure === undefined ? {} : { failure }) };
}

function requestFor(
  draft: NodeDraft,
  targetTokens: number,
  writing: Exclude<Writing, "deterministic">,
): SummaryRequest {
  const { system, prompt } = draft.prompt(targetTokens, writing);
  return {
    kind: draft.previousSummary === undefined ? "first" : "update",
    system,
    prompt,
    targetTokens,
    folded: draft.folded,
    ...(draft.focusTopic === undefined ? {} : { focusTopic: draft.focusTopic }),
    ...(draft.previousSummary === undefined ? {} : { previousSummary: draft.previousSummary }),
  };
}

async function ask(request: SummaryRequest, summarize: Summarize, signal: AbortSignal): Promise<string | SummaryError> {
  try {
    stopIfAborted(signal);
    return await untilAborted(summarize(request, signal), signal);
  } catch (error) {
    if (isStop(error, signal)) throw error;
    const kind = error instanceof SummaryError ? error.kind : "transient";
    return new SummaryError(redactSentence(sentenceOf(error)), kind, { cause: error });
  }
}

const isWorthAnotherTry = (failure: SummaryError): boolean =>
  failure.kind === "transient" || failure.kind === "unusable";

function truncate(draft: NodeDraft): { readonly text: string; readonly tokens: number } {
  const { source } = draft;
  const wanted = Math.min(draft.truncatedTokens, Math.ceil(draft.sourceTokens * 0.9));
  let chars = Math.min(source.length, wanted * 4);
  let text = bounded(source, chars);
  while (estimateTextTokens(text) > wanted && chars > LEAST_CHARS) {
    chars = Math.floor(chars * 0.8);
    text = bounded(source, chars);
  }
  return { text, tokens: estimateTextTokens(text) };
}
