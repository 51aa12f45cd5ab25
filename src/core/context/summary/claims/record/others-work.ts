import { joinPattern } from "../../../../base/text";
import { shellText } from "../../../../ledger/shell-text";
import type { Deed } from "./deed";

export const DELEGATES = joinPattern(
  [
    String.raw`(?:^|_)(?:task|agent|sub_?agent|delegate\w*)$|`,
    String.raw`^(?:spawn|run|start|send|wait)_(?:task|agent|sub_?agent|input_to_agent)`,
  ],
  "i",
);
/** Kinds of sub-agents that are given no tools for writing; a kind stands on a line of its own. */
const ONLY_READS = /^(?:explore\w*|plan(?:ner)?|research\w*|search\w*|review\w*|read-?only)$/im;
const STARTS_AGENT = joinPattern(
  [
    String.raw`(?:^|[\s;&|(/])(?:claude|codex|gemini|aider|opencode|goose|amp|qwen|cursor-agent|copilot|workmux)\s`,
    String.raw`(?:[^;&|\n]*\s)?(?:-p|--print|--prompt|--message|-m|exec|run|add|send)(?=\s|$)`,
  ],
  "i",
);

/** A sub-agent, or another agent that a command started: what it does to files, no call of the session shows. */
export const mayWorkUnseen = ({ tool, given, command }: Deed): boolean =>
  command === undefined ? DELEGATES.test(tool) && !ONLY_READS.test(given) : STARTS_AGENT.test(shellText(command).run);
