/** Says a finished English sentence of core in the language of the person, or leaves it as it is. */
export type Interpret = (text: string) => string;

/**
 * Core speaks English, with its values filled in; the bundle of the host knows its sentences by their English text with
 * `{0}` for values. This finds the sentence again, and what stands in it may be a sentence itself. What nobody knows, such
 * as the words of a provider, stays as it came.
 */
export function createInterpreter(bundle: Readonly<Record<string, string>>): Interpret {
  const known = Object.entries(bundle)
    .map(([text, translation]) => ({ ...splitText(text), translation }))
    .filter(isTelling)
    .toSorted((a, b) => b.literal.length - a.literal.length);
  const [labels, sentences] = [known.filter(isLabel), known.filter((one) => !isLabel(one))];

  const find = (text: string, depth: number): string | undefined =>
    findIn(sentences, text, (value) => interpretValue(value, depth + 1));
  const interpretPart = (text: string, depth: number): string =>
    depth > DEEPEST ? text : (find(text, depth) ?? interpretClauses(text, depth) ?? text);
  /** A single word may be a name and stays. */
  const interpretValue = (value: string, depth: number): string =>
    value.includes(" ") ? interpretPart(value, depth) : value;
  /** "What happened: what the provider said", or a clause that its full stop made a sentence. */
  const interpretClauses = (text: string, depth: number): string | undefined => {
    for (
      let colon = text.indexOf(": "), tried = 0;
      colon >= 0 && tried < MOST_CLAUSES;
      colon = text.indexOf(": ", colon + 1), tried++
    ) {
      const head = find(text.slice(0, colon), depth);
      if (head !== undefined)
        return fill(bundle["{0}: {1}"] ?? "{0}: {1}", [head, interpretPart(text.slice(colon + 2), depth + 1)]);
    }
    const clause = text.endsWith(".") ? find(text.slice(0, -1), depth) : undefined;
    return clause === undefined ? undefined : fill(bundle["{0}."] ?? "{0}.", [clause]);
  };
  return (text) => findIn(labels, text, (name) => name) ?? interpretPart(text, 0);
}

/** Core's sentences quote others no deeper than this; what goes on and on was written by somebody else. */
const DEEPEST = 6;
/** Core's words stand before the first colons of a text; behind them a provider may have written a whole page. */
const MOST_CLAUSES = 8;

function findIn(
  known: readonly (ReturnType<typeof splitText> & { readonly translation: string })[],
  text: string,
  sayValue: Interpret,
): string | undefined {
  for (const { pieces, translation } of known) {
    const values = matchPieces(pieces, text);
    if (values !== undefined) return fill(translation, values.map(sayValue));
  }
  return undefined;
}

/** Around the values, which core's sentences have in the order of their numbers. */
function splitText(text: string): { readonly literal: string; readonly pieces: readonly string[] } {
  const pieces = text.split(/\{\d\}/);
  return { pieces, literal: pieces.join("") };
}

const fill = (text: string, values: readonly string[]): string =>
  text.replace(/\{(\d)\}/g, (whole, index: string) => values[Number(index)] ?? whole);

/** A pattern like "{0} min" would find itself in any text. */
const isTelling = ({ literal, pieces }: ReturnType<typeof splitText>): boolean =>
  pieces.length === 1 ||
  /\p{L}+\P{L}+\p{L}+/u.test(literal) ||
  /^\p{L}+ $/u.test(pieces[0] ?? "") ||
  pieces.slice(1, -1).some((piece) => /\p{L}{2,}/u.test(piece));

/** "Read {0}" is said of a file, and a file may be called "Read me first": what such a text names stays as it is, and within others it is none. */
const isLabel = ({ pieces }: ReturnType<typeof splitText>): boolean =>
  pieces.length === 2 && pieces[1] === "" && /^\p{L}+(?: \p{L}+)? $/u.test(pieces[0] ?? "");

/** The values between the pieces, each as short as can be; pieces are searched once each, so that no text takes long. */
function matchPieces(pieces: readonly string[], text: string): readonly string[] | undefined {
  const [first = "", ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return text === first ? [] : undefined;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const piece of rest) {
    const at = text.indexOf(piece, from);
    if (at < 0) return undefined;
    values.push(text.slice(from, at));
    from = at + piece.length;
  }
  return from + last.length <= text.length ? [...values, text.slice(from, text.length - last.length)] : undefined;
}
