/** What the beginning and the end of an output say about how it went: enough, and bounded on giant results. */
const LOOKED_AT_CHARS = 4_000;
const QUOTED_CHARS = 120;

const EXIT_CODES = [
  /\bexit(?:ed)?(?:\s+with)?\s*(?:code|status)?\s*[:=]?\s*(-?\d{1,5})\b/i,
  /\breturn\s?code\s*[:=]?\s*(-?\d{1,5})\b/i,
  /\bstatus\s*[:=]\s*(-?\d{1,5})\b/i,
] as const;

const ERROR_LINE = /\b(?:error|exception|fatal|panic|traceback|failed|failure|cannot|refused|denied|not found|no such file)\b/i;
const FAILED_START = /^\s*(?:error\b|traceback\b|fatal\b|exception\b|command failed|tool .{0,40}failed)/i;

/** The exit code an output states, the last one where there are several. */
export function exitCodeOf(text: string): number | undefined {
  for (const part of [text.slice(-LOOKED_AT_CHARS), text.slice(0, LOOKED_AT_CHARS)]) {
    for (const pattern of EXIT_CODES) {
      const found = lastMatch(part, pattern);
      if (found !== undefined) return Number(found);
    }
  }
  return undefined;
}

/** True where the words say that the call failed although nothing flagged it. */
export const readsAsFailure = (text: string): boolean => FAILED_START.test(text.slice(0, QUOTED_CHARS));

export function firstErrorWords(text: string): string {
  const looked = text.length <= 2 * LOOKED_AT_CHARS ? text : `${text.slice(0, LOOKED_AT_CHARS)}\n${text.slice(-LOOKED_AT_CHARS)}`;
  const lines = looked.split("\n").filter((line) => line.trim() !== "");
  return quoteLine(lines.find((line) => ERROR_LINE.test(line)) ?? lines[0] ?? "no output");
}

export const errorLineOf = (text: string): string | undefined => {
  const words = firstErrorWords(text);
  return ERROR_LINE.test(words) ? words : undefined;
};

export function quoteLine(line: string): string {
  const flat = line.replace(/\s+/g, " ").trim();
  return flat.length <= QUOTED_CHARS ? flat : `${flat.slice(0, QUOTED_CHARS)}…`;
}

function lastMatch(text: string, pattern: RegExp): string | undefined {
  let last: string | undefined;
  for (const match of text.matchAll(new RegExp(pattern.source, "gi"))) last = match[1];
  return last;
}
