import { rememberByText } from "../../base/text";
import { callsOf } from "../../conversation/exchanges";
import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import { argumentText } from "../../conversation/text/arguments";
import { handlesIn, identifiersIn } from "../../conversation/text/identifiers";
import { showsContent } from "../../conversation/text/tool-kind";
import type { Ledger } from "../../ledger/ledger";
import { redactMessage } from "../../redact/redacted-message";
import { withoutCodeLines } from "./facts/code-lines";
import type { Fold } from "./fold";
import type { KeyLineLimits, LineSource } from "./key-lines";
import { clip, keyLines, scoreLine } from "./key-lines";

/** Facts extracted by code from messages that leave the context, the most informative first. */
export interface Evidence {
  readonly lines: readonly string[];
  /** Names for the remaining room: a name costs little and is what a later turn searches for. */
  readonly names: readonly string[];
  /** Names the kept messages state anyway. */
  readonly keptNames: readonly string[];
}

interface Candidate {
  readonly line: string;
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

/** Reads messages ahead, so that gathering has only to put together what is known of each. */
export function readEvidence(messages: readonly Message[], detail: EvidenceDetail): void {
  for (const message of messages) {
    linesOf(message);
    namesOf(message, NAMES[detail]);
  }
}

export const gatherEvidence = (fold: Fold): Evidence => gather(fold, new Map(), NAMES.plain);

/**
 * More names of each message, ranked by the whole session: one that was worked with long ago outlives a passing one.
 */
export const gatherRichEvidence = (fold: Fold, ledger: Ledger): Evidence =>
  gather(fold, new Map(ledger.identifiers.map(({ text, weight }) => [text, weight])), NAMES.rich);

function gather(fold: Fold, weights: ReadonlyMap<string, number>, namesPerMessage: number): Evidence {
  const candidates: Candidate[] = fold.previousSummary === undefined ? [] : earlierLines(fold.previousSummary);
  const names: Weights = new Map(
    namesIn(fold.previousSummary ?? "", NAMES_OF_EARLIER).map((name) => [name, { weight: EARLIER_NAME_WEIGHT }]),
  );
  fold.folded.forEach((message, index) => {
    const recency = (RECENCY_POINTS * index) / fold.folded.length;
    for (const found of linesOf(message)) candidates.push({ line: found.line, score: found.score + recency });
    const age = fold.folded.length - 1 - index;
    noteNames(
      names,
      message,
      namesPerMessage,
      NEWEST_NAME_WEIGHT * Math.max(0, 1 - age / NEWEST_MESSAGES) + index / 1e6,
    );
  });
  for (const [name, weight] of weights) addWeight(names, name, weight);
  const lines = candidates
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_LINES)
    .map((candidate) => candidate.line);
  return {
    lines: [...new Set(lines)],
    names: [...names].toSorted(([, a], [, b]) => b.weight - a.weight).map(([name]) => name),
    keptNames: keptNamesOf(fold, namesPerMessage),
  };
}

function keptNamesOf(fold: Fold, namesPerMessage: number): readonly string[] {
  return [...fold.head, ...fold.tail].flatMap((message) => namesOf(message, namesPerMessage));
}

/** Messages never change, so what one says and names is read once. */
const linesByMessage = new WeakMap<Message, readonly Candidate[]>();
const namesByMessage = new WeakMap<Message, Map<number, readonly string[]>>();

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
  keyLines(text, limits, source).map(({ line, score }) => ({ line, score: score + bonus }));

/** Lines of the earlier hand-off compete with new ones; having been kept once speaks for them. */
function earlierLines(summary: string): Candidate[] {
  return withoutCodeLines(summary)
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+/, "").trim())
    .filter((line) => line.length > 3 && !line.startsWith("## ") && !/^none\.?$/i.test(line))
    .map((line) => ({ line: clip(line), score: scoreLine(line, "words") + BONUS.earlier }));
}

/** Changed in place: every name of every message is counted. */
type Weights = Map<string, { weight: number }>;

function addWeight(names: Weights, name: string, weight: number): void {
  const known = names.get(name);
  if (known === undefined) names.set(name, { weight });
  else known.weight += weight;
}

function noteNames(names: Weights, message: Message, most: number, recency: number): void {
  const weight = (message.role === "tool" ? 1 : 3) + recency;
  for (const name of namesOf(message, most)) addWeight(names, name, weight);
}

function namesOf(message: Message, limit: number): readonly string[] {
  const known = namesByMessage.get(message) ?? new Map<number, readonly string[]>();
  const names = known.get(limit) ?? namesIn(searchableText(redactMessage(message)), limit);
  namesByMessage.set(message, known.set(limit, names));
  return names;
}

/** Identifiers, and handles made of letters and digits that no language would spell so (`req-7f3a10`). */
function namesIn(text: string, limit: number): readonly string[] {
  return limit === NAMES.rich ? richNames(text) : limit === NAMES.plain ? plainNames(text) : scanNames(text, limit);
}

const richNames = rememberByText((text) => scanNames(text, NAMES.rich));
const plainNames = rememberByText((text) => scanNames(text, NAMES.plain));

const scanNames = (text: string, limit: number): readonly string[] => [
  ...new Set([...handlesIn(text).slice(0, limit / 2), ...identifiersIn(text, limit)]),
];

function searchableText(message: Message): string {
  if (message.role === "summary") return message.text;
  return message.role === "assistant"
    ? [messageText(message), ...callsOf(message).map((call) => argumentText(call.inputJson))].join("\n")
    : messageText(message);
}
