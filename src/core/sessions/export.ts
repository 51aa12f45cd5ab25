import { messageId, type MessageId } from "../conversation/ids";
import type { AssistantMessage, Message } from "../conversation/message";
import { unreachable } from "../conversation/message";
import { messageText } from "../conversation/render";
import { exportTranscript, importTranscript } from "../conversation/transcript";
import type { Session } from "./session";
import { titleOf } from "./title";

/** What says that a JSON file is one of ours; other files are taken as plain transcripts. */
const FORMAT = "hermes-session";
const FORMAT_VERSION = 1;

/** A session as a document to read: who said what, tool output folded away. */
export function exportMarkdown(session: Session): string {
  const started = new Date(session.header.startedAt).toISOString();
  const blocks = [
    `# ${session.title}`,
    `Started ${started} in \`${session.header.workspace}\``,
    ...session.messages.map(messageMarkdown),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function messageMarkdown(message: Message): string {
  switch (message.role) {
    case "user":
      return `## You\n\n${messageText(message)}`;
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
        ? part.text
        : part.type === "opaque"
          ? part.gist
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
export const exportJson = (session: Session): string =>
  `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, session, messages: exportTranscript([...session.messages]) }, null, 2)}\n`;

export interface ImportedSession {
  readonly title: string;
  readonly messages: readonly Message[];
}

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
    : isRecord(value) && Array.isArray(value["messages"])
      ? value["messages"]
      : undefined;
  if (list === undefined)
    throw new Error("This file holds no conversation: expected a list of messages or an object with `messages`.");
  const messages = importTranscript(list);
  const first = messages.find((message) => message.role === "user");
  return { title: first === undefined ? "Imported session" : titleOf(first), messages };
}

function ownExport(value: unknown): ImportedSession | undefined {
  if (
    !isRecord(value) ||
    value["format"] !== FORMAT ||
    value["version"] !== FORMAT_VERSION ||
    !isRecord(value["session"])
  )
    return undefined;
  const { title, messages } = value["session"];
  if (typeof title !== "string" || !Array.isArray(messages) || !messages.every(isMessage))
    throw new Error("This session export is damaged: its messages cannot be read.");
  return { title, messages };
}

const isMessage = (value: unknown): value is Message =>
  isRecord(value) &&
  typeof value["id"] === "string" &&
  ((value["role"] === "user" && Array.isArray(value["content"])) ||
    (value["role"] === "assistant" && Array.isArray(value["parts"]) && isRecord(value["origin"])) ||
    (value["role"] === "tool" && isRecord(value["body"])) ||
    (value["role"] === "summary" && typeof value["text"] === "string" && Array.isArray(value["covers"])));

function parseFile(text: string): unknown {
  const whole = tryParse(text);
  if (whole !== undefined) return whole;
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(tryParse);
  if (lines.length === 0 || lines.includes(undefined)) throw new Error("This file is neither JSON nor JSON lines.");
  return lines;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The caller tries line by line, then says what is wrong.
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
