import { isObject, parseJson } from "../base/json";
import { sentence } from "../base/sentence";
import { SentenceError } from "../base/sentence-error";
import { unreachable } from "../base/unreachable";
import type { MessageId } from "../conversation/ids";
import { messageId } from "../conversation/ids";
import type { AssistantMessage, Message } from "../conversation/message";
import { isMessage } from "../conversation/message-shape";
import { messageText } from "../conversation/render";
import { exportTranscript, importTranscript } from "../conversation/transcript/transcript";
import { inertMarkdown } from "./inert-markdown";
import type { RequestRecord, Session } from "./lineage/session";
import { titleOf, UNTITLED } from "./lineage/title";

/** What says that a JSON file is one of ours; other files are taken as plain transcripts. */
const FORMAT = "hermes-session";
const FORMAT_VERSION = 1;

/** A session as a document to read: who said what, tool output folded away. */
export function exportMarkdown(session: Session): string {
  const started = new Date(session.header.startedAt).toISOString();
  const blocks = [
    `# ${inertMarkdown(session.title)}`,
    `Started ${started} in \`${session.header.workspace}\``,
    ...session.messages.map(messageMarkdown),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** A conversation that is no session of ours, in the same form. */
export const exportMessages = (title: string, messages: readonly Message[]): string =>
  `${[`# ${inertMarkdown(title)}`, ...messages.map(messageMarkdown)].filter((block) => block !== "").join("\n\n")}\n`;

function messageMarkdown(message: Message): string {
  switch (message.role) {
    case "user":
      return `## You\n\n${inertMarkdown(messageText(message))}`;
    case "assistant":
      return assistantMarkdown(message);
    case "tool":
      return folded(`${message.toolName}${message.failed ? " (failed)" : ""}`, messageText(message));
    case "summary":
      return folded(`Summary of ${message.covers.length} earlier messages`, message.text);
    default:
      return unreachable(message);
  }
}

function assistantMarkdown(message: AssistantMessage): string {
  const parts = message.parts.map((part) =>
    part.type === "tool-call"
      ? folded(`${part.name} called`, part.inputJson)
      : part.type === "text"
        ? inertMarkdown(part.text)
        : part.type === "opaque"
          ? inertMarkdown(part.gist)
          : "",
  );
  const text = parts.filter((part) => part !== "").join("\n\n");
  return text === "" ? "" : `## Hermes\n\n${text}`;
}

/** The fence is longer than any in the text, so that output with code blocks does not end it. */
function folded(title: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `<details><summary>${escapeHtml(title)}</summary>\n\n${fence}\n${text}\n${fence}\n\n</details>`;
}

const escapeHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Everything a later import needs, and the conversation once more in the form other programs read. */
export function exportJson(session: Session): string {
  const messages = exportTranscript([...session.messages]);
  return `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, session, messages }, null, 2)}\n`;
}

export interface ImportedSession {
  readonly title: string;
  readonly messages: readonly Message[];
}

/** A session file that is only looked at, with the ids and requests it names. */
export interface ReadSessionFile extends ImportedSession {
  readonly requests: readonly RequestRecord[];
}

/** Reads what `importSession` reads, as it is. Throws one clear error. */
export function readSessionFile(text: string): ReadSessionFile {
  const value = parseFile(text);
  const session = isObject(value) && isObject(value["session"]) ? value["session"] : {};
  const requests: readonly unknown[] = Array.isArray(session["requests"]) ? session["requests"] : [];
  return { ...readSession(value), requests: requests.filter(isRequest) };
}

/** A request of a file that somebody may have changed. */
const isRequest = (value: unknown): value is RequestRecord =>
  isObject(value) &&
  typeof value["id"] === "string" &&
  typeof value["model"] === "string" &&
  typeof value["provider"] === "string" &&
  typeof value["at"] === "number" &&
  isObject(value["usage"]) &&
  ["input", "cacheRead", "cacheWrite", "output", "reasoning"].every(
    (bucket) => isObject(value["usage"]) && typeof value["usage"][bucket] === "number",
  );

/**
 * Reads our own export, a list of OpenAI-style messages, an object that holds one, or one message per line.
 * Throws one clear error. Ids are made anew: the same file may be imported twice, and transcripts have none.
 */
export function importSession(text: string, newId: () => string): ImportedSession {
  const { title, messages } = readSession(parseFile(text));
  const ids = new Map(messages.map((message) => [message.id, messageId(newId())]));
  const fresh = (id: MessageId) => ids.get(id) ?? id;
  return {
    title,
    messages: messages.map((message) =>
      message.role === "summary"
        ? { ...message, id: fresh(message.id), covers: message.covers.map(fresh) }
        : { ...message, id: fresh(message.id) },
    ),
  };
}

function readSession(value: unknown): ImportedSession {
  const own = ownExport(value);
  if (own !== undefined) return own;
  const list = Array.isArray(value)
    ? value
    : isObject(value) && Array.isArray(value["messages"])
      ? value["messages"]
      : undefined;
  if (list === undefined)
    throw new SentenceError(
      sentence("This file holds no conversation: expected a list of messages or an object with `messages`."),
    );
  const messages = importTranscript(list);
  const first = messages.find((message) => message.role === "user");
  return { title: first === undefined ? UNTITLED : titleOf(first), messages };
}

function ownExport(value: unknown): ImportedSession | undefined {
  if (
    !isObject(value) ||
    value["format"] !== FORMAT ||
    value["version"] !== FORMAT_VERSION ||
    !isObject(value["session"])
  )
    return undefined;
  const { title, messages } = value["session"];
  if (typeof title !== "string" || !Array.isArray(messages) || !messages.every(isMessage))
    throw new SentenceError(sentence("This session export is damaged: its messages cannot be read."));
  return { title, messages };
}

/** The longest sessions export a tenth of it; a larger file would block the window while it is read. */
const MAX_IMPORT_CHARS = 32 * 1024 * 1024;

function parseFile(text: string): unknown {
  if (text.length > MAX_IMPORT_CHARS) throw new SentenceError(sentence("This file is too large to import."));
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parseJson);
  if (lines.length === 0 || lines.includes(undefined))
    throw new SentenceError(sentence("This file is neither JSON nor JSON lines."));
  return lines;
}
