import { takeStart } from "../../base/text";
import type { SummaryLineage } from "../engine";
import { HEADINGS, parseSections } from "./sections";

/** A list is read at a glance; the comparison of both texts has the rest. */
const LISTED = { items: 30, chars: 200 } as const;

/**
 * What a summary took over from the one before it, what it added, and what it dropped. Items are the same if their
 * words are: numbering, marks of lists, and the section they stand in may change.
 */
export function compareSummaries(before: string, after: string): SummaryLineage {
  const [old, fresh] = [itemsOf(before), itemsOf(after)];
  const added = [...fresh].filter(([key]) => !old.has(key)).map(([, item]) => item);
  const dropped = [...old].filter(([key]) => !fresh.has(key)).map(([, item]) => item);
  return {
    carriedOver: fresh.size - added.length,
    added: added.slice(0, LISTED.items),
    addedCount: added.length,
    dropped: dropped.slice(0, LISTED.items),
    droppedCount: dropped.length,
  };
}

/** One layer of an archive: the summary of one compression, oldest first. */
export interface SummaryLayer {
  readonly ordinal: number;
  readonly text: string;
}

/** An item of any summary, stored once, with the compressions from the first to the last that carried it. */
export interface ArchivedItem {
  readonly heading: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Everything that the summaries of a chain ever said, each item once, in the order in which it came up. */
export function archiveSummaries(layers: readonly SummaryLayer[]): readonly ArchivedItem[] {
  const archive = new Map<string, ArchivedItem>();
  for (const { ordinal, text } of layers)
    for (const [heading, lines] of sectionsOf(text))
      for (const line of lines) {
        const known = archive.get(keyOf(line));
        archive.set(
          keyOf(line),
          known === undefined ? { heading, text: line, from: ordinal, to: ordinal } : { ...known, to: ordinal },
        );
      }
  return [...archive.values()];
}

function itemsOf(text: string): ReadonlyMap<string, string> {
  const lines = [...sectionsOf(text).values()].flat();
  return new Map(lines.map((line) => [keyOf(line), takeStart(line, LISTED.chars)]));
}

function sectionsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const { sections } = parseSections(text);
  return new Map(
    HEADINGS.map((heading) => [
      heading,
      sections[heading]
        .split("\n")
        .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "").trim())
        .filter((line) => keyOf(line) !== "" && !/^none\.?$/i.test(line)),
    ]),
  );
}

const keyOf = (line: string): string =>
  line
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
