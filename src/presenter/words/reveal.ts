import { sentence } from "../../core/base/sentence";
import type { Say } from "./say";

/**
 * Everything that a reader cannot see, or that changes how the rest is seen: control and format characters (zero-width,
 * bidirectional, tags), variation selectors, separators and blanks other than the space, fillers, halves of pairs,
 * private and unassigned characters. Line feeds and tabs are ordinary.
 */
const HIDDEN = new RegExp(
  [
    "(?![\\n\\t ])[\\p{C}\\p{Z}]",
    "[\\u{34f}\\u{115f}\\u{1160}\\u{17b4}\\u{17b5}\\u{180b}-\\u{180f}\\u{2800}\\u{3164}\\u{fe00}-\\u{fe0f}\\u{ffa0}]",
    "[\\u{e0100}-\\u{e01ef}]",
  ].join("|"),
  "gu",
);

/** Longer stretches push what follows out of sight. */
const LONG_BLANKS = /[ \t]{41,}/g;
const MAX_SAME_LINES = 3;

/** Text of which every character can be seen: hidden ones become marks such as ⟨U+202E⟩. */
export const revealCharacters = (text: string): string => text.replace(HIDDEN, mark);

/**
 * Text that a user reads before allowing it. Nothing in it hides: characters are made visible, and long stretches of
 * blanks, blank lines and equal lines are counted instead of shown.
 */
export function revealText(text: string, say: Say): string {
  const lines = revealCharacters(text)
    .replace(LONG_BLANKS, (blanks) => ` ${say(sentence("… {count} blanks …", { count: blanks.length }))} `)
    .split("\n");
  const shown: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const same = countSame(lines, at);
    const isBlank = line.trim() === "";
    if (same <= MAX_SAME_LINES) shown.push(...lines.slice(at, at + same));
    else if (isBlank) shown.push(say(sentence("… {count} blank lines …", { count: same })));
    else shown.push(line, say(sentence("… {count} more lines like this one …", { count: same - 1 })));
    at += same;
  }
  return shown.join("\n");
}

function countSame(lines: readonly string[], from: number): number {
  const text = lines[from]?.trim();
  let to = from + 1;
  while (to < lines.length && lines[to]?.trim() === text) to++;
  return to - from;
}

const mark = (char: string): string => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
