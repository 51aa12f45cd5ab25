import type { LineChange } from "./line-diff";
import { diffLines } from "./line-diff";
import { lineEndOf } from "./replace-text";

/** Three versions of one file: both sides started from `base`. */
export interface ThreeTexts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export type MergedText =
  | { readonly kind: "merged"; readonly text: string }
  /** Both sides changed the same or neighboring lines in different ways; `text` has ours there and all the rest. */
  | { readonly kind: "conflict"; readonly conflicts: number; readonly text: string };

/**
 * How to take changes of both sides that touch without overlapping: as a conflict, as git does, because they may belong
 * together; or as two changes, each of which has its place.
 */
type Touching = "conflict" | "apart";

/** A three-way merge by lines. Line ends follow `ours`: an editor may have converted the whole file. */
export function mergeTexts({ base, ours, theirs }: ThreeTexts, touching: Touching = "conflict"): MergedText {
  if (ours === base || ours === theirs) return { kind: "merged", text: theirs };
  if (theirs === base) return { kind: "merged", text: ours };
  const end = lineEndOf(ours);
  const [baseLines, ourLines, theirLines] = [base, ours, theirs].map((text) => splitLines(withLineEnds(text, end)));
  return mergeLines(baseLines ?? [], ourLines ?? [], theirLines ?? [], touching);
}

/** A text that mixes line ends is left as it is: nobody converted it. */
const withLineEnds = (text: string, end: "\n" | "\r\n"): string => {
  const own = lineEndOf(text);
  if (own === end || !text.includes(own)) return text;
  return own === "\r\n" ? text.replaceAll("\r\n", "\n") : text.replaceAll(/\r?\n/g, "\r\n");
};

/** Each line keeps its end, so that a missing last one is a difference like any other. */
export const splitLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  touching: Touching,
): MergedText {
  const [ourChanges, theirChanges] = [diffLines(base, ours), diffLines(base, theirs)];
  const merged: string[] = [];
  let [at, ourNext, theirNext, conflicts] = [0, 0, 0, 0];
  while (ourNext < ourChanges.length || theirNext < theirChanges.length) {
    const left = [ourChanges.slice(ourNext), theirChanges.slice(theirNext)] as const;
    const region = touching === "apart" ? nextApart(...left) : nextTouching(...left);
    const ourText = sideOf(region, region.ours, ours, base);
    const theirText = sideOf(region, region.theirs, theirs, base);
    merged.push(...base.slice(at, region.from));
    // Where changes may touch, our side may have made their change already, with lines of its own beside it.
    const isDone = touching === "apart" ? holds(ourText, theirText) : isSame(ourText, theirText);
    const isConflict = region.ours.length > 0 && region.theirs.length > 0 && !isDone;
    merged.push(...(region.ours.length === 0 ? theirText : ourText));
    if (isConflict) conflicts++;
    at = region.to;
    ourNext += region.ours.length;
    theirNext += region.theirs.length;
  }
  merged.push(...base.slice(at));
  const text = merged.join("");
  return conflicts > 0 ? { kind: "conflict", conflicts, text } : { kind: "merged", text };
}

interface Region {
  readonly from: number;
  readonly to: number;
  readonly ours: readonly LineChange[];
  readonly theirs: readonly LineChange[];
}

/** The next change of either side, with every change of both that overlaps or touches it. */
function nextTouching(ourChanges: readonly LineChange[], theirChanges: readonly LineChange[]): Region {
  const from = Math.min(ourChanges[0]?.from ?? Infinity, theirChanges[0]?.from ?? Infinity);
  let to = from;
  let [ourEnd, theirEnd] = [0, 0];
  for (let grown = true; grown; ) {
    grown = false;
    for (; (ourChanges[ourEnd]?.from ?? Infinity) <= to; ourEnd++) {
      to = Math.max(to, ourChanges[ourEnd]?.to ?? to);
      grown = true;
    }
    for (; (theirChanges[theirEnd]?.from ?? Infinity) <= to; theirEnd++) {
      to = Math.max(to, theirChanges[theirEnd]?.to ?? to);
      grown = true;
    }
  }
  return { from, to, ours: ourChanges.slice(0, ourEnd), theirs: theirChanges.slice(0, theirEnd) };
}

/** Like `nextTouching`, with only those changes that overlap it, or insert at the same place. */
function nextApart(ourChanges: readonly LineChange[], theirChanges: readonly LineChange[]): Region {
  const [first] = [ourChanges[0] ?? NEVER, theirChanges[0] ?? NEVER].toSorted((a, b) => a.from - b.from || a.to - b.to);
  const { from } = first ?? NEVER;
  let { to } = first ?? NEVER;
  let [ourEnd, theirEnd] = [0, 0];
  const belongs = (change: LineChange | undefined): change is LineChange =>
    change !== undefined && (change.from < to || (change.from === from && change.to === to));
  for (let grown = true; grown; ) {
    grown = false;
    for (let next = ourChanges[ourEnd]; belongs(next); next = ourChanges[++ourEnd]) {
      to = Math.max(to, next.to);
      grown = true;
    }
    for (let next = theirChanges[theirEnd]; belongs(next); next = theirChanges[++theirEnd]) {
      to = Math.max(to, next.to);
      grown = true;
    }
  }
  return { from, to, ours: ourChanges.slice(0, ourEnd), theirs: theirChanges.slice(0, theirEnd) };
}

const NEVER: LineChange = { from: Infinity, to: Infinity, newFrom: Infinity, newTo: Infinity };

/** What one side made of a region: its changes, and the lines of the base between and around them. */
function sideOf(
  { from, to }: Region,
  changes: readonly LineChange[],
  lines: readonly string[],
  base: readonly string[],
): readonly string[] {
  const side: string[] = [];
  let at = from;
  for (const change of changes) {
    side.push(...base.slice(at, change.from), ...lines.slice(change.newFrom, change.newTo));
    at = change.to;
  }
  return [...side, ...base.slice(at, to)];
}

const holds = (all: readonly string[], part: readonly string[]): boolean =>
  isSame(all, part) || (part.length > 0 && all.some((_, at) => isSame(all.slice(at, at + part.length), part)));

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);
