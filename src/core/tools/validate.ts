import type { JsonObject, JsonValue } from "../conversation/message";

/**
 * The part of JSON Schema that tool parameters use. Unknown keywords are ignored: a foreign server's
 * schema may say more than we check, and the tool itself still refuses what it cannot take.
 */
export function findProblems(schema: JsonObject, value: JsonValue): readonly string[] {
  return check({ root: schema, depth: 0 }, schema, value, "");
}

interface Scope {
  readonly root: JsonObject;
  readonly depth: number;
}

/** A schema may refer to itself; arguments nested deeper than this are nobody's honest call. */
const MAX_DEPTH = 64;

function check(scope: Scope, schema: JsonValue | undefined, value: JsonValue, path: string): readonly string[] {
  if (!isObject(schema)) return schema === false ? [`${name(path)} is not allowed`] : [];
  if (scope.depth > MAX_DEPTH) return [`${name(path)} is nested too deeply`];
  const inner = { ...scope, depth: scope.depth + 1 };
  const target = schema["$ref"];
  if (typeof target === "string") return check(inner, lookUp(scope.root, target), value, path);
  const mismatch = checkType(schema["type"], value, path);
  if (mismatch !== undefined) return [mismatch];
  return [
    ...checkChoice(schema, value, path),
    ...checkCombined(inner, schema, value, path),
    ...(typeof value === "string" ? checkText(schema, value, path) : []),
    ...(typeof value === "number" ? checkNumber(schema, value, path) : []),
    ...(isList(value) ? checkList(inner, schema, value, path) : []),
    ...(isObject(value) ? checkObject(inner, schema, value, path) : []),
  ];
}

function checkType(type: JsonValue | undefined, value: JsonValue, path: string): string | undefined {
  const allowed =
    typeof type === "string" ? [type] : isList(type) ? type.filter((entry) => typeof entry === "string") : [];
  if (allowed.length === 0 || allowed.some((entry) => isOfType(value, entry))) return undefined;
  return `${name(path)} must be ${allowed.map(withArticle).join(" or ")}, got ${describe(value)}`;
}

function isOfType(value: JsonValue, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "array":
      return isList(value);
    case "object":
      return isObject(value);
    default:
      return true;
  }
}

function checkChoice(schema: JsonObject, value: JsonValue, path: string): readonly string[] {
  const choices = isList(schema["enum"]) ? schema["enum"] : "const" in schema ? [schema["const"] ?? null] : undefined;
  if (choices === undefined || choices.some((choice) => sameJson(choice, value))) return [];
  return [
    `${name(path)} must be one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}, got ${describe(value)}`,
  ];
}

function checkCombined(scope: Scope, schema: JsonObject, value: JsonValue, path: string): readonly string[] {
  const all = isList(schema["allOf"]) ? schema["allOf"].flatMap((part) => check(scope, part, value, path)) : [];
  const alternatives = isList(schema["anyOf"]) ? schema["anyOf"] : isList(schema["oneOf"]) ? schema["oneOf"] : [];
  if (alternatives.length === 0) return all;
  const tried = alternatives.map((part) => check(scope, part, value, path));
  if (tried.some((problems) => problems.length === 0)) return all;
  return [...all, tried.map((problems) => problems.join("; ")).join(", or ")];
}

function checkText(schema: JsonObject, value: string, path: string): readonly string[] {
  const { minLength, maxLength, pattern } = schema;
  const problems: string[] = [];
  if (typeof minLength === "number" && value.length < minLength)
    problems.push(
      minLength === 1 ? `${name(path)} must not be empty` : `${name(path)} must have at least ${minLength} characters`,
    );
  if (typeof maxLength === "number" && value.length > maxLength)
    problems.push(`${name(path)} must have at most ${maxLength} characters, got ${value.length}`);
  if (typeof pattern === "string" && !matches(pattern, value)) problems.push(`${name(path)} must match ${pattern}`);
  return problems;
}

function checkNumber(schema: JsonObject, value: number, path: string): readonly string[] {
  const { minimum, maximum } = schema;
  const problems: string[] = [];
  if (typeof minimum === "number" && value < minimum)
    problems.push(`${name(path)} must be at least ${minimum}, got ${value}`);
  if (typeof maximum === "number" && value > maximum)
    problems.push(`${name(path)} must be at most ${maximum}, got ${value}`);
  return problems;
}

function checkList(scope: Scope, schema: JsonObject, value: readonly JsonValue[], path: string): readonly string[] {
  const { minItems, maxItems, items } = schema;
  const problems: string[] = [];
  if (typeof minItems === "number" && value.length < minItems)
    problems.push(`${name(path)} must have at least ${minItems} entries`);
  if (typeof maxItems === "number" && value.length > maxItems)
    problems.push(`${name(path)} must have at most ${maxItems} entries, got ${value.length}`);
  return [...problems, ...value.flatMap((entry, index) => check(scope, items, entry, `${path}[${index}]`))];
}

function checkObject(scope: Scope, schema: JsonObject, value: JsonObject, path: string): readonly string[] {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = isList(schema["required"]) ? schema["required"] : [];
  const missing = required.flatMap((key) =>
    typeof key === "string" && !Object.hasOwn(value, key) ? [`${name(join(path, key))} is missing`] : [],
  );
  const known = Object.keys(properties);
  const wrong = Object.entries(value).flatMap(([key, entry]) => {
    if (Object.hasOwn(properties, key)) return check(scope, properties[key], entry, join(path, key));
    if (schema["additionalProperties"] === false)
      return [`${name(join(path, key))} is unknown; known are ${known.join(", ") || "none"}`];
    return check(scope, schema["additionalProperties"], entry, join(path, key));
  });
  return [...missing, ...wrong];
}

function lookUp(root: JsonObject, pointer: string): JsonValue | undefined {
  const steps = pointer
    .replace(/^#\/?/, "")
    .split("/")
    .filter((step) => step !== "");
  return steps.reduce<JsonValue | undefined>(
    (at, step) => (isObject(at) ? at[step.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined),
    root,
  );
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    // A foreign server's pattern in another regex dialect cannot be checked here; the server will.
    return true;
  }
}

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
const sameJson = (a: JsonValue, b: JsonValue): boolean => JSON.stringify(a) === JSON.stringify(b);
const join = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);
const name = (path: string): string => (path === "" ? "the arguments" : `"${path}"`);
const withArticle = (type: string): string =>
  type === "null" ? "null" : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;

function describe(value: JsonValue): string {
  if (value === null) return "null";
  if (isList(value)) return "an array";
  if (isObject(value)) return "an object";
  return typeof value === "string" ? `the string ${JSON.stringify(value.slice(0, 60))}` : String(value);
}
