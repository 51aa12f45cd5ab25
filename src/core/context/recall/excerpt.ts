import { defines, isBare } from "./mention-score";
import { anyOfNames } from "./name-places";

/** A stretch of one line with the names in it. */
export interface NamedSpan {
  readonly start: number;
  readonly end: number;
  readonly names: ReadonlySet<string>;
  /** How much it says of each of its names, compared with a line of prose or code. */
  readonly weight: number;
}

/** Spans of one text that together bring back `names`, in the order of the text. */
export interface Excerpt {
  readonly text: string;
  readonly names: readonly string[];
  readonly weight: number;
}

/** A listing says that a name exists; better than nothing, and worth nothing beside anything else. */
const BARE_WEIGHT = 0.25;
/** Decides between spans with equally many names. */
const DEFINING_WEIGHT = 1.1;

/**
 * Finds the spans of a text that show any of the names: whole lines where they are short enough, else what fits
 * around a name.
 */
export function findSpans(text: string, names: readonly string[], spanChars: number): readonly NamedSpan[] {
  const hits = findNames(text, names);
  const spans: NamedSpan[] = [];
  for (let index = 0; index < hits.length; ) {
    const first = hits[index];
    if (first === undefined) break;
    const line = lineAround(text, first.at);
    const limit = lengthOf(line) <= spanChars ? line.end : Math.min(line.end, first.at + spanChars);
    const found = new Set<string>();
    let end = first.at;
    do {
      const hit = hits[index];
      if (hit === undefined || (found.size > 0 && hit.at + hit.name.length > limit)) break;
      found.add(hit.name);
      end = hit.at + hit.name.length;
    } while (++index);
    const span = widen(text, line, { start: first.at, end }, spanChars);
    const words = text.slice(span.start, span.end);
    spans.push({
      ...span,
      names: found,
      weight: isBare(words, found)
        ? BARE_WEIGHT
        : [...found].some((name) => defines(words, name))
          ? DEFINING_WEIGHT
          : 1,
    });
  }
  return spans;
}

interface Hit {
  readonly name: string;
  readonly at: number;
}

/** Beyond this many a text repeats itself. */
const MOST_HITS = 400;

/**
 * Where any of the names stands, in order of place; of two names at one place the longer. Written as asked for,
 * whatever the case in the text.
 */
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

/** A name without context is useless, however long it is. */
const LEAST_AROUND_CHARS = 16;

/** What stands before a name says what it is, what follows says what it does: a third goes before; whole words only. */
function widen(text: string, line: Span, core: Span, spanChars: number): Span {
  const spare = Math.max(LEAST_AROUND_CHARS, spanChars - lengthOf(core));
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
  readonly span: NamedSpan;
  readonly worth: number;
}

/** Of equals the first one; where several names compete, the shortest, which leaves room for the others. */
function isBetter(one: Candidate, other: Candidate, names: number): boolean {
  return (
    one.worth > other.worth || (names > 1 && one.worth === other.worth && lengthOf(one.span) < lengthOf(other.span))
  );
}

const lengthOf = ({ start, end }: Span): number => end - start;

const GAP = " … ";

/** Takes the spans that bring back most of the `open` names, one after the other, until `chars` are full. */
export function excerptOf(
  text: string,
  spans: readonly NamedSpan[],
  open: ReadonlySet<string>,
  chars: number,
): Excerpt {
  const taken: NamedSpan[] = [];
  const back = new Set<string>();
  const left = new Set(spans);
  let weight = 0;
  let used = -GAP.length;
  for (;;) {
    const worth = (span: NamedSpan) =>
      span.weight * [...span.names].filter((name) => open.has(name) && !back.has(name)).length;
    let best: Candidate | undefined;
    for (const span of left) {
      const candidate = { span, worth: worth(span) };
      if (candidate.worth === 0 || used + GAP.length + lengthOf(span) > chars) left.delete(span);
      else if (best === undefined || isBetter(candidate, best, open.size)) best = candidate;
    }
    if (best === undefined) break;
    taken.push(best.span);
    used += GAP.length + lengthOf(best.span);
    weight += best.worth;
    best.span.names.forEach((name) => back.add(name));
  }
  return { text: quote(text, taken), names: [...back].filter((name) => open.has(name)), weight };
}

/** The spans in the order of the text, on one line, with a mark for each gap. */
function quote(text: string, spans: readonly NamedSpan[]): string {
  let quoted = "";
  let last: NamedSpan | undefined;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const between = last === undefined ? "" : text.slice(last.end, span.start).trim() === "" ? " " : GAP;
    quoted += between + text.slice(span.start, span.end).replace(/\s+/g, " ");
    last = span;
  }
  return quoted.trim();
}
