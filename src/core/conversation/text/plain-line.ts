/** The first line of a text that says something, without the marks of Markdown: a label is no place for them. */
export function plainLine(text: string): string {
  const lines = text.split(/\r?\n/u).filter((line) => !FENCE.test(line));
  const plain = lines.map(withoutMarks).find((line) => /[\p{L}\p{N}]/u.test(line));
  return plain ?? text.trim();
}

const FENCE = /^\s*(?:```|~~~)/u;
/** Headings, quotes, list items, and check boxes. */
const BLOCK_MARKS = /^\s*(?:(?:#{1,6}|[-*+]|\d{1,9}[.)])\s+|>\s?)+(?:\[[ xX]\]\s+)?/u;

const withoutMarks = (line: string): string =>
  line
    .replace(BLOCK_MARKS, "")
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/gu, "$1")
    .replace(/(`+)([^`\n]+)\1/gu, "$2")
    .replace(/(\*\*|~~)(?=\S)([^\n]*?\S)\1/gu, "$2")
    // Only around whole words: `*` is also part of patterns, and `_` of names.
    .replace(/(^|[\s("'])(__|[*_])(?=\S)([^*_\n]*\S)\2(?=$|[\s,;:!?)"']|\.(?:\s|$))/gu, "$1$3")
    .trim();
