import type { PastSessions } from "../ports";
import type { Tool } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { integerOf, optionalTextOf } from "../values";

const DEFAULT_HITS = 10;
const MAX_HITS = 50;
/** A page of a found message. */
const DEFAULT_CHARS = 8_000;
const LAST_OF_BASIC_PLANE = 0xffff;

export const sessionSearchTool = (past: PastSessions): Tool => ({
  name: "session_search",
  description:
    "Search the messages and tool results of this and earlier sessions, including compressed ones. With `query`, " +
    "finds messages; with `id` of a found message, shows its full text in parts.",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 1, description: "Words, names or paths to look for." },
      id: { type: "string", minLength: 1, description: "Id of a message to read." },
      offset: {
        type: "integer",
        minimum: 1,
        description: "First hit, or first character of the message, counted from 1. Default 1.",
      },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 50_000,
        description: `Number of hits (default ${DEFAULT_HITS}) or characters (default ${DEFAULT_CHARS}).`,
      },
    },
    additionalProperties: false,
  },
  category: "internal",
  order: "parallel",
  secrets: "redact",
  async run(args, context) {
    const query = optionalTextOf(args, "query");
    const id = optionalTextOf(args, "id");
    const from = integerOf(args, "offset", 1) - 1;
    if (id !== undefined) {
      const text = await past.readMessage(id, context.session);
      return text === undefined
        ? failedOutcome(`There is no message with the id ${id}.`)
        : textOutcome(showPart(text, from, integerOf(args, "limit", DEFAULT_CHARS)));
    }
    if (query === undefined) return failedOutcome("Give `query` to search, or `id` to read a found message.");
    const limit = Math.min(integerOf(args, "limit", DEFAULT_HITS), MAX_HITS);
    const hits = (await past.search(query, { session: context.session, limit: from + limit })).slice(from);
    if (hits.length === 0)
      return textOutcome(`No message found for ${JSON.stringify(query)}${from > 0 ? ` from hit ${from + 1} on` : ""}.`);
    return textOutcome(
      hits.map((hit) => `${hit.messageId} (${hit.role}, in "${hit.title}"): ${hit.snippet}`).join("\n"),
    );
  },
});

function showPart(text: string, from: number, limit: number): string {
  const wanted = Math.min(text.length, from + limit);
  // A surrogate pair must not be cut in half, or the parts would not add up to the original.
  const end = (text.codePointAt(wanted - 1) ?? 0) > LAST_OF_BASIC_PLANE && wanted < text.length ? wanted + 1 : wanted;
  const more = end < text.length ? `; continue with offset ${end + 1}` : "";
  return `${text.slice(from, end)}\n[characters ${from + 1}-${end} of ${text.length}${more}]`;
}
