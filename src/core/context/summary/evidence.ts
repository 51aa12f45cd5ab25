import { pickAlong } from "../../conversation/known-by-message";
import type { Message } from "../../conversation/message";
import type { NameTable } from "../../conversation/text/name-table";
import type { Ledger } from "../../ledger/ledger";
import { numbersOf } from "../../ledger/mentions";
import { withoutCodeLines } from "./facts/code-lines";
import { EvidenceLine } from "./facts/evidence-line";
import type { Candidate, EvidenceDetail, Listed } from "./facts/evidence-list";
import { BONUS, listedOf, namesOf, scanNames } from "./facts/evidence-list";
import { clip, scoreLine } from "./facts/key-lines";
import { NameSet, RankedNames } from "./facts/ranked-names";
import type { Fold } from "./fold";

/** Facts extracted by code from messages that leave the context, the most informative first. */
export interface Evidence {
  readonly lines: readonly EvidenceLine[];
  /** Names for the remaining room: a name costs little and is what a later turn searches for. */
  readonly names: RankedNames;
  /** Names the kept messages state anyway. */
  readonly keptNames: NameSet;
}

/** Recency breaks ties and little more: old facts are the ones that are lost for good. */
const RECENCY_POINTS = 2;
/**
 * A name that was kept once outlives one mentioned once or twice since; more would let the first hand-off crowd out all
 * later ones.
 */
const EARLIER_NAME_WEIGHT = 5;
const NAMES_OF_EARLIER = 2_000;
/**
 * What is folded last is what the next step works with: a file read just before outlives what was named twice long ago.
 */
const NEWEST_NAME_WEIGHT = 6;
const NEWEST_MESSAGES = 8;
const MOST_LINES = 2_000;

export const gatherEvidence = (fold: Fold): Evidence => gather(fold, [], "plain");

/**
 * More names of each message, ranked by the whole session: one that was worked with long ago outlives a passing one.
 */
export const gatherRichEvidence = (fold: Fold, ledger: Ledger): Evidence => gather(fold, ledger.identifiers, "rich");

function gather(fold: Fold, weights: Ledger["identifiers"], detail: EvidenceDetail): Evidence {
  const earlier = fold.previousSummary === undefined ? [] : earlierLines(fold.previousSummary);
  const lines = earlier.map(({ line }) => line);
  const scores = earlier.map(({ score }) => score);
  // What is folded is a part of the conversation; anything else is read by itself.
  const isPart = pickAlong(fold.legal, fold.legal, fold.folded).length === fold.folded.length;
  const source = isPart ? fold.legal : fold.folded;
  const lastFolded = fold.folded.at(-1);
  const known = listedOf(source, detail, lastFolded === undefined ? 0 : source.lastIndexOf(lastFolded) + 1);
  const keptNames = keptNamesOf({ ...fold, legal: source }, known, detail);
  const names = new RankedNames(known.table);
  for (const name of scanNames(fold.previousSummary ?? "", NAMES_OF_EARLIER)) names.add(name, EARLIER_NAME_WEIGHT);
  const { length } = fold.folded;
  let index = 0;
  for (let place = 0; place < source.length && index < length; place++) {
    const message = source[place];
    if (message === undefined || message !== fold.folded[index]) continue;
    const recency = (RECENCY_POINTS * index) / length;
    for (let at = known.lineEnds[place - 1] ?? 0; at < (known.lineEnds[place] ?? 0); at++) {
      const line = known.lines[at];
      if (line === undefined) continue;
      lines.push(line);
      scores.push((known.scores[at] ?? 0) + recency);
    }
    const age = length - 1 - index;
    const newness = NEWEST_NAME_WEIGHT * Math.max(0, 1 - age / NEWEST_MESSAGES) + index / 1e6;
    const weight = (message.role === "tool" ? 1 : 3) + newness;
    for (let at = known.nameEnds[place - 1] ?? 0; at < (known.nameEnds[place] ?? 0); at++)
      names.addNumber(known.names[at] ?? 0, weight);
    index++;
  }
  addWeights(names, weights, known.table);
  return {
    lines: distinct(bestLines(lines, scores)),
    names,
    keptNames,
  };
}

/** Adds the names of a ledger, by the numbers that they got when they arrived where there are such. */
function addWeights(names: RankedNames, identifiers: Ledger["identifiers"], table: NameTable): void {
  const numbered = numbersOf(identifiers);
  if (numbered?.table !== table) {
    for (const { text, weight } of identifiers) names.add(text, weight);
    return;
  }
  const { numbers, weights } = numbered;
  for (let at = 0; at < numbers.length; at++) names.addNumber(numbers[at] ?? 0, weights[at] ?? 0);
}

/** The highest scores first, of equals the first; only those are sorted, because a long session has many more lines. */
function bestLines(lines: readonly EvidenceLine[], scores: readonly number[]): readonly EvidenceLine[] {
  const least = scores.length <= MOST_LINES ? undefined : new Float64Array(scores).sort()[scores.length - MOST_LINES];
  const places: number[] = [];
  scores.forEach((score, place) => {
    if (least === undefined || score >= least) places.push(place);
  });
  return places
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, MOST_LINES)
    .flatMap((place) => lines[place] ?? []);
}

/** Of lines with the same words only the first. */
function distinct(lines: readonly EvidenceLine[]): readonly EvidenceLine[] {
  const seen = new Set<string>();
  return lines.filter(({ text }) => {
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function keptNamesOf({ legal, head, tail }: Fold, known: Listed, detail: EvidenceDetail): NameSet {
  const kept = new NameSet(known.table);
  // Nearly all of them are at the ends of the conversation, in their order.
  const tailStart = legal.length - tail.length;
  head.forEach((message, at) => {
    addNames(kept, known, { message, at: legal[at] === message ? at : -1, detail });
  });
  tail.forEach((message, at) => {
    const place = tailStart + at;
    addNames(kept, known, { message, at: legal[place] === message ? place : -1, detail });
  });
  return kept;
}

interface KeptMessage {
  readonly message: Message;
  /** Its place in the conversation; -1 where it is no longer the same message. */
  readonly at: number;
  readonly detail: EvidenceDetail;
}

function addNames(kept: NameSet, { names, nameEnds }: Listed, { message, at, detail }: KeptMessage): void {
  if (at >= 0) kept.addNumbers(names, nameEnds[at - 1] ?? 0, nameEnds[at]);
  else for (const name of namesOf(message, detail)) kept.add(name);
}

/** Lines of the earlier hand-off compete with new ones; having been kept once speaks for them. */
function earlierLines(summary: string): Candidate[] {
  return withoutCodeLines(summary)
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+/, "").trim())
    .filter((line) => line.length > 3 && !line.startsWith("## ") && !/^none\.?$/i.test(line))
    .map((line) => ({ line: new EvidenceLine(clip(line)), score: scoreLine(line, "words") + BONUS.earlier }));
}
