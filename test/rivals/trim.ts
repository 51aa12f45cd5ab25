import { createHash } from "node:crypto";

/** Longer texts that are not ours are an agent's prompts, which no fixture needs and no repository should hold. */
const LONGEST_FOREIGN_TEXT = 300;

export interface Trim {
  /** Texts that the scenario planted; a text with one of them is kept. */
  readonly ours: readonly string[];
  /** Folders of the recording machine and what stands for them. */
  readonly folders: readonly (readonly [real: string, shown: string])[];
}

/**
 * A recorded value without the agent's own prompts, schemas, and listings. The same text always gives the same
 * placeholder, so a transcript and the requests on the wire can still be compared.
 */
export function trimValue(value: unknown, trim: Trim): unknown {
  if (typeof value === "string") return trimText(value, trim);
  if (Array.isArray(value)) return value.map((one) => trimValue(one, trim));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      trimText(key, trim),
      SCHEMAS.has(key) ? { type: "object" } : trimValue(inner, trim),
    ]),
  );
}

const SCHEMAS: ReadonlySet<string> = new Set(["input_schema", "parameters"]);

export function trimText(text: string, trim: Trim): string {
  const moved = trim.folders.reduce((shown, [real, name]) => shown.replaceAll(real, name), text);
  if (moved.length <= LONGEST_FOREIGN_TEXT || trim.ours.some((one) => moved.includes(one))) return moved;
  const hash = createHash("sha256").update(moved).digest("hex").slice(0, 8);
  return `[${moved.length} characters left out: ${hash}]`;
}

/** Every line of a JSON Lines file, trimmed. */
export const trimLines = (text: string, trim: Trim): string =>
  text
    .split("\n")
    .map((line) => (line.trim() === "" ? line : JSON.stringify(trimValue(JSON.parse(line), trim))))
    .join("\n");
