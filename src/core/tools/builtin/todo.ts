import type { JsonObject } from "../../conversation/message";
import type { TodoItem, TodoLists } from "../ports";
import { textOutcome } from "../tool";
import type { Tool } from "../tool";
import { isObject } from "../validate";

const MAX_ITEMS = 100;

export const todoTool = (lists: TodoLists): Tool => ({
  name: "todo",
  description: "Keep the list of steps of a larger task. Send the whole list each time something changes; without items it is shown. Have at most one item in the state doing.",
  parameters: {
    type: "object",
    properties: {
      items: {
        type: "array",
        maxItems: MAX_ITEMS,
        items: {
          type: "object",
          properties: { text: { type: "string", minLength: 1, maxLength: 500 }, state: { type: "string", enum: ["open", "doing", "done"] } },
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
    return textOutcome(items.length === 0 ? "The list is empty." : items.map((item) => `[${MARKS[item.state]}] ${item.text}`).join("\n"));
  },
});

const MARKS = { open: " ", doing: "~", done: "x" } as const;

function itemsOf(args: JsonObject): readonly TodoItem[] {
  const items = Array.isArray(args["items"]) ? args["items"] : [];
  return items.filter(isObject).map((item) => ({ text: String(item["text"]), state: item["state"] === "done" ? "done" : item["state"] === "doing" ? "doing" : "open" }));
}

/** Lists that live as long as the host does. */
export function createTodoLists(): TodoLists {
  const lists = new Map<string, readonly TodoItem[]>();
  return { read: (session) => lists.get(session) ?? [], write: (session, items) => void lists.set(session, items) };
}
