import type { JsonObject, JsonValue } from "../base/json";
import { isObject } from "../base/json";
import type { LinearPattern } from "../pattern/compile";
import { compilePattern } from "../pattern/compile";

/**
 * The part of JSON Schema that tool parameters use. Unknown keywords are ignored: a server's schema may be stricter
 * than these checks, and the tool itself still refuses arguments it cannot handle.
 */
export function findProblems(schema: JsonObject, value: JsonValue): readonly string[] {
  const work: Work = { left: MAX_CHECKS, patterns: new Map() };
  const problems = check({ root: schema, depth: 0, work }, schema, value, "");
  if (work.left <= 0) return [TOO_MUCH];
  const more = problems.length - MAX_PROBLEMS;
  return more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `${more} more problems`] : problems;
}

/** Checks that one call may cost. Schemas come from servers: a doubled `allOf` would otherwise double it per level. */
const MAX_CHECKS = 20_000;
const TOO_MUCH = "checking them takes too many steps, because they or the schema are too large";
/** More would not help the model. */
const MAX_PROBLEMS = 20;

interface Scope {
  readonly root: JsonObject;
  readonly depth: number;
  /** Shared by all checks of a call. */
  readonly work: Work;
}

interface Work {
  left: number;
  /** Compiled once per call; undefined for those that cannot be checked here. */
  readonly patterns: Map<string, LinearPattern | undefined>;
}

/** A schema may refer to itself; no real call nests its arguments deeper than this. */
const MAX_DEPTH = 64;

function check(scope: Scope, schema: JsonValue | undefined, value: JsonValue, path: string): readonly string[] {
  if (!isObject(schema)) return schema === false ? [`${name(path)} is not allowed`] : [];
  if (scope.work.left-- <= 0) return [];
  if (scope.depth > MAX_DEPTH) return [`${name(path)} is nested too deeply`];
  const inner = { ...scope, depth: scope.depth + 1 };
  const target = schema["$ref"];
  if (typeof target === "string") return check(inner, lookUp(scope.root, target), value, path);
  const mismatch = checkType(schema["type"], value, path);
  if (mismatch !== undefined) return [mismatch];
  return [
    ...checkChoice(scope, schema, value, path),
    ...checkCombined(inner, schema, value, path),
    ...(typeof value === "string" ? checkText(scope, schema, value, path) : []),
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

function checkChoice({ work }: Scope, schema: JsonObject, value: JsonValue, path: string): readonly string[] {
  const choices = isList(schema["enum"]) ? schema["enum"] : "const" in schema ? [schema["const"] ?? null] : undefined;
  if (choices === undefined) return [];
  work.left -= choices.length;
  const json = JSON.stringify(value);
  if (choices.some((choice) => JSON.stringify(choice) === json)) return [];
  const shown = choices.slice(0, MAX_CHOICES_SHOWN).map((choice) => JSON.stringify(choice));
  const known = [...shown, ...(choices.length > shown.length ? ["…"] : [])].join(", ");
  return [`${name(path)} must be one of ${known}, got ${describe(value)}`];
}

/** A list of every time zone or country still fits. */
const MAX_CHOICES_SHOWN = 600;

function checkCombined(scope: Scope, schema: JsonObject, value: JsonValue, path: string): readonly string[] {
  const all = isList(schema["allOf"]) ? schema["allOf"].flatMap((part) => check(scope, part, value, path)) : [];
  const alternatives = isList(schema["anyOf"]) ? schema["anyOf"] : isList(schema["oneOf"]) ? schema["oneOf"] : [];
  if (alternatives.length === 0) return all;
  const tried = alternatives.map((part) => check(scope, part, value, path));
  if (tried.some((problems) => problems.length === 0)) return all;
  return [...all, tried.map((problems) => problems.join("; ")).join(", or ")];
}

function checkText({ work }: Scope, schema: JsonObject, value: string, path: string): readonly string[] {
  const { minLength, maxLength, pattern } = schema;
  const problems: string[] = [];
  if (typeof minLength === "number" && value.length < minLength)
    problems.push(
      minLength === 1 ? `${name(path)} must not be empty` : `${name(path)} must have at least ${minLength} characters`,
    );
  if (typeof maxLength === "number" && value.length > maxLength)
    problems.push(`${name(path)} must have at most ${maxLength} characters, got ${value.length}`);
  if (typeof pattern === "string" && !matches(pattern, value, work))
    problems.push(`${name(path)} must match ${pattern}`);
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

/**
 * The server checks for itself what cannot be checked here: a pattern of another dialect, one that only backtracking
 * can match, or a text too long for the steps that are left. The linear engine ignores letter case unless told.
 */
function matches(source: string, value: string, work: Work): boolean {
  const pattern = patternOf(source, work);
  if (pattern === undefined) return true;
  const budget = Math.max(0, work.left) * STEPS_PER_CHECK;
  const found = pattern.find(value, budget);
  work.left -= Math.ceil(found.spent / STEPS_PER_CHECK);
  return found.start >= 0 || found.spent >= budget;
}

function patternOf(source: string, work: Work): LinearPattern | undefined {
  if (!work.patterns.has(source)) {
    work.left -= CHECKS_PER_PATTERN;
    work.patterns.set(source, tryCompile(source));
  }
  return work.patterns.get(source);
}

function tryCompile(source: string): LinearPattern | undefined {
  try {
    return compilePattern(`(?-i)${source}`);
  } catch {
    // Refused by the linear engine, so left to the server.
    return undefined;
  }
}

/** A step of the pattern machine is this much cheaper than a check. */
const STEPS_PER_CHECK = 16;
/** A program of the longest kind takes about as long to compile. */
const CHECKS_PER_PATTERN = 500;

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
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
