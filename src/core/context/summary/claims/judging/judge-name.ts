import { sentence } from "../../../../base/sentence";
import { rememberByText } from "../../../../base/text";
import type { Judgment, NameClaim } from "../claim";
import type { WorkRecord } from "../record/record";
import { passagesOf } from "../record/record";

/** A name that no message has, not even in parts, was made up. */
export function judgeName(record: WorkRecord, { names }: NameClaim): Judgment {
  const unknown = names.find((name) => !isOnRecord(record, name.toLowerCase()));
  return unknown === undefined
    ? { verdict: "silent" }
    : { verdict: "contradicted", fact: sentence("no message on record names {path}", { path: unknown }) };
}

/** "order_items" may be told as "orderItems", and one word as two. */
function isOnRecord(record: WorkRecord, name: string): boolean {
  const bare = name.replaceAll("_", "");
  const passages = passagesOf(record);
  return (
    passages.some(({ text }) => wordsOf(text).has(bare)) ||
    record.earlier.toLowerCase().includes(name) ||
    record.deeds.some(({ given }) => given.toLowerCase().includes(name)) ||
    passages.some(({ text }) => text.toLowerCase().includes(name))
  );
}

const wordsOf = rememberByText(
  (text: string): ReadonlySet<string> =>
    new Set((text.toLowerCase().match(/[a-z_][a-z\d_]*/g) ?? []).map((word) => word.replaceAll("_", ""))),
);
