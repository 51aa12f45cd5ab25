import { sentence } from "../../../../base/sentence";
import { rememberByText } from "../../../../base/text";
import type { Judgment, NameClaim } from "../claim";
import type { WorkRecord } from "../record/record";
import { passagesOf, textOfResult } from "../record/record";

/** A name that no message has, not even in parts, was made up. */
export function judgeName(record: WorkRecord, claim: NameClaim): Judgment {
  const unknown = claim.names.find((name) => !isOnRecord(record, name.toLowerCase(), claim));
  return unknown === undefined
    ? { verdict: "silent" }
    : { verdict: "contradicted", fact: sentence("no message on record names {path}", { path: unknown }) };
}

/** "order_items" may be told as "orderItems", and one word as two. */
function isOnRecord(record: WorkRecord, name: string, { isTrouble }: NameClaim): boolean {
  const bare = name.replaceAll("_", "");
  // "both DeprecationWarnings" are of one name.
  const singular = bare.replace(/(error|warning|exception)s$/, "$1");
  const passages = passagesOf(record);
  const [, file, line] = /^(.+\.\w+):(\d+)$/.exec(name) ?? [];
  if (file !== undefined && line !== undefined)
    return isPlaceOnRecord(record, `${file}:${line}`, isTrouble ? "shown" : "any");
  const seconds = secondsIn(name)[0];
  if (seconds !== undefined)
    return passages.some(({ text }) => secondsIn(text).some((one) => Math.abs(one - seconds) <= ROUNDED_SECONDS));
  return (
    passages.some(({ text }) => wordsOf(text).has(bare) || wordsOf(text).has(singular)) ||
    record.earlier.toLowerCase().includes(name) ||
    record.deeds.some(({ given }) => given.toLowerCase().includes(name)) ||
    passages.some(({ text }) => text.toLowerCase().includes(name))
  );
}

/** "26m48s", "26m 48.2s". */
const secondsIn = rememberByText((text: string): readonly number[] =>
  [...text.matchAll(/(?<![\w.])(\d+)m ?(\d+(?:\.\d+)?)s\b/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  ),
);
const ROUNDED_SECONDS = 1;

const wordsOf = rememberByText(
  (text: string): ReadonlySet<string> =>
    new Set((text.toLowerCase().match(/[a-z_][a-z\d_]*/g) ?? []).map((word) => word.replaceAll("_", ""))),
);

/** A line of a file: outputs name it behind the file, or a call shows it. Where no line is known, any may be. */
function isPlaceOnRecord(record: WorkRecord, place: string, stated: "shown" | "any"): boolean {
  const [file = "", line = ""] = place.split(/:(?=\d+$)/);
  const escaped = file.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const anyLine = new RegExp(`${escaped}(?:["'\x60]?,? lines? |:|\\()(\\d+)`, "gi");
  const lines = new Set(
    passagesOf(record).flatMap(({ text }) => [...text.matchAll(anyLine)].map(([, number = ""]) => number)),
  );
  // Lines move when a file is changed.
  const isChanged = record.deeds.some(({ files }) =>
    files.some(({ path, operation }) => operation === "written" && path.toLowerCase().endsWith(file)),
  );
  if (lines.size === 0 || lines.has(line) || (isChanged && stated === "any")) return true;
  const numbered = new RegExp(`^\\s*${line}[\\t|→:]`, "m");
  // A linter names a file once, and below it where it found something.
  const isBelow = passagesOf(record).some(({ text }) => text.toLowerCase().includes(file) && numbered.test(text));
  if (isBelow) return true;
  return record.deeds.some(
    ({ files, given, messageId }) =>
      (files.some(({ path }) => path.toLowerCase().endsWith(file)) || given.toLowerCase().includes(file)) &&
      numbered.test(textOfResult(record, messageId)),
  );
}
