import type { JsonObject } from "../../base/json";
import { isObject } from "../../base/json";
import type { SessionId } from "../../conversation/ids";
import type { TodoItem, TodoLists } from "../ports";
import type { Tool } from "../tool";
import { textOutcome } from "../tool";

const MAX_ITEMS = 100;

export const todoTool = (lists: TodoLists): Tool => ({
  name: "todo",
  description: "Keep the steps of a larger task: send the whole list each time. Without items, shows it.",
  parameters: {
    type: "object",
    properties: {
      items: {
        type: "array",
        maxItems: MAX_ITEMS,
        items: {
          type: "object",
          properties: {
            text: { type: "string", minLength: 1, maxLength: 500 },
            state: { type: "string", enum: ["open", "doing", "done"] },
          },
          required: ["text", "state"],
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  },
  category: "internal",
  order: "alone",
  secrets: "keep",
  async run(args, context) {
    if (args["items"] !== undefined) lists.write(context.session, itemsOf(args));
    const items = lists.read(context.session);
    return textOutcome(
      items.length === 0 ? "The list is empty." : items.map((item) => `[${MARKS[item.state]}] ${item.text}`).join("\n"),
    );
  },
});

const MARKS = { open: " ", doing: "~", done: "x" } as const;

function itemsOf(args: JsonObject): readonly TodoItem[] {
  const items = Array.isArray(args["items"]) ? args["items"] : [];
  return items.filter(isObject).map((item) => ({
    text: String(item["text"]),
    state: item["state"] === "done" ? "done" : item["state"] === "doing" ? "doing" : "open",
  }));
}

/**
 * A list that was just written is valid until the conversation contains it. From then on the conversation decides, so
 * that a list survives compressions, undos and restarts.
 */
export function createTodoLists(told: (session: SessionId) => readonly TodoItem[] = () => NONE): TodoLists {
  const lists = new Map<SessionId, { readonly items: readonly TodoItem[]; readonly over: readonly TodoItem[] }>();
  return {
    read(session) {
      const written = lists.get(session);
      const known = told(session);
      return written?.over === known ? written.items : known;
    },
    write: (session, items) => void lists.set(session, { items, over: told(session) }),
  };
}

const NONE: readonly TodoItem[] = [];
