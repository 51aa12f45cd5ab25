import type { JsonObject, JsonValue } from "../../base/json";
import { isObject } from "../../base/json";

/** The values of one setting: the schema for the settings editor, and the same bounds for values from a file. */
export interface SettingRule<Value> {
  readonly kind: "setting";
  readonly fallback: Value;
  /** JSON Schema without description and default, which come from the translation file and from `fallback`. */
  readonly schema: JsonObject;
  read(value: unknown): Reading<Value>;
}

type Reading<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "problem"; readonly expected: string };

interface Bounds {
  readonly minimum: number;
  readonly maximum?: number;
}

export function flag(fallback: "on" | "off"): SettingRule<boolean> {
  return rule(fallback === "on", { type: "boolean" }, (value) =>
    typeof value === "boolean" ? accept(value) : refuse("true or false"),
  );
}

export function text(fallback: string): SettingRule<string> {
  return rule(fallback, { type: "string" }, (value) =>
    typeof value === "string" ? accept(value.trim()) : refuse("a text"),
  );
}

export function number(fallback: number, bounds: Bounds): SettingRule<number> {
  return rule(fallback, { type: "number", ...bounds }, (value) =>
    isWithin(value, bounds) ? accept(value) : refuse(`a number ${inWords(bounds)}`),
  );
}

export function count(fallback: number, bounds: Bounds): SettingRule<number> {
  return rule(fallback, { type: "integer", ...bounds }, (value) =>
    isCount(value, bounds) ? accept(value) : refuse(`a whole number ${inWords(bounds)}`),
  );
}

/** Null means that Hermes determines the number itself. */
export function optionalCount(bounds: Bounds): SettingRule<number | null> {
  return rule<number | null>(null, { type: ["integer", "null"], ...bounds }, (value) =>
    value === null || isCount(value, bounds) ? accept(value) : refuse(`a whole number ${inWords(bounds)}, or null`),
  );
}

export function choice<const Choice extends string>(
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
): SettingRule<Choice> {
  return rule<Choice>(fallback, { type: "string", enum: [...choices] }, (value) => {
    const chosen = choices.find((one) => one === value);
    return chosen === undefined ? refuse(`one of ${choices.map((one) => `"${one}"`).join(", ")}`) : accept(chosen);
  });
}

export function texts(fallback: readonly string[]): SettingRule<readonly string[]> {
  return rule(fallback, { type: "array", items: { type: "string" }, uniqueItems: true }, (value) =>
    isTextList(value) ? accept(value) : refuse("a list of texts"),
  );
}

/** An object whose entries all pass one check, such as the table of MCP servers. */
export function table<Entry>(entry: {
  readonly schema: JsonObject;
  readonly expected: string;
  readonly is: (value: unknown) => value is Entry;
}): SettingRule<Readonly<Record<string, Entry>>> {
  return rule<Readonly<Record<string, Entry>>>({}, { type: "object", additionalProperties: entry.schema }, (value) => {
    if (!isObject(value)) return refuse("an object");
    const accepted: Record<string, Entry> = {};
    for (const [name, item] of Object.entries(value)) {
      if (!entry.is(item)) return refuse(`${entry.expected} under "${name}"`);
      accepted[name] = item;
    }
    return accept(accepted);
  });
}

export const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
export const isTextTable = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((item) => typeof item === "string");

function rule<Value>(
  fallback: Value,
  schema: Readonly<Record<string, JsonValue>>,
  read: (value: unknown) => Reading<Value>,
): SettingRule<Value> {
  return { kind: "setting", fallback, schema, read };
}

const accept = <Value>(value: Value): Reading<Value> => ({ kind: "value", value });
const refuse = (expected: string): Reading<never> => ({ kind: "problem", expected });

function isWithin(value: unknown, { minimum, maximum = Infinity }: Bounds): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= minimum && value <= maximum;
}

const isCount = (value: unknown, bounds: Bounds): value is number => isWithin(value, bounds) && Number.isInteger(value);
const inWords = ({ minimum, maximum }: Bounds) =>
  maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
