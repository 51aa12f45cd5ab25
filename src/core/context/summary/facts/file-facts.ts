import { parseJsonObject } from "../../../base/json";
import { CallPairing, callsByResult } from "../../../conversation/exchanges";
import { GrowingWithList, KnownByMessage } from "../../../conversation/known-by-message";
import type { Message, ToolCallPart, ToolMessage } from "../../../conversation/message";
import { messageText } from "../../../conversation/render";
import { readIntent } from "../../../ledger/intent";
import { redactSecrets } from "../../../redact/secrets";
import { estimateTextTokens } from "../../../tokens/estimate";
import { FILE_LEAD, FILES_LEAD } from "./code-lines";

/** What a file states in single lines: what it is for, and names with their values as last read or written. */
export interface FileFacts {
  readonly path: string;
  readonly lines: readonly string[];
}

/** A twelfth of a small window; beyond that, files that nobody has touched for long are read again when needed. */
const WINDOW_SHARE = 0.08;
const MOST_TOKENS = 6_000;

/** Room for what files state, in a window of this size. */
export const fileFactsTokens = (windowTokens: number): number =>
  Math.floor(Math.min(windowTokens * WINDOW_SHARE, MOST_TOKENS));

/** Of one file at most this much: a table of a thousand constants is looked up, not remembered. */
const MOST_LINES_PER_FILE = 24;
/** More of one text is not looked at. */
const READ_CHARS = 100_000;
const LONGEST_LINE_CHARS = 120;

/**
 * Files by when they were last read or written, the newest first. A value that was written later replaces the one that
 * was read: the line that no longer holds is not carried on.
 */
export function fileFactsOf(messages: readonly Message[]): readonly FileFacts[] {
  const facts: FileFacts[] = [];
  for (const [path, lines] of statedFiles.of(messages).files)
    if (lines.size > 0) facts.push({ path, lines: [...lines.values()].slice(0, MOST_LINES_PER_FILE) });
  return facts.reverse();
}

/** What the files of a conversation state; it grows with the conversation. */
interface StatedFiles {
  /** By path, the lines by the names to which they give values. */
  readonly files: Map<string, Map<string, string>>;
  readonly calls: CallPairing;
  pathOf(path: string): string;
}

const statedFiles = new GrowingWithList<StatedFiles>(
  () => ({ files: new Map(), calls: new CallPairing(), pathOf: oneNamePerFile() }),
  ({ files, calls, pathOf }, message) => {
    const call = calls.next(message);
    const stated = message.role === "tool" && call !== undefined ? statementsOf(message, call) : undefined;
    if (stated === undefined) return;
    const path = pathOf(stated.path);
    const lines = files.get(path) ?? new Map<string, string>();
    // Put back at the end: files are ordered by when they were last worked with.
    files.delete(path);
    if (stated.statements === "gone") return;
    for (const [name, line] of stated.statements) lines.set(name, line);
    files.set(path, lines);
  },
);

/**
 * One line per file, the newest files first, as many as there is room for. The common folder is stated once. What room
 * is left goes to the words of the files themselves, which an edit has to quote.
 */
export function renderFileFacts(files: readonly FileFacts[], roomTokens: number): readonly string[] {
  const folder = commonFolder(files.map(({ path }) => path));
  const lead = folder === "" ? `${FILES_LEAD}:` : `${FILES_LEAD} below ${folder}:`;
  const render = ({ path, lines }: FileFacts, form: (lines: readonly string[]) => string) =>
    redactSecrets(`${FILE_LEAD}${path.slice(folder.length)}: ${form(lines)}`);
  let room = roomTokens - tokensOf(lead);
  const fitting = files.flatMap((file) => {
    const line = render(file, inShort);
    const tokens = tokensOf(line);
    if (tokens > room) return [];
    room -= tokens;
    return [{ file, line, tokens }];
  });
  const lines = fitting.map(({ file, line, tokens }) => {
    const verbatim = render(file, inFull);
    const more = tokensOf(verbatim) - tokens;
    if (more > room) return line;
    room -= more;
    return verbatim;
  });
  return lines.length === 0 ? [] : [lead, ...lines];
}

/** With the line break. */
const tokensOf = (line: string): number => estimateTextTokens(line) + 1;

const inShort = (lines: readonly string[]): string => lines.map(shortForm).join("; ");
const inFull = (lines: readonly string[]): string => lines.join(" ");

/** Without what every declaration of the language has: `RETRIES = 5` for `export const RETRIES = 5;`. */
export const shortForm = (line: string): string =>
  line
    .replace(/^(?:(?:export|const|let|var|public|private|protected|static|final|readonly|pub|val) )+/, "")
    .replace(/[;,]$/, "");

interface Statements {
  readonly path: string;
  readonly statements: ReadonlyMap<string, string> | "gone";
}

/** Reads results ahead, so that a compression has only to put together what is known of each. */
export function readFileFacts(messages: readonly Message[]): void {
  for (const [result, call] of callsByResult(messages)) statementsOf(result, call);
}

/** Puts together ahead what the files of a conversation state. */
export function listFileFacts(conversation: readonly Message[]): void {
  statedFiles.of(conversation);
}

/** Messages never change, so each result is read once. */
const read = new KnownByMessage<Statements | "none", ToolMessage>();

function statementsOf(result: ToolMessage, call: ToolCallPart): Statements | undefined {
  const known = read.get(result) ?? findStatements(result, call) ?? "none";
  read.set(result, known);
  return known === "none" ? undefined : known;
}

function findStatements(result: ToolMessage, call: ToolCallPart): Statements | undefined {
  const [file, ...others] = readIntent(call.name, call.inputJson).files;
  // A command on several files does not say which line comes from which.
  if (file === undefined || others.length > 0 || result.failed) return undefined;
  const path = file.path.replace(/\\/g, "/").replace(/^\.\//, "");
  if (file.operation === "deleted") return { path, statements: "gone" };
  const text = file.operation === "read" ? messageText(result) : writtenText(call.inputJson);
  return { path, statements: statementsIn(text.slice(0, READ_CHARS)) };
}

/** Keys of the text that an edit replaces. */
const OLD_TEXT = /^(?:find|search|old.*|before|original)$/i;

/** What a call writes, without what it replaces. */
function writtenText(inputJson: string): string {
  const texts: string[] = [];
  const collect = (key: string, value: unknown): void => {
    if (OLD_TEXT.test(key)) return;
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null)
      for (const [inner, each] of Object.entries(value)) collect(inner, each);
  };
  collect("", parseJsonObject(inputJson) ?? {});
  return texts.join("\n");
}

/** Numbers that reading tools write before a line, and the mark of an added line. */
const LEAD = /^\s*(?:\d{1,6}(?:→|\t|[|:] ?))?(?:\+(?=\s|\w))?\s*/;
const COMMENT = /^(?:\/\/|#(?!!)|\/\*+|--|;|<!--|""")\s*(?=(?:\S+\s+){2})/;

function statementsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let isFirst = true;
  for (const raw of text.split("\n")) {
    const line = raw.replace(LEAD, "").trimEnd();
    if (line === "") continue;
    const name =
      line.length > LONGEST_LINE_CHARS ? undefined : isFirst && COMMENT.test(line) ? "//" : nameStatedIn(line);
    if (name !== undefined) found.set(name, line);
    isFirst = false;
  }
  return found;
}

const LITERAL = String.raw`(?:-?\d[\w.]{0,30}|"[^"]{1,60}"|'[^']{1,60}'|\x60[^\x60]{1,60}\x60|true|false|True|False)`;
const STATEMENT = new RegExp(
  String.raw`^((?:[\w.$"'@-]{1,60}[ \t]+){0,4}?["']?)([A-Za-z_$][\w.$-]{0,60})["']?(?:\??:[ \t]*[\w<>|[\] ]{1,30})?` +
    String.raw`[ \t]*(?:=|:=|:)[ \t]*${LITERAL}[;,]?$`,
);

/** The name to which a line gives a value; undefined for other lines. */
export const nameStatedIn = (line: string): string | undefined =>
  mayState(line) ? STATEMENT.exec(line)?.[2] : undefined;

/** What every statement has, so that most lines of a file need no further look. */
const mayState = (line: string): boolean => {
  const end = line.length - 1;
  const last = line.charAt(end);
  const value = last === ";" || last === "," ? line.charAt(end - 1) : last;
  return VALUE_END.test(value) && (line.includes("=") || line.includes(":"));
};

const VALUE_END = /[\w."'`]/;

/** The same file may be named absolutely and relatively; it is listed once, as it was named first. */
function oneNamePerFile(): (path: string) => string {
  const byFileName = new Map<string, string[]>();
  return (path) => {
    const fileName = path.slice(path.lastIndexOf("/") + 1);
    const known = byFileName.get(fileName) ?? [];
    const same = known.find((other) => other === path || other.endsWith(`/${path}`) || path.endsWith(`/${other}`));
    if (same === undefined) byFileName.set(fileName, [...known, path]);
    return same ?? path;
  };
}

/** The folder that all files are in, with its slash; empty where naming it would save nothing. */
function commonFolder(paths: readonly string[]): string {
  const [first = "", ...others] = paths;
  if (others.length === 0) return "";
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  while (folder.length >= LEAST_FOLDER_CHARS && !others.every((path) => path.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  return folder.length < LEAST_FOLDER_CHARS ? "" : folder;
}

const LEAST_FOLDER_CHARS = 8;
