import { redactSecrets } from "../../redact/secrets";
import type { Summarize, SummaryRequest } from "../engine";
import { SummaryError } from "../engine";
import { stopIfAborted, untilAborted } from "../stop";
import type { SummaryInputs } from "./summary-request";
import { buildSummaryRequest, chunkTurns } from "./summary-request";

export type SummaryResult =
  | { readonly kind: "summary"; readonly text: string }
  | { readonly kind: "failed"; readonly cause: SummaryError["kind"]; readonly reason: string };

/**
 * The middle as one summary: a call per chunk, each updating the one before. Where a call fails the next
 * summarizer gets it, once; a stop rejects with an AbortError.
 */
export async function summarizeFold(
  inputs: SummaryInputs,
  summarizers: readonly Summarize[],
  signal: AbortSignal,
): Promise<SummaryResult> {
  let previous = inputs.plan.previousSummary;
  for (const chunk of chunkTurns(inputs)) {
    const result = await tryEach(buildSummaryRequest(inputs, chunk, previous), summarizers, signal);
    if (result.kind === "failed") return result;
    previous = result.text;
  }
  return previous === undefined
    ? { kind: "failed", cause: "unusable", reason: "There was nothing to summarize." }
    : { kind: "summary", text: previous };
}

async function tryEach(
  request: SummaryRequest,
  summarizers: readonly Summarize[],
  signal: AbortSignal,
): Promise<SummaryResult> {
  let failed: SummaryResult = { kind: "failed", cause: "no-provider", reason: "No model can write a summary." };
  for (const summarize of summarizers) {
    const result = await tryOne(request, summarize, signal);
    if (result.kind === "summary") return result;
    failed = result;
  }
  return failed;
}

async function tryOne(request: SummaryRequest, summarize: Summarize, signal: AbortSignal): Promise<SummaryResult> {
  stopIfAborted(signal);
  try {
    const text = await untilAborted(Promise.resolve(summarize(request, signal)), signal);
    const flaw = flawOf(text);
    return flaw === undefined
      ? { kind: "summary", text: redactSecrets(text.trim()) }
      : { kind: "failed", cause: "unusable", reason: flaw };
  } catch (error) {
    stopIfAborted(signal);
    const cause = error instanceof SummaryError ? error.kind : "transient";
    return { kind: "failed", cause, reason: error instanceof Error ? error.message : String(error) };
  }
}

const REFUSAL =
  /^(?:i['’]?m sorry|i am sorry|sorry,|i can(?:['’]t|not| not)\b|i['’]?m (?:unable|not able)|i am (?:unable|not able)|as an ai\b|i won['’]t\b)/i;
const TOOL_CALL = /^(?:<(?:tool_call|function_calls?|invoke)\b|\{\s*"(?:name|tool|tool_calls|function)"\s*:)/;

/** Why an answer cannot stand for the conversation; undefined where it can. */
function flawOf(text: unknown): string | undefined {
  if (typeof text !== "string" || text.trim() === "") return "The summary was empty.";
  const start = text.trimStart();
  if (REFUSAL.test(start) && !start.includes("## ")) return "The model refused to write a summary.";
  return TOOL_CALL.test(start) ? "The model called a tool instead of writing a summary." : undefined;
}
