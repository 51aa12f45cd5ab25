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
  /** Both sides changed the same or neighboring lines in different ways. */
  | { readonly kind: "conflict"; readonly conflicts: number };

/** A three-way merge by lines. Line ends follow `ours`: an editor may have converted the whole file. */
export function mergeTexts({ base, ours, theirs }: ThreeTexts): MergedText {
  if (ours === base || ours === theirs) return { kind: "merged", text: theirs };
  if (theirs === base) return { kind: "merged", text: ours };
  const end = lineEndOf(ours);
  const [baseLines, ourLines, theirLines] = [base, ours, theirs].map((text) => splitLines(withLineEnds(text, end)));
  return mergeLines(baseLines ?? [], ourLines ?? [], theirLines ?? []);
}

/** A text that mixes line ends is left as it is: nobody converted it. */
const withLineEnds = (text: string, end: "\n" | "\r\n"): string => {
  const own = lineEndOf(text);
  if (own === end || !text.includes(own)) return text;
  return own === "\r\n" ? text.replaceAll("\r\n", "\n") : text.replaceAll(/\r?\n/g, "\r\n");
};

/** Each line keeps its end, so that a missing last one is a difference like any other. */
const splitLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function mergeLines(base: readonly string[], ours: readonly string[], theirs: readonly string[]): MergedText {
  const [ourChanges, theirChanges] = [diffLines(base, ours), diffLines(base, theirs)];
  const merged: string[] = [];
  let [at, ourNext, theirNext, conflicts] = [0, 0, 0, 0];
  while (ourNext < ourChanges.length || theirNext < theirChanges.length) {
    const region = nextRegion(ourChanges, theirChanges, ourNext, theirNext);
    const ourText = sideOf(region, region.ours, ours, base);
    const theirText = sideOf(region, region.theirs, theirs, base);
    merged.push(...base.slice(at, region.from));
    if (region.theirs.length === 0 || isSame(ourText, theirText)) merged.push(...ourText);
    else if (region.ours.length === 0) merged.push(...theirText);
    else conflicts++;
    at = region.to;
    ourNext += region.ours.length;
    theirNext += region.theirs.length;
  }
  merged.push(...base.slice(at));
  return conflicts > 0 ? { kind: "conflict", conflicts } : { kind: "merged", text: merged.join("") };
}

interface Region {
  readonly from: number;
  readonly to: number;
  readonly ours: readonly LineChange[];
  readonly theirs: readonly LineChange[];
}

/** The next change of either side, with every change of both that overlaps or touches it. */
function nextRegion(
  ourChanges: readonly LineChange[],
  theirChanges: readonly LineChange[],
  ourNext: number,
  theirNext: number,
): Region {
  const from = Math.min(ourChanges[ourNext]?.from ?? Infinity, theirChanges[theirNext]?.from ?? Infinity);
  let to = from;
  let [ourEnd, theirEnd] = [ourNext, theirNext];
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
  return { from, to, ours: ourChanges.slice(ourNext, ourEnd), theirs: theirChanges.slice(theirNext, theirEnd) };
}

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

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);
