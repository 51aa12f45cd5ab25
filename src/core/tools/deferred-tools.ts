import { isObject, parseJsonObject } from "../base/json";
import type { ToolCallPart } from "../conversation/message";
import { estimateTextTokens } from "../tokens/estimate";
import { describeTool, searchTools } from "./on-demand/search";
import type { Tool } from "./tool";
import { failedOutcome, textOutcome } from "./tool";
import { textOf } from "./values";

const SEARCH = "tool_search";
const USE = "use_tool";

/** Names alone of very many tools would defeat their purpose. */
const NAMES_TOKENS = 1_500;

/** The two tools that stand for all deferred ones. */
export const searchToolsFor = (deferred: readonly Tool[]): readonly Tool[] => [
  {
    name: SEARCH,
    description:
      `Find a tool on demand by what it does or by its name, and see its arguments. Then call it with ${USE}. ` +
      `Tools on demand: ${nameAll(deferred)}.`,
    parameters: {
      type: "object",
      properties: { query: { type: "string", minLength: 1, description: "What the tool should do, or its name." } },
      required: ["query"],
      additionalProperties: false,
    },
    category: "internal",
    order: "parallel",
    secrets: "keep",
    async run(args) {
      const found = searchTools(deferred, textOf(args, "query"));
      return found.length === 0
        ? failedOutcome(`No tool on demand fits ${JSON.stringify(textOf(args, "query"))}. Try other words.`)
        : textOutcome(found.map(describeTool).join("\n\n"));
    },
  },
  {
    name: USE,
    description: `Call a tool that ${SEARCH} found.`,
    parameters: {
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, description: "Name of the tool." },
        arguments: { type: "object", description: "Arguments as its schema says." },
      },
      required: ["name"],
      additionalProperties: false,
    },
    category: "internal",
    order: "alone",
    secrets: "keep",
    // Reached only where the call names no tool: `unwrapCall` turns every other one into a call of its target.
    async run(args) {
      return failedOutcome(`There is no tool on demand named ${JSON.stringify(textOf(args, "name"))}. Use ${SEARCH}.`);
    },
  },
];

/**
 * A call through `use_tool` as the call it stands for, so that schema, approval, and hooks are those of its target. Any
 * other call is returned as it is.
 */
export function unwrapCall(call: ToolCallPart, find: (name: string) => Tool | undefined): ToolCallPart {
  if (call.name !== USE) return call;
  const input = parseJsonObject(call.inputJson);
  const name = input?.["name"];
  if (input === undefined || typeof name !== "string" || name === USE || find(name) === undefined) return call;
  const args = input["arguments"];
  // Some models write the arguments as a text.
  const inputJson = typeof args === "string" ? args : JSON.stringify(isObject(args) ? args : {});
  return { ...call, name, inputJson };
}

function nameAll(tools: readonly Tool[]): string {
  const names = tools.map(({ name }) => name);
  for (let count = names.length; count > 0; count = Math.floor(count * 0.9)) {
    const more = count < names.length ? `, and ${names.length - count} more` : "";
    const text = names.slice(0, count).join(", ") + more;
    if (estimateTextTokens(text) <= NAMES_TOKENS) return text;
  }
  return `${names.length} tools`;
}
