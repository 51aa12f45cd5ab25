import { isObject } from "../../base/json";
import { isSentence } from "../../base/sentence";
import { redactInSlices } from "../../redact/redact-slices";
import type { Session } from "../../sessions/lineage/session";

/** A session without secrets, for an export. Ids and pictures stay as they are. */
export async function redactSession(session: Session): Promise<Session> {
  // The same fields with other texts in them: the shape is untouched.
  return (await redactValue(session)) as Session;
}

/** Ids have to match still, seals are of no use changed, and pictures hold no text. Sentences may quote commands. */
const KEPT: ReadonlySet<string> = new Set([
  "id",
  "callId",
  "messageId",
  "parentId",
  "spill",
  "covers",
  "base64",
  "seal",
]);

async function redactValue(value: unknown): Promise<unknown> {
  if (typeof value === "string") return redactInSlices(value);
  if (Array.isArray(value)) {
    const entries: unknown[] = [];
    for (const entry of value) entries.push(await redactValue(entry));
    return entries;
  }
  if (!isObject(value)) return value;
  const fields: [string, unknown][] = [];
  for (const [key, field] of Object.entries(value))
    fields.push([key, KEPT.has(key) && !isSentence(field) ? field : await redactValue(field)]);
  return Object.fromEntries(fields);
}
