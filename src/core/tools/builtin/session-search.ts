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
  description: "Find messages of this and earlier sessions by `query`; read one by `id`, in parts.",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 1 },
      id: { type: "string", minLength: 1 },
      offset: {
        type: "integer",
        minimum: 1,
      },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 50_000,
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
