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
    if (kindOf(change) === 0) root = structuredClone(change["v"]);
    else if (applyChange(root, change) === "refused") unreadable++;
  }
  return { value: root, unreadable };
}

/** A number, which some versions write as text. */
const kindOf = ({ kind }: JsonObject): number | undefined =>
  typeof kind === "number" ? kind : typeof kind === "string" && /^\d$/.test(kind) ? Number(kind) : undefined;

/** A key of a prototype would change every object of the program. */
const FORBIDDEN: ReadonlySet<unknown> = new Set(["__proto__", "constructor", "prototype"]);

type Holder = Record<string | number, unknown>;

/** Refused: a change of something that is not there, as after a line that was lost. */
function applyChange(root: unknown, change: JsonObject): "applied" | "refused" {
  const path = Array.isArray(change["k"]) ? change["k"] : [];
  const last = path.at(-1);
  if ((typeof last !== "string" && typeof last !== "number") || path.some((key) => FORBIDDEN.has(key)))
    return "refused";
  let target: unknown = root;
  for (const key of path.slice(0, -1)) target = typeof target === "object" && target !== null ? at(target, key) : null;
  if (typeof target !== "object" || target === null || isOutside(target, last)) return "refused";
  const holder = target as Holder;
  switch (kindOf(change)) {
    case 1:
      holder[last] = structuredClone(change["v"]);
      return "applied";
    case 2:
      return push(holder, last, change);
    case 3:
      delete holder[last];
      return "applied";
    default:
      return "refused";
  }
}

function push(holder: Holder, key: string | number, change: JsonObject): "applied" {
  const list: unknown[] = Array.isArray(holder[key]) ? holder[key] : [];
  if (typeof change["i"] === "number") list.splice(Math.max(0, change["i"]));
  for (const value of Array.isArray(change["v"]) ? change["v"] : []) list.push(structuredClone(value));
  holder[key] = list;
  return "applied";
}

/** A list grows at its end only: one huge index would make a list of billions of empty places. */
const isOutside = (holder: object, key: string | number): boolean =>
  Array.isArray(holder) && !(Number.isInteger(Number(key)) && Number(key) >= 0 && Number(key) <= holder.length);

const at = (holder: object, key: unknown): unknown =>
  typeof key === "string" || typeof key === "number" ? (holder as Record<string | number, unknown>)[key] : undefined;
