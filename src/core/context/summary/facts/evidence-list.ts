import { rememberByText } from "../../../base/text";
import { callsOf } from "../../../conversation/exchanges";
import { GrowingWithList, KnownByMessage } from "../../../conversation/known-by-message";
import type { Message } from "../../../conversation/message";
import { messageText } from "../../../conversation/render";
import { argumentText } from "../../../conversation/text/arguments";
import { handlesIn, identifiersIn } from "../../../conversation/text/identifiers";
import { NameTable, nameTableOf } from "../../../conversation/text/name-table";
import { showsContent } from "../../../conversation/text/tool-kind";
import { redactMessage } from "../../../redact/redacted-message";
import { EvidenceLine } from "./evidence-line";
import type { KeyLineLimits, LineSource } from "./key-lines";
import { keyLines } from "./key-lines";
import { nameSizesOf } from "./name-sizes";

export interface Candidate {
  readonly line: EvidenceLine;
  readonly score: number;
}

/** Of one message at most this much, so that one log does not crowd out everything else. */
const PER_RESULT = { lines: 10, chars: 1_200 } as const;
const PER_TEXT = { lines: 8, chars: 1_200 } as const;
/** People's words outweigh the model's, and those outweigh what tools print. */
export const BONUS = { user: 4, assistant: 2, earlier: 3, tool: 0 } as const;

export type EvidenceDetail = "plain" | "rich";

const NAMES: Readonly<Record<EvidenceDetail, number>> = { plain: 60, rich: 400 };

/**
 * Reads messages ahead, so that gathering has only to put together what is known of each: names of all of them, and
 * lines of so many. Returns how many were new.
 */
export function readEvidence(
  messages: readonly Message[],
  detail: EvidenceDetail,
  withLines: number = messages.length,
): number {
  let fresh = 0;
  messages.forEach((message, at) => {
    const needsLines = at < withLines && !linesByMessage.has(message);
    if (!needsLines && namesByMessage[detail].has(message)) return;
    if (needsLines) linesOf(message);
    namesOf(message, detail);
    fresh++;
  });
  return fresh;
}

/**
 * What the messages of a list say and name; it grows with the list. All lines are in one list and all names in another,
 * because a compression goes through all of them: what would be a list for each message is a stretch of those.
 */
export interface Listed {
  readonly messages: Message[];
  readonly lines: EvidenceLine[];
  /** Of the lines. */
  readonly scores: number[];
  /** As numbers of the table. */
  readonly names: number[];
  /** By the place of a message, where its lines end, as far as somebody asked for them: what is kept needs none. */
  readonly lineEnds: number[];
  /** By the place of a message, where its names end. */
  readonly nameEnds: number[];
  readonly table: NameTable;
}

const listOf = (detail: EvidenceDetail): GrowingWithList<Listed> =>
  new GrowingWithList<Listed>(
    (opening) => ({
      ...{ messages: [], lines: [], scores: [], names: [], lineEnds: [], nameEnds: [] },
      table: opening === undefined ? new NameTable() : nameTableOf(opening),
    }),
    ({ messages, names, nameEnds, table }, message) => {
      messages.push(message);
      for (const name of namesOf(message, detail)) names.push(table.numberOf(name));
      nameEnds.push(names.length);
    },
  );
const listed: Readonly<Record<EvidenceDetail, GrowingWithList<Listed>>> = {
  plain: listOf("plain"),
  rich: listOf("rich"),
};

/**
 * What is known of a conversation, with the lines of its messages up to a place; callers share it, so it must not be
 * kept across an await.
 */
export function listedOf(messages: readonly Message[], detail: EvidenceDetail, linesEnd: number): Listed {
  const known = listed[detail].of(messages);
  const { lines, scores, lineEnds } = known;
  for (let at = lineEnds.length; at < linesEnd; at++) {
    const message = known.messages[at];
    for (const { line, score } of message === undefined ? [] : linesOf(message)) {
      lines.push(line);
      scores.push(score);
    }
    lineEnds.push(lines.length);
  }
  return known;
}

/** How many messages at the beginning of a list were listed before. */
export const countListed = (messages: readonly Message[], detail: EvidenceDetail): number =>
  listed[detail].knownOf(messages);

/** Lists what was read, with lines up to a place, so that a compression does not have to look up each message. */
export function listEvidence(messages: readonly Message[], detail: EvidenceDetail, linesEnd: number): void {
  listedOf(messages, detail, linesEnd);
}

/**
 * Measures the lines of a listed conversation ahead, from a message on, and numbers their names: a summary takes as
 * many as fit and say more.
 */
export function measureEvidence(messages: readonly Message[], start: number, detail: EvidenceDetail): void {
  const { lines, lineEnds, table } = listedOf(messages, detail, messages.length);
  for (let at = lineEnds[start - 1] ?? 0; at < lines.length; at++) lines[at]?.read(table);
  nameSizesOf(table);
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

export function namesOf(message: Message, detail: EvidenceDetail): readonly string[] {
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
export const scanNames = (text: string, limit: number): readonly string[] => [
  ...new Set([...handlesIn(text).slice(0, limit / 2), ...identifiersIn(text, limit)]),
];

function searchableText(message: Message): string {
  if (message.role === "summary") return message.text;
  return message.role === "assistant"
    ? [messageText(message), ...callsOf(message).map((call) => argumentText(call.inputJson))].join("\n")
    : messageText(message);
}
