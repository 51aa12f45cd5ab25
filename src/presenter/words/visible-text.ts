/** The words of others inside a question: one line, of bounded length, in which nothing is invisible or reordered. */
export function visibleText(text: string, maxChars: number): string {
  const visible = showInvisible(text.replace(/\s+/g, " ").trim());
  return visible.length <= maxChars ? visible : `${visible.slice(0, maxChars)}…`;
}

/** Every character that a reader could not see, or that would reorder the others, as its number. */
export const showInvisible = (text: string): string =>
  text.replace(INVISIBLE, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

/** Controls, format characters (also bidirectional ones), separators except the blank, and letters without ink. */
const INVISIBLE = /[\p{C}\p{Z}\p{Variation_Selector}\u115f\u1160\u3164\uffa0](?<! )/gu;
