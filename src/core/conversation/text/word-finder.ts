/** Finds many words in one pass, whatever their case: time grows with the text, not with the number of words. */
export interface WordFinder {
  /**
   * Calls back with each word, by its place in the list, and with the place where the occurrence ends. Stops at the
   * first call that returns true, and returns whether one did.
   */
  some(text: string, test: (word: number, end: number) => boolean): boolean;
}

/** An automaton after Aho and Corasick, with all its transitions in one table. */
export function createWordFinder(words: readonly string[]): WordFinder {
  const { classes, count } = classesOf(words);
  const { next, endings } = completed(treeOf(words, classes, count), count);
  return {
    some(text, test) {
      let row = 0;
      for (let at = 0; at < text.length; at++) {
        row = next[row + (classes[text.charCodeAt(at)] ?? 0)] ?? 0;
        if (row >= 0) continue;
        row = ~row;
        for (const word of endings.get(row) ?? []) if (test(word, at + 1)) return true;
      }
      return false;
    },
  };
}

const CHARACTERS = 0x10000;
/** Characters that patterns which ignore case take for letters of ASCII. */
const FOLDED: readonly (readonly [string, string])[] = [
  ["s", "\u017f"],
  ["k", "\u212a"],
];

/** The class of every character; 0 for those that no word has. */
function classesOf(words: readonly string[]): { readonly classes: Uint8Array; readonly count: number } {
  const classes = new Uint8Array(CHARACTERS);
  let count = 1;
  for (const char of new Set(words.join("").toLowerCase())) {
    for (const form of [char, char.toUpperCase()]) if (form.length === 1) classes[form.charCodeAt(0)] = count;
    for (const [letter, other] of FOLDED) if (letter === char) classes[other.charCodeAt(0)] = count;
    count++;
  }
  return { classes, count };
}

interface Tree {
  /** By row and class, the row of the next node; 0 where there is none. */
  readonly next: Int32Array;
  readonly endings: Map<number, number[]>;
}

/** The words as a tree: each node is a row of the table, the root is the first. */
function treeOf(words: readonly string[], classes: Uint8Array, count: number): Tree {
  const mostNodes = words.reduce((sum, word) => sum + word.length, 1);
  const next = new Int32Array(mostNodes * count);
  const endings = new Map<number, number[]>();
  let rows = count;
  words.forEach((word, index) => {
    let row = 0;
    for (const char of word.toLowerCase()) {
      const place = row + (classes[char.charCodeAt(0)] ?? 0);
      if (next[place] === 0) {
        next[place] = rows;
        rows += count;
      }
      row = next[place] ?? 0;
    }
    endings.set(row, [...(endings.get(row) ?? []), index]);
  });
  return { next: next.slice(0, rows), endings };
}

/** Every missing transition leads where the longest end of the read text leads; rows that end a word are marked. */
function completed({ next, endings }: Tree, count: number): Tree {
  const fallback = new Int32Array(next.length);
  const rows = [0];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    for (let place = 0; place < count; place++) {
      const child = next[row + place] ?? 0;
      const other = row === 0 ? 0 : (next[(fallback[row] ?? 0) + place] ?? 0);
      if (child === 0) {
        next[row + place] = other;
        continue;
      }
      fallback[child] = other;
      const inherited = endings.get(other) ?? [];
      if (inherited.length > 0) endings.set(child, [...(endings.get(child) ?? []), ...inherited]);
      rows.push(child);
    }
  }
  const ends = new Uint8Array(next.length);
  for (const row of endings.keys()) ends[row] = 1;
  return { next: next.map((row) => (ends[row] === 1 ? ~row : row)), endings };
}
