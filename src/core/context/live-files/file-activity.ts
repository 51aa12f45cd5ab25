import { callsByResult } from "../../conversation/exchanges";
import type { Message, ToolCallPart, ToolMessage } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import { argumentText } from "../../conversation/text/arguments";
import { exitCodeIn } from "../../conversation/text/tool-outcome";
import { readIntent } from "../../ledger/intent";

/** What a session has done with one file so far. */
export interface FileActivity {
  readonly path: string;
  /** How likely it is to be edited next, by edits, reads, mentions, and failures, the recent ones most. */
  readonly score: number;
  /** Lines that were written or shown, with their weight; those being worked on weigh most. */
  readonly lines: ReadonlyMap<string, number>;
}

/** What an event says about the file it names. An edit is rarely the last one. */
const WEIGHTS = { edit: 4, read: 1, reread: 3, mention: 3, failure: 2 } as const;
/** Lines of an edit against lines of a file that was only shown. */
const LINE_WEIGHTS = { edit: 1, read: 0.25 } as const;
/** An event counts half after this many messages. */
const HALF_LIFE_MESSAGES = 100;
/**
 * What was read a moment ago is read for a reason: the next replies quote it more often than anything else, and hardly
 * ever later. Weights and half-life fit how often recorded sessions reused a line.
 */
const FRESH_READ = { weight: 6, halfLifeMessages: 8 } as const;
/** More of one text is not looked at. */
const MOST_LINES = 2_000;

/** Files of a session, the most active first. Deleted ones are left out. */
export function fileActivity(messages: readonly Message[]): readonly FileActivity[] {
  const files = new Map<string, Draft>();
  const calls = callsByResult(messages);
  messages.forEach((message, index) => {
    const age = messages.length - index;
    if (message.role === "tool") noteResult(files, message, calls.get(message), age);
    else if (message.role === "user") noteMentions(files, messageText(message), WEIGHTS.mention * decayed(age));
  });
  return [...files.values()].toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

const decayed = (age: number, halfLifeMessages: number = HALF_LIFE_MESSAGES): number => 2 ** (-age / halfLifeMessages);

interface Draft {
  readonly path: string;
  score: number;
  readonly lines: Map<string, number>;
}

function noteResult(
  files: Map<string, Draft>,
  message: ToolMessage,
  call: ToolCallPart | undefined,
  age: number,
): void {
  const decay = decayed(age);
  const text = messageText(message);
  const intent = readIntent(call?.name ?? message.toolName, call?.inputJson ?? "{}");
  const exitCode = intent.command === undefined ? undefined : exitCodeIn(text);
  if (message.failed || (exitCode ?? 0) !== 0) noteMentions(files, text, WEIGHTS.failure * decay);
  if (message.failed) return;
  for (const { path, operation } of intent.files) {
    if (operation === "deleted") {
      files.delete(path);
      continue;
    }
    const known = files.get(path);
    const draft = known ?? { path, score: 0, lines: new Map<string, number>() };
    files.set(path, draft);
    const isEdit = operation === "written";
    draft.score += (isEdit ? WEIGHTS.edit : known === undefined ? WEIGHTS.read : WEIGHTS.reread) * decay;
    if (isEdit) addLines(draft.lines, argumentText(call?.inputJson ?? ""), LINE_WEIGHTS.edit * decay);
    else addLines(draft.lines, text, LINE_WEIGHTS.read * decay + freshness(age));
  }
}

const freshness = (age: number): number => FRESH_READ.weight * decayed(age, FRESH_READ.halfLifeMessages);

/** A file is named by its own name: people and test runners leave out the folders. */
function noteMentions(files: ReadonlyMap<string, Draft>, text: string, weight: number): void {
  for (const draft of files.values()) if (text.includes(fileName(draft.path))) draft.score += weight;
}

const fileName = (path: string): string => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);

function addLines(lines: Map<string, number>, text: string, weight: number): void {
  for (const raw of text.split("\n", MOST_LINES)) {
    const line = bareLine(raw);
    if (line !== "") lines.set(line, Math.max(lines.get(line) ?? 0, weight));
  }
}

/** A line as it is in the file: without the number that reading tools and the mark that patches put before it. */
export const bareLine = (raw: string): string =>
  raw
    .replace(/^\s*\d{1,6}(?:→|\t|[|:] ?)/, "")
    .replace(/^[+](?=\s|\w)/, "")
    .trim();
