import { stopIfAborted, untilAborted } from "../../base/abort";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { sentenceOf } from "../../base/sentence-error";
import { joinPattern, keepInBlock } from "../../base/text";
import type { Message } from "../../conversation/message";
import { redactSentence } from "../../redact/redacted-sentence";
import { redactSecrets } from "../../redact/secrets";
import { estimateTextTokens } from "../../tokens/estimate";
import type { Summarize, SummaryRequest } from "../engine";
import { SummaryError } from "../engine";
import { changesIn, mergeChanges } from "../summary/merge-changes";
import type { Turn } from "../summary/rendered-turns";
import type { FoldPlan } from "./plan";
import {
  CHANGES_GUIDE,
  EVIDENCE_INTRO,
  FIRST_TASK,
  focusTask,
  lengthTask,
  NOTES_PLACE,
  SAME_PREFIX_TASK,
  SAME_PREFIX_UPDATE,
  SECTION_GUIDE,
  SUMMARIZER_SYSTEM,
  UPDATE_TASK,
} from "./summary-prompt";

export interface SummaryInputs {
  readonly plan: FoldPlan;
  /** The folded messages. */
  readonly turns: readonly Turn[];
  /** Lines of facts code has taken; the summarizer sees pruned bodies and would miss them. */
  readonly evidence: readonly string[];
  readonly focusTopic?: string;
  /** The window of the model that summarizes. */
  readonly windowTokens: number;
  /** Hands the thread back for a moment: the prompts of a very long conversation together would freeze the editor. */
  yieldToHost(): Promise<void>;
}

export type SummaryResult =
  | { readonly kind: "summary"; readonly text: string }
  | { readonly kind: "failed"; readonly cause: SummaryError["kind"]; readonly reason: Sentence };

/** The middle as one summary: a call per chunk, each updating the one before. A stop rejects with an AbortError. */
export async function summarizeFold(
  inputs: SummaryInputs,
  summarize: Summarize,
  signal: AbortSignal,
): Promise<SummaryResult> {
  let previous = inputs.plan.previousSummary;
  for (const chunk of chunkTurns(inputs)) {
    await inputs.yieldToHost();
    const result = await summarizeChunk(buildSummaryRequest(inputs, chunk, previous), summarize, signal);
    if (result.kind === "failed") return result;
    const changes = previous === undefined ? undefined : changesIn(result.text);
    previous =
      previous === undefined || changes === undefined
        ? result.text
        : mergeChanges(previous, changes, inputs.plan.targetTokens);
  }
  return previous === undefined
    ? { kind: "failed", cause: "unusable", reason: sentence("there was nothing to summarize") }
    : { kind: "summary", text: previous };
}

async function summarizeChunk(
  request: SummaryRequest,
  summarize: Summarize,
  signal: AbortSignal,
): Promise<SummaryResult> {
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
    return { kind: "failed", cause, reason: redactSentence(sentenceOf(error)) };
  }
}

const REFUSAL = joinPattern(
  [
    String.raw`^(?:i['’]?m sorry|i am sorry|sorry,|i can(?:['’]t|not| not)\b|i['’]?m (?:unable|not able)|`,
    String.raw`i am (?:unable|not able)|as an ai\b|i won['’]t\b)`,
  ],
  "i",
);
const TOOL_CALL = /^(?:<(?:tool_call|function_calls?|invoke)\b|\{\s*"(?:name|tool|tool_calls|function)"\s*:)/;

/** Why an answer cannot replace the conversation; undefined where it can. */
function flawOf(text: unknown): Sentence | undefined {
  if (typeof text !== "string" || text.trim() === "") return sentence("the model gave an empty summary");
  const start = text.trimStart();
  if (REFUSAL.test(start) && !start.includes("## ")) return sentence("the model refused to write a summary");
  return TOOL_CALL.test(start) ? sentence("the model called a tool instead of writing a summary") : undefined;
}

/** One chunk of the middle: its rendered turns and the messages they show. */
interface TurnChunk {
  /** Each begins with a label, so that no two of them write the end of the block together. */
  readonly turns: readonly string[];
  /** The messages of the turns, without credentials. */
  readonly folded: readonly Message[];
  readonly foldedTokens: number;
  readonly size: "whole" | "part";
}

/** Of the window without the answer, this share may be turns, because our estimate may be off. */
const TURNS_SHARE = 0.7;
/** A window so small that less than this is left still gets something to read. */
const LEAST_CHUNK_TOKENS = 512;
/** What every prompt has beside notes, turns, and facts. */
const FIXED_PROMPT = SUMMARIZER_SYSTEM + SECTION_GUIDE + UPDATE_TASK;

/** The middle as one chunk, or oldest first in as many as the summary model's window demands. */
function chunkTurns(inputs: SummaryInputs): readonly TurnChunk[] {
  const { plan } = inputs;
  const room = roomForTurns(inputs);
  const chunks: { turns: string[]; folded: Message[]; foldedTokens: number }[] = [emptyChunk()];
  let used = 0;
  inputs.turns.forEach((turn, index) => {
    const isLaterNotes = turn.pruned.role === "summary" && index > 0;
    const text = isLaterNotes ? NOTES_PLACE : turn.quoted;
    const tokens = isLaterNotes ? NOTES_TOKENS : turn.textTokens;
    if (used > 0 && used + tokens > room) {
      chunks.push(emptyChunk());
      used = 0;
    }
    used += tokens;
    const chunk = chunks.at(-1);
    if (chunk === undefined) return;
    if (text !== "") chunk.turns.push(text);
    if (turn.pruned.role === "summary") return;
    chunk.folded.push(turn.message);
    chunk.foldedTokens += turn.messageTokens;
  });
  const whole = plan.folded.filter((message) => message.role !== "summary").length;
  return chunks.map((chunk) => ({ ...chunk, size: chunk.folded.length < whole ? "part" : "whole" }));
}

/** What the window has left for turns. Where the most that facts can take leaves enough, they need not be measured. */
function roomForTurns({ plan, turns, evidence, windowTokens }: SummaryInputs): number {
  // Each chunk carries the notes so far: the earlier hand-off first, then what the chunk before made of it.
  const notes = Math.max(plan.targetTokens, estimateTextTokens(plan.previousSummary ?? ""));
  const beside = estimateTextTokens(FIXED_PROMPT) + notes + plan.targetTokens;
  const roomBeside = (evidenceTokens: number) =>
    Math.max(LEAST_CHUNK_TOKENS, Math.floor((windowTokens - beside - evidenceTokens) * TURNS_SHARE));
  // No character takes more than a token.
  const least = roomBeside(evidence.reduce((chars, line) => chars + line.length + 1, 0));
  const turnsTokens = turns.reduce(
    (tokens, { pruned, textTokens }) => tokens + (pruned.role === "summary" ? NOTES_TOKENS : textTokens),
    0,
  );
  return turnsTokens <= least ? least : roomBeside(estimateTextTokens(evidence.join("\n")));
}

const NOTES_TOKENS = estimateTextTokens(NOTES_PLACE);

const emptyChunk = () => ({ turns: [], folded: [], foldedTokens: 0 });

/** Everything that enters is redacted here, whatever its source; turns were when they were rendered. */
function buildSummaryRequest(
  inputs: SummaryInputs,
  chunk: TurnChunk,
  previousSummary: string | undefined,
): SummaryRequest {
  const kind = previousSummary === undefined ? "first" : "update";
  const previous = previousSummary === undefined ? undefined : redactSecrets(previousSummary);
  const focus =
    inputs.focusTopic === undefined || inputs.focusTopic.trim() === ""
      ? undefined
      : redactSecrets(inputs.focusTopic.trim());
  const task = [
    SECTION_GUIDE,
    ...(kind === "first" ? [] : [CHANGES_GUIDE]),
    ...(focus === undefined ? [] : [focusTask(focus)]),
    lengthTask(kind === "first" ? inputs.plan.targetTokens : changesTokens(inputs.plan, chunk)),
  ];
  const evidence =
    inputs.evidence.length === 0
      ? []
      : [redactSecrets(`${EVIDENCE_INTRO}\n${inputs.evidence.map((line) => `- ${line}`).join("\n")}`)];
  const earlier = previous === undefined ? [] : [`<earlier-notes>\n${keepInBlock(previous)}\n</earlier-notes>`];
  return {
    kind,
    system: SUMMARIZER_SYSTEM,
    prompt: [
      kind === "first" ? FIRST_TASK : UPDATE_TASK,
      ...task,
      ...earlier,
      `<turns>\n${chunk.turns.join("\n\n")}\n</turns>`,
      ...evidence,
    ].join("\n\n"),
    // A prefix holds everything; the chunk of a small model's window, or what a person chose, is only a part of it.
    ...(inputs.plan.range !== undefined || chunk.size === "part"
      ? {}
      : {
          instruction: [
            SAME_PREFIX_TASK,
            ...(kind === "first" ? [] : [SAME_PREFIX_UPDATE]),
            SUMMARIZER_SYSTEM,
            // The turns above are whole, so that nothing has to be quoted from them again.
            ...task,
          ].join("\n\n"),
        }),
    targetTokens: inputs.plan.targetTokens,
    ...(focus === undefined ? {} : { focusTopic: focus }),
    ...(previous === undefined ? {} : { previousSummary: previous }),
    folded: chunk.folded,
  };
}

/** What a stretch of work changes in the notes about it: a line for every thousand tokens, never a page for little. */
const CHANGES_SHARE = 0.03;
const LEAST_CHANGES_TOKENS = 256;

function changesTokens(plan: FoldPlan, { foldedTokens }: TurnChunk): number {
  return Math.min(plan.targetTokens, Math.max(LEAST_CHANGES_TOKENS, Math.round(foldedTokens * CHANGES_SHARE)));
}
