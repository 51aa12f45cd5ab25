import type { JsonObject, JsonValue } from "../base/json";
import { isObject } from "../base/json";
import type { Tool } from "./tool";

/** Keywords that only say what is refused. A model learns of a bound from the error, and rarely needs to. */
const BOUNDS = new Set(["minLength", "maxLength", "minimum", "maximum", "maxItems", "additionalProperties"]);

/**
 * The tool with a schema for the model that leaves bounds out: it is part of every request. Arguments are still checked
 * against the whole one.
 */
export const withShownSchema = (tool: Tool): Tool => ({
  ...tool,
  parameters: withoutBounds(tool.parameters),
  checked: tool.parameters,
});

const withoutBounds = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (BOUNDS.has(key) ? [] : [[key, trimmed(value)]])),
  );

const trimmed = (value: JsonValue | undefined): JsonValue => (isObject(value) ? withoutBounds(value) : (value ?? null));
