import type { Json } from "./json";
import { isObject, objectsOf, textOf } from "./json";

/**
 * A request of another agent as the strict checks expect one. The real APIs accept more than we send: betas, messages
 * of one role in a row, tools and items of other kinds. What every client has to get right is still checked: calls and
 * results in pairs, signatures, markers.
 */
export function normalizeForeignRequest(body: Json): Json {
  if (body["input"] !== undefined)
    return { ...body, tools: objectsOf(body["tools"]).filter(isFunction), input: normalizeItems(body["input"]) };
  if (objectsOf(body["tools"]).some((tool) => tool["function"] !== undefined))
    return { ...body, tools: objectsOf(body["tools"]).map(withParameters) };
  const { context_management: _, ...known } = body;
  return body["messages"] !== undefined && body["max_tokens"] !== undefined
    ? { ...known, ...ownTools(body["tools"]), messages: mergeRoles(objectsOf(body["messages"])) }
    : body;
}

/** Tools that run at the provider's side, such as its web search, have a type of their own and no schema. */
const ownTools = (tools: unknown): Json =>
  tools === undefined ? {} : { tools: objectsOf(tools).filter(({ type }) => type === undefined || type === "custom") };

/** A function without parameters may leave them out. */
function withParameters(tool: Json): Json {
  const definition = tool["function"];
  if (!isObject(definition) || isObject(definition["parameters"])) return tool;
  return { ...tool, function: { ...definition, parameters: { type: "object", properties: {} } } };
}

const isFunction = (tool: Json): boolean => tool["type"] === "function";

function normalizeItems(input: unknown): readonly Json[] {
  return objectsOf(input).flatMap((item): readonly Json[] => {
    switch (item["type"] ?? "message") {
      case "message":
        return [{ type: "message", ...item }];
      case "reasoning":
      case "function_call":
      case "function_call_output":
        return [item];
      case "custom_tool_call":
        return [{ ...item, type: "function_call", arguments: textOf(item["input"]) }];
      case "custom_tool_call_output":
        return [{ ...item, type: "function_call_output" }];
      default:
        return [];
    }
  });
}

function mergeRoles(messages: readonly Json[]): readonly Json[] {
  const merged: { readonly role: unknown; readonly content: Json[] }[] = [];
  for (const { role, content } of messages) {
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : objectsOf(content);
    // A note from the system inside the conversation counts as the user's.
    const speaker = role === "system" ? "user" : role;
    if (merged.at(-1)?.role === speaker) merged.at(-1)?.content.push(...blocks);
    else merged.push({ role: speaker, content: [...blocks] });
  }
  return merged;
}
