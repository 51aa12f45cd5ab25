import { rememberByText } from "../../base/text";
import { callsOf } from "../../conversation/exchanges";
import { GrowingWithList, KnownByMessage, pickAlong } from "../../conversation/known-by-message";
import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import { argumentText } from "../../conversation/text/arguments";
import { handlesIn, identifiersIn } from "../../conversation/text/identifiers";
import { showsContent } from "../../conversation/text/tool-kind";
import type { Ledger } from "../../ledger/ledger";
import { redactMessage } from "../../redact/redacted-message";
import { withoutCodeLines } from "./facts/code-lines";
import { EvidenceLine } from "./facts/evidence-line";
import { NameSet, NameTable, RankedNames } from "./facts/ranked-names";
import type { Fold } from "./fold";
import type { KeyLineLimits, LineSource } from "./key-lines";
import { clip, keyLines, scoreLine } from "./key-lines";

/** Facts extracted by code from messages that leave the context, the most informative first. */
export interface Evidence {
  readonly lines: readonly EvidenceLine[];
  /** Names for the remaining room: a name costs little and is what a later turn searches for. */
  readonly names: RankedNames;
  /** Names the kept messages state anyway. */
  readonly keptNames: NameSet;
}

interface Candidate {
  readonly line: EvidenceLine;
  readonly score: number;
}

/** Of one message at most this much, so that one log does not crowd out everything else. */
const PER_RESULT = { lines: 10, chars: 1_200 } as const;
const PER_TEXT = { lines: 8, chars: 1_200 } as const;
/** People's words outweigh the model's, and those outweigh what tools print. */
const BONUS = { user: 4, assistant: 2, earlier: 3, tool: 0 } as const;
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

export type EvidenceDetail = "plain" | "rich";

const NAMES: Readonly<Record<EvidenceDetail, number>> = { plain: 60, rich: 400 };

/**
 * Reads messages ahead, so that gathering has only to put together what is known of each. Returns how many were new.
 */
export function readEvidence(messages: readonly Message[], detail: EvidenceDetail): number {
  const fresh = messages.filter((message) => !(linesByMessage.has(message) && namesByMessage[detail].has(message)));
  for (const message of fresh) {
    linesOf(message);
    namesOf(message, detail);
  }
  return fresh.length;
}

/** What every message of a list says and names; it grows with the list. */
interface Listed {
  readonly lines: (readonly Candidate[])[];
  /** As numbers of the table. */
  readonly names: Int32Array[];
  readonly table: NameTable;
}

const listOf = (detail: EvidenceDetail): GrowingWithList<Listed> =>
  new GrowingWithList<Listed>(
    () => ({ lines: [], names: [], table: new NameTable() }),
    ({ lines, names, table }, message) => {
      lines.push(linesOf(message));
      names.push(Int32Array.from(namesOf(message, detail), (name) => table.numberOf(name)));
    },
  );
const listed: Readonly<Record<EvidenceDetail, GrowingWithList<Listed>>> = {
  plain: listOf("plain"),
  rich: listOf("rich"),
};

/** How many messages at the beginning of a list were listed before. */
export const countListed = (messages: readonly Message[], detail: EvidenceDetail): number =>
  listed[detail].knownOf(messages);

/** Lists what was read, so that a compression does not have to look up each message. */
export function listEvidence(messages: readonly Message[], detail: EvidenceDetail): void {
  listed[detail].of(messages);
}

/** Measures the lines of messages ahead, and reads their names: a summary takes as many as fit and say more. */
export function measureEvidence(messages: readonly Message[]): void {
  for (const message of messages) for (const { line } of linesOf(message)) line.read();
}

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
  const known = listed[detail].of(source);
  const keptNames = keptNamesOf({ ...fold, legal: source }, known, detail);
  const names = new RankedNames(known.table);
  for (const name of scanNames(fold.previousSummary ?? "", NAMES_OF_EARLIER)) names.add(name, EARLIER_NAME_WEIGHT);
  const foldedLines = pickAlong(source, known.lines, fold.folded);
  const foldedNames = pickAlong(source, known.names, fold.folded);
  fold.folded.forEach((message, index) => {
    const recency = (RECENCY_POINTS * index) / fold.folded.length;
    for (const found of foldedLines[index] ?? []) {
      lines.push(found.line);
      scores.push(found.score + recency);
    }
    const age = fold.folded.length - 1 - index;
    const newness = NEWEST_NAME_WEIGHT * Math.max(0, 1 - age / NEWEST_MESSAGES) + index / 1e6;
    const weight = (message.role === "tool" ? 1 : 3) + newness;
    names.addNumbers(foldedNames[index] ?? NO_NAMES, weight);
  });
  for (const { text, weight } of weights) names.add(text, weight);
  return {
    lines: distinct(bestLines(lines, scores)),
    names,
    keptNames,
  };
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

const NO_NAMES = new Int32Array();

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

function addNames(kept: NameSet, { names }: Listed, { message, at, detail }: KeptMessage): void {
  const numbers = names[at];
  if (numbers !== undefined) kept.addNumbers(numbers);
  else for (const name of namesOf(message, detail)) kept.add(name);
}

/** Messages never change, so what one says and names is read once. */
const linesByMessage = new KnownByMessage<readonly Candidate[]>();
const namesByMessage: Readonly<Record<EvidenceDetail, KnownByMessage<readonly string[]>>> = {
  plain: new KnownByMessage(),
  rich: new KnownByMessage(),
};

function linesOf(message: Message): readonly Candidate[] {
  const known = linesByMessage.get(message);
  if (known !== undefined) return known;
  const lines = linesIn(redactMessage(message));
  linesByMessage.set(message, lines);
  return lines;
}

function linesIn(message: Message): readonly Candidate[] {
  switch (message.role) {
    case "user":
      return scored(messageText(message), PER_TEXT, { source: "words", bonus: BONUS.user });
    case "assistant":
      return [
        ...scored(messageText(message), PER_TEXT, { source: "words", bonus: BONUS.assistant }),
        ...callsOf(message).flatMap((call) =>
          scored(argumentText(call.inputJson), PER_TEXT, { source: "content", bonus: BONUS.tool }),
        ),
      ];
    case "tool":
      return scored(messageText(message), PER_RESULT, {
        source: showsContent(message) ? "content" : "output",
        bonus: BONUS.tool,
      });
    case "summary":
      return [];
  }
}

interface Weighing {
  readonly source: LineSource;
  readonly bonus: number;
}

const scored = (text: string, limits: KeyLineLimits, { source, bonus }: Weighing): readonly Candidate[] =>
  keyLines(text, limits, source).map(({ line, score }) => ({ line: new EvidenceLine(line), score: score + bonus }));

/** Lines of the earlier hand-off compete with new ones; having been kept once speaks for them. */
function earlierLines(summary: string): Candidate[] {
  return withoutCodeLines(summary)
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+/, "").trim())
    .filter((line) => line.length > 3 && !line.startsWith("## ") && !/^none\.?$/i.test(line))
    .map((line) => ({ line: new EvidenceLine(clip(line)), score: scoreLine(line, "words") + BONUS.earlier }));
}

function namesOf(message: Message, detail: EvidenceDetail): readonly string[] {
  const known = namesByMessage[detail].get(message);
  if (known !== undefined) return known;
  const names = NAMES_IN[detail](searchableText(redactMessage(message)));
  namesByMessage[detail].set(message, names);
  return names;
}

const NAMES_IN: Readonly<Record<EvidenceDetail, (text: string) => readonly string[]>> = {
  plain: rememberByText((text) => scanNames(text, NAMES.plain)),
  rich: rememberByText((text) => scanNames(text, NAMES.rich)),
};

/** Identifiers, and handles made of letters and digits that no language would spell so (`req-7f3a10`). */
const scanNames = (text: string, limit: number): readonly string[] => [
  ...new Set([...handlesIn(text).slice(0, limit / 2), ...identifiersIn(text, limit)]),
];

function searchableText(message: Message): string {
  if (message.role === "summary") return message.text;
  return message.role === "assistant"
    ? [messageText(message), ...callsOf(message).map((call) => argumentText(call.inputJson))].join("\n")
    : messageText(message);
}
