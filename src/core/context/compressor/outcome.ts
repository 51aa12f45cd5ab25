import { errorLinesIn } from "../../conversation/tool-outcome";

const QUOTED_CHARS = 120;
const FAILED_START = /^\s*(?:error\b|traceback\b|fatal\b|exception\b|command failed|tool .{0,40}failed)/i;

/** True where the words say that the call failed although nothing flagged it. */
export const readsAsFailure = (text: string): boolean => FAILED_START.test(text.slice(0, QUOTED_CHARS));

export const firstErrorWords = (text: string): string =>
  errorLineOf(text) ?? quoteLine(text.trimStart().split("\n", 1)[0] || "no output");

export function errorLineOf(text: string): string | undefined {
  const line = errorLinesIn(text)[0];
  return line === undefined ? undefined : quoteLine(line);
}

export function quoteLine(line: string): string {
  const flat = line
    .slice(0, 4 * QUOTED_CHARS)
    .replace(/\s+/g, " ")
    .trim();
  return flat.length <= QUOTED_CHARS ? flat : `${flat.slice(0, QUOTED_CHARS)}…`;
}
