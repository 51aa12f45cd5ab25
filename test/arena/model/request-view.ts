import type { Json } from "../../support/model-server/json";
import { isObject, listOf, objectsOf, textOf } from "../../support/model-server/json";

/** What a model can read in a request: system prompt and conversation, one line per line, without the tool schemas. */
export function visibleText(body: Json): string {
  const texts: string[] = [];
  for (const key of ["system", "instructions", "messages", "input"]) collect(body[key], texts);
  return texts.join("\n");
}

/** Fields that hold identifiers of the wire, not words. */
const NOT_TEXT = new Set([
  "type",
  "role",
  "id",
  "call_id",
  "tool_use_id",
  "tool_call_id",
  "status",
  "signature",
  "data",
]);

function collect(value: unknown, texts: string[]): void {
  if (typeof value === "string") texts.push(readable(value));
  else if (Array.isArray(value)) for (const item of value) collect(item, texts);
  else if (isObject(value))
    for (const [key, inner] of Object.entries(value)) if (!NOT_TEXT.has(key)) collect(inner, texts);
}

/** Arguments of calls travel as JSON inside a string; a model reads what they say. */
function readable(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    const inner: string[] = [];
    collect(JSON.parse(text), inner);
    return inner.join("\n");
  } catch {
    return text;
  }
}

/** The text of the newest message from outside the model, without the results of tools. */
export function newestInstruction(body: Json): string {
  const newest = objectsOf(body["messages"] ?? body["input"]).at(-1);
  if (newest === undefined || newest["role"] === "tool" || textOf(newest["type"]).endsWith("_output")) return "";
  const content = newest["content"];
  if (typeof content === "string") return content;
  return objectsOf(content)
    .filter((part) => part["type"] !== "tool_result")
    .map((part) => textOf(part["text"]))
    .join("\n");
}

/** The text of the results that came back last. */
export function newestResult(body: Json): string {
  const newest = objectsOf(body["messages"] ?? body["input"]).at(-1);
  const texts: string[] = [];
  collect(newest, texts);
  return texts.join("\n");
}

/** The hand-off that a request carries already, wherever an agent that continues its notes puts it. */
export const earlierNotes = (text: string): string =>
  /<earlier-notes>([\s\S]*)<\/earlier-notes>/.exec(text)?.[1] ??
  /## Active Task\n([\s\S]*?)\n\[END OF/.exec(text)?.[1] ??
  "";

export interface OfferedTool {
  readonly name: string;
  readonly properties: Readonly<Record<string, Json>>;
}

/** The tools of a request, whatever its protocol. */
export const offeredTools = (body: Json): readonly OfferedTool[] =>
  listOf(body["tools"]).flatMap((tool) => {
    if (!isObject(tool)) return [];
    const definition = isObject(tool["function"]) ? tool["function"] : tool;
    const schema = definition["input_schema"] ?? definition["parameters"];
    const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
    const entries = Object.entries(properties).filter((entry): entry is [string, Json] => isObject(entry[1]));
    return [{ name: textOf(definition["name"]), properties: Object.fromEntries(entries) }];
  });
