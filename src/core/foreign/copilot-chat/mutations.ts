import type { JsonObject } from "../../base/json";
import { isObject, parseJson } from "../../base/json";

/**
 * Newer versions append changes to a session instead of writing it anew: a line holds the whole state (0), sets a value
 * (1), cuts a list and appends to it (2), or deletes a value (3).
 */
export function applyMutations(text: string): { readonly value: unknown; readonly unreadable: number } {
  let root: unknown;
  let unreadable = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const change = parseJson(line);
    if (!isObject(change)) {
      unreadable++;
      continue;
    }
    if (change["kind"] === 0) root = structuredClone(change["v"]);
    else applyChange(root, change);
  }
  return { value: root, unreadable };
}

/** A key of a prototype would change every object of the program. */
const FORBIDDEN: ReadonlySet<unknown> = new Set(["__proto__", "constructor", "prototype"]);

function applyChange(root: unknown, change: JsonObject): void {
  const path = Array.isArray(change["k"]) ? change["k"] : [];
  const last = path.at(-1);
  if ((typeof last !== "string" && typeof last !== "number") || path.some((key) => FORBIDDEN.has(key))) return;
  let target: unknown = root;
  for (const key of path.slice(0, -1))
    target = typeof target === "object" && target !== null ? at(target, key) : target;
  if (typeof target !== "object" || target === null) return;
  const holder = target as Record<string | number, unknown>;
  if (change["kind"] === 1) holder[last] = structuredClone(change["v"]);
  if (change["kind"] === 3) delete holder[last];
  if (change["kind"] !== 2) return;
  const list = Array.isArray(holder[last]) ? holder[last] : [];
  const kept = typeof change["i"] === "number" ? list.slice(0, Math.max(0, change["i"])) : list;
  holder[last] = [...kept, ...(Array.isArray(change["v"]) ? structuredClone(change["v"]) : [])];
}

const at = (holder: object, key: unknown): unknown =>
  typeof key === "string" || typeof key === "number" ? (holder as Record<string | number, unknown>)[key] : undefined;
