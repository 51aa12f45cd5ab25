import { messageId, type MessageId, type SessionId } from "../conversation/ids";
import type { AssistantPart, Message } from "../conversation/message";
import { unreachable } from "../conversation/message";
import { messageText } from "../conversation/render";
import type { SearchHit, SessionStore } from "./session";

/** Everything of a message that can be asked for later: what was said, and what tools were called with. */
export function originalText(message: Message): string {
  return message.role === "assistant" ? message.parts.map(partText).filter((text) => text !== "").join("\n") : messageText(message);
}

/** What search looks through; a summary repeats what the originals say, so it is found by its hand-off only. */
export const searchableText = (message: Message): string =>
  message.role === "summary" ? message.text : message.role === "tool" ? `${message.toolName} ${originalText(message)}` : originalText(message);

function partText(part: AssistantPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "thinking":
      return "";
    case "opaque":
      return part.gist;
    case "tool-call":
      return `${part.name} ${part.inputJson}`;
    default:
      return unreachable(part);
  }
}

/** What the model may ask: words to look for, or the id of a find whose original it wants to read. */
export type SessionQuestion =
  | { readonly kind: "find"; readonly query: string; readonly limit: number; readonly within?: SessionId }
  /** `near`: the session that asks, whose own chain is looked through first. */
  | { readonly kind: "read"; readonly id: MessageId; readonly offset: number; readonly limit: number; readonly near?: SessionId };

export type SessionAnswer =
  | { readonly kind: "found"; readonly hits: readonly SearchHit[] }
  | { readonly kind: "text"; readonly id: MessageId; readonly session: SessionId; readonly role: Message["role"]; readonly text: string; readonly offset: number; readonly nextOffset: number | null; readonly totalChars: number }
  | { readonly kind: "missing"; readonly id: MessageId };

/** Enough finds to choose from without filling the context with them. */
export const DEFAULT_HITS = 8;
const MAX_HITS = 30;
/** One page of an original: a long tool result is read in parts. */
export const DEFAULT_PAGE_CHARS = 8_000;
const MAX_PAGE_CHARS = 50_000;

/** Arguments of the tool, already checked against its schema, as a question; undefined where neither words nor an id were given. */
export function asQuestion(args: { readonly query?: string; readonly id?: string; readonly offset?: number; readonly limit?: number }): SessionQuestion | undefined {
  if (args.id !== undefined && args.id !== "") {
    return { kind: "read", id: messageId(args.id), offset: Math.max(0, Math.floor(args.offset ?? 0)), limit: clamp(args.limit ?? DEFAULT_PAGE_CHARS, MAX_PAGE_CHARS) };
  }
  if (args.query === undefined || args.query.trim() === "") return undefined;
  return { kind: "find", query: args.query, limit: clamp(args.limit ?? DEFAULT_HITS, MAX_HITS) };
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(1, Math.floor(value)));

export async function answerQuestion(store: Pick<SessionStore, "search" | "findMessage">, question: SessionQuestion): Promise<SessionAnswer> {
  if (question.kind === "find") {
    const { query, limit, within } = question;
    return { kind: "found", hits: await store.search(query, within === undefined ? { limit } : { limit, within }) };
  }
  const found = await store.findMessage(question.id, question.near);
  if (found === undefined) return { kind: "missing", id: question.id };
  const { id, offset, limit } = question;
  const original = originalText(found.message);
  const page = cutPage(original, offset, limit);
  return { kind: "text", id, session: found.session, role: found.message.role, totalChars: original.length, ...page };
}

/** A page never ends inside a character, so the pages put together are the original, byte for byte. */
export function cutPage(text: string, offset: number, limit: number): { readonly text: string; readonly offset: number; readonly nextOffset: number | null } {
  const start = isInsideCharacter(text, offset) ? offset - 1 : Math.min(offset, text.length);
  const wanted = Math.min(text.length, start + limit);
  const end = isInsideCharacter(text, wanted) ? wanted + 1 : wanted;
  return { text: text.slice(start, end), offset: start, nextOffset: end < text.length ? end : null };
}

const isInsideCharacter = (text: string, index: number): boolean => index > 0 && index < text.length && (text.codePointAt(index - 1) ?? 0) > 0xffff;

/** The answer as the model reads it. */
export function renderAnswer(answer: SessionAnswer): string {
  switch (answer.kind) {
    case "missing":
      return `There is no message with the id ${answer.id}. Search by words first; each find names its id.`;
    case "text":
      return [
        `[${answer.role} message ${answer.id} of session ${answer.session}, characters ${answer.offset}–${answer.offset + answer.text.length} of ${answer.totalChars}]`,
        answer.text,
        ...(answer.nextOffset === null ? [] : [`[more: ask again with this id and offset ${answer.nextOffset}]`]),
      ].join("\n");
    case "found":
      return answer.hits.length === 0
        ? "Nothing found. Try other words: names of files, functions or error texts work best."
        : [...answer.hits.map(renderHit), "Give an id (with offset and limit for long ones) to read the original text."].join("\n");
    default:
      return unreachable(answer);
  }
}

const renderHit = (hit: SearchHit): string => `- id ${hit.messageId} · ${hit.role} · "${hit.title}" (session ${hit.session})\n  ${hit.snippet}`;
