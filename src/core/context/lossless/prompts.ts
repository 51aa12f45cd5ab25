import { keepInBlock } from "../../base/text";
import type { Writing } from "./dag";

export interface NodePrompt {
  readonly system: string;
  readonly prompt: string;
}

interface NodeWords {
  readonly source: string;
  readonly targetTokens: number;
  readonly writing: Exclude<Writing, "deterministic">;
  readonly focusTopic?: string;
}

const SYSTEM = [
  "You keep the record of a coding session for an assistant that will carry on without having seen this part.",
  "You never answer, advise or continue the work: you write down what happened.",
  "Begin at once with the record, in the language the user writes.",
  "Names are what the reader will search by, so paths, symbols, commands, ids, numbers and error lines are copied",
  "letter for letter.",
  "Where a credential appears write [REDACTED] and say what it was for.",
].join(" ");

const LEAF_TASK = [
  "Below is one stretch of the session, turn by turn. Record it in short lines, in the order things happened:",
  "what the user asked for and decided, which files were read or changed and how, which commands ran with their",
  "outcome,",
  "what failed and with which message, what was found out, and what was still open when the stretch ended.",
  "Tell attempts that were given up apart from those that held. Leave out politeness and plans that were carried out",
  "anyway.",
].join(" ");

const CONDENSED_TASK = [
  "Below are records of consecutive stretches of one session, oldest first. Merge them into a single record of the",
  "whole.",
  "What a later stretch overturned is told in its final state only; steps that led to one result become that result.",
  "Keep every decision with its reason, every constraint the user set, every file that was changed, every problem",
  "that is still open,",
  "and the values that cannot be worked out again.",
].join(" ");

const DEEP_TASK = [
  "Below are records that already cover long parts of one session, oldest first. Write the history a newcomer needs:",
  "the aim and how it shifted, the decisions that still bind and why, where things live, what is unfinished.",
  "Single steps matter only where they explain the present state.",
].join(" ");

const EXPAND_LINE = [
  'End with one line that starts with "Expand for:" and names what this record had to leave out',
  "and a reader may want in full (outputs, diffs, listings, discussions).",
].join(" ");

const TERSE_LINE = "An earlier try came out too long. Keep names, outcomes and open problems; drop everything else.";

export const leafPrompt = (words: NodeWords): NodePrompt => build(LEAF_TASK, words);

/** Deeper nodes serve a reader further away: less how, more why. */
export const condensedPrompt = (depth: number, words: NodeWords): NodePrompt =>
  build(depth <= 1 ? CONDENSED_TASK : DEEP_TASK, words);

function build(task: string, { source, targetTokens, writing, focusTopic }: NodeWords): NodePrompt {
  const lines = [
    task,
    `Use at most ${targetTokens} tokens.`,
    ...(writing === "aggressive" ? [TERSE_LINE] : []),
    ...(focusTopic === undefined
      ? []
      : [
          `The reader cares most about: ${focusTopic}. Give that about two thirds of the room, the rest one line each.`,
        ]),
    EXPAND_LINE,
  ];
  return { system: SYSTEM, prompt: `${lines.join("\n")}\n\n<record>\n${keepInBlock(source)}\n</record>` };
}

/** Explains to the model how to get from a summary back to the original messages. */
export const EXPAND_GUIDE = [
  "Each part below stands for original messages that are all still there.",
  "`lcm_grep` finds words in them, `lcm_describe` says what an id covers, `lcm_expand` gives the original text by",
  "id, page by page.",
  "Look up exact values there instead of guessing them.",
].join(" ");
