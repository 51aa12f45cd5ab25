import { anyOfNames } from "./name-places";
import { defines, isBare } from "./telling";

/** A stretch of one line with the names in it. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly names: ReadonlySet<string>;
  /** How much it says of each of its names, compared with a line of prose or code. */
  readonly weight: number;
}

/** Pieces of one text that together bring back `names`, in the order of the text. */
export interface Excerpt {
  readonly text: string;
  readonly names: readonly string[];
  readonly weight: number;
}

/** A listing says that a name exists; better than nothing, and worth nothing beside anything else. */
const BARE_WEIGHT = 0.25;
/** Tips the scale between pieces with equally many names. */
const DEFINING_WEIGHT = 1.1;

/** Cuts a text into the pieces that show any of the names: whole lines where they are short enough, else what fits around a name. */
export function piecesOf(text: string, names: readonly string[], pieceChars: number): readonly Piece[] {
  const hits = findNames(text, names);
  const pieces: Piece[] = [];
  for (let index = 0; index < hits.length; ) {
    const first = hits[index];
    if (first === undefined) break;
    const line = lineAround(text, first.at);
    const limit = lengthOf(line) <= pieceChars ? line.end : Math.min(line.end, first.at + pieceChars);
    const found = new Set<string>();
    let end = first.at;
    do {
      const hit = hits[index];
      if (hit === undefined || (found.size > 0 && hit.at + hit.name.length > limit)) break;
      found.add(hit.name);
      end = hit.at + hit.name.length;
    } while (++index);
    const span = widen(text, line, { start: first.at, end }, pieceChars);
    const words = text.slice(span.start, span.end);
    pieces.push({
      ...span,
      names: found,
      weight: isBare(words, found)
        ? BARE_WEIGHT
        : [...found].some((name) => defines(words, name))
          ? DEFINING_WEIGHT
          : 1,
    });
  }
  return pieces;
}

interface Hit {
  readonly name: string;
  readonly at: number;
}

/** Beyond this many a text repeats itself. */
const MOST_HITS = 400;

/** Where any of the names stands, in order of place; of two names at one place the longer. Written as asked for, whatever the case in the text. */
function findNames(text: string, names: readonly string[]): readonly Hit[] {
  const asked = new Map(names.map((name) => [name.toLowerCase(), name]));
  const hits: Hit[] = [];
  for (const match of text.matchAll(anyOfNames(names))) {
    hits.push({ name: asked.get(match[0].toLowerCase()) ?? match[0], at: match.index });
    if (hits.length >= MOST_HITS) break;
  }
  return hits;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function lineAround(text: string, at: number): Span {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const indent = /^\s*/.exec(text.slice(start, at))?.[0].length ?? 0;
  return { start: start + indent, end: end < 0 ? text.length : end };
}

/** A name alone tells nothing, however long it is. */
const LEAST_AROUND_CHARS = 16;

/** What stands before a name says what it is, what follows says what it does: a third goes before; whole words only. */
function widen(text: string, line: Span, core: Span, pieceChars: number): Span {
  const spare = Math.max(LEAST_AROUND_CHARS, pieceChars - lengthOf(core));
  const widest = lengthOf(core) + spare;
  if (lengthOf(line) <= widest) return line;
  const before = Math.max(line.start, core.start - Math.floor(spare / 3));
  const start = before === line.start ? before : wordStart(text, before, core.start);
  const after = Math.min(line.end, start + widest);
  return { start, end: after === line.end ? after : wordEnd(text, core.end, after) };
}

function wordStart(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/);
  return space < 0 ? to : from + space + 1;
}

function wordEnd(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s\S*$/);
  return space < 0 ? to : from + space;
}

interface Candidate {
  readonly piece: Piece;
  readonly worth: number;
}

/** Of equals the first one; where several names compete, the shortest, which leaves room for the others. */
function isBetter(one: Candidate, other: Candidate, names: number): boolean {
  return (
    one.worth > other.worth || (names > 1 && one.worth === other.worth && lengthOf(one.piece) < lengthOf(other.piece))
  );
}

const lengthOf = ({ start, end }: Span): number => end - start;

const GAP = " … ";

/** Takes the pieces that bring back most of the `open` names, one after the other, until `chars` are full. */
export function excerptOf(text: string, pieces: readonly Piece[], open: ReadonlySet<string>, chars: number): Excerpt {
  const taken: Piece[] = [];
  const back = new Set<string>();
  const left = new Set(pieces);
  let weight = 0;
  let used = -GAP.length;
  for (;;) {
    const worth = (piece: Piece) =>
      piece.weight * [...piece.names].filter((name) => open.has(name) && !back.has(name)).length;
    let best: Candidate | undefined;
    for (const piece of left) {
      const candidate = { piece, worth: worth(piece) };
      if (candidate.worth === 0 || used + GAP.length + lengthOf(piece) > chars) left.delete(piece);
      else if (best === undefined || isBetter(candidate, best, open.size)) best = candidate;
    }
    if (best === undefined) break;
    taken.push(best.piece);
    used += GAP.length + lengthOf(best.piece);
    weight += best.worth;
    best.piece.names.forEach((name) => back.add(name));
  }
  return { text: quote(text, taken), names: [...back].filter((name) => open.has(name)), weight };
}

/** The pieces in the order of the text, on one line; what lies between two of them shows as a gap. */
function quote(text: string, pieces: readonly Piece[]): string {
  let quoted = "";
  let last: Piece | undefined;
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    const between = last === undefined ? "" : text.slice(last.end, piece.start).trim() === "" ? " " : GAP;
    quoted += between + text.slice(piece.start, piece.end).replace(/\s+/g, " ");
    last = piece;
  }
  return quoted.trim();
}
