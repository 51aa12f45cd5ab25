const isWord = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9_]/.test(char);

/**
 * Where a name stands by itself, from a place on; -1 where it does not. `shelf104` is not in `shelf1042`. Letters of
 * other scripts may touch it: many of them are written without spaces.
 */
export function placeOfName(text: string, name: string, from = 0): number {
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1)) {
    if (standsAlone(text, at, name)) return at;
  }
  return -1;
}

const standsAlone = (text: string, at: number, name: string): boolean =>
  !(isWord(name[0]) && isWord(text[at - 1])) && !(isWord(name.at(-1)) && isWord(text[at + name.length]));

/**
 * The same as a pattern, for finding many names in one pass; the longest first, or a name hides those that begin with
 * it.
 */
export function anyOfNames(names: readonly string[]): RegExp {
  const forms = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => {
      const literal = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return `${isWord(name[0]) ? "(?<![A-Za-z0-9_])" : ""}${literal}${isWord(name.at(-1)) ? "(?![A-Za-z0-9_])" : ""}`;
    });
  return new RegExp(forms.join("|"), "gi");
}
