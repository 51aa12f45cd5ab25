import type { Message } from "../../conversation/message";
import { redactSecrets } from "../../redact/secrets";
import { estimateTextTokens } from "../../tokens/estimate";
import type { SummaryRequest } from "../engine";
import type { FoldPlan } from "./plan";
import { redactMessages } from "./redact-messages";
import {
  EVIDENCE_INTRO,
  FIRST_TASK,
  SAME_PREFIX_TASK,
  SAME_PREFIX_UPDATE,
  SECTION_GUIDE,
  SUMMARIZER_SYSTEM,
  UPDATE_TASK,
  focusTask,
  lengthTask,
} from "./summary-prompt";
import { renderTurns } from "./turns";

export interface SummaryInputs {
  readonly plan: FoldPlan;
  /** Lines of facts code has taken; the summarizer sees pruned bodies and would miss them. */
  readonly evidence: readonly string[];
  readonly focusTopic?: string;
  /** The window of the model that summarizes. */
  readonly windowTokens: number;
}

/** One chunk of the middle: its rendered turns and the messages they show. */
export interface Chunk {
  readonly turns: readonly string[];
  readonly folded: readonly Message[];
}

/** Room for the answer is set apart; of the rest this share may be turns, because our estimate may be off. */
const TURNS_SHARE = 0.7;
/** A window so small that less than this is left still gets something to read. */
const LEAST_CHUNK_TOKENS = 512;

/** The middle in one piece, or oldest first in as many as the summary model's window demands. */
export function chunkTurns(inputs: SummaryInputs): readonly Chunk[] {
  const { plan } = inputs;
  const fixed =
    estimateTextTokens(SUMMARIZER_SYSTEM + SECTION_GUIDE + UPDATE_TASK) +
    estimateTextTokens(inputs.evidence.join("\n"));
  // Each chunk carries the notes so far: the earlier hand-off first, then what the chunk before made of it.
  const notes = Math.max(plan.targetTokens, estimateTextTokens(plan.previousSummary ?? ""));
  const room = Math.max(
    LEAST_CHUNK_TOKENS,
    Math.floor((inputs.windowTokens - fixed - notes - plan.targetTokens) * TURNS_SHARE),
  );
  const chunks: { turns: string[]; folded: Message[] }[] = [{ turns: [], folded: [] }];
  let used = 0;
  plan.pruned.forEach((message, index) => {
    const turns = renderTurns([plan.folded[index] ?? message], [message]);
    const tokens = turns.reduce((sum, turn) => sum + estimateTextTokens(turn), 0);
    if (used > 0 && used + tokens > room) {
      chunks.push({ turns: [], folded: [] });
      used = 0;
    }
    used += tokens;
    chunks.at(-1)?.turns.push(...turns);
    if (message.role !== "summary") chunks.at(-1)?.folded.push(message);
  });
  return chunks;
}

/** Everything that enters is redacted here, whatever its source. */
export function buildSummaryRequest(
  inputs: SummaryInputs,
  chunk: Chunk,
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
    ...(focus === undefined ? [] : [focusTask(focus)]),
    lengthTask(inputs.plan.targetTokens),
  ];
  const evidence =
    inputs.evidence.length === 0
      ? []
      : [redactSecrets(`${EVIDENCE_INTRO}\n${inputs.evidence.map((line) => `- ${line}`).join("\n")}`)];
  const earlier = previous === undefined ? [] : [`<earlier-notes>\n${previous}\n</earlier-notes>`];
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
    // A prefix holds everything; the chunk of a small model's window is only a part of it.
    ...(chunk.folded.length < foldedCount(inputs.plan)
      ? {}
      : {
          instruction: [
            SAME_PREFIX_TASK,
            ...(kind === "first" ? [] : [SAME_PREFIX_UPDATE]),
            SUMMARIZER_SYSTEM,
            ...task,
            ...evidence,
          ].join("\n\n"),
        }),
    targetTokens: inputs.plan.targetTokens,
    ...(focus === undefined ? {} : { focusTopic: focus }),
    ...(previous === undefined ? {} : { previousSummary: previous }),
    folded: redactMessages(chunk.folded),
  };
}

const foldedCount = (plan: FoldPlan): number => plan.folded.filter((message) => message.role !== "summary").length;
