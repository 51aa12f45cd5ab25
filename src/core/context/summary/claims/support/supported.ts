import { rememberByText } from "../../../../base/text";
import type { Claim } from "../claim";
import { simplified, withDigits } from "../language/plain-words";
import { marksIn } from "../language/polarity";
import { isSmall } from "../language/rounding";
import type { Deed } from "../record/deed";
import type { WorkRecord } from "../record/record";
import { passagesOf, textOfResult } from "../record/record";
import { statesAll } from "./stated-numbers";
import { plainName, toldTokens } from "./told-tokens";

/** Fewer tokens stand together in some place of every record. */
const LEAST_TOKENS = 3;

/** Claims that are refuted by a line of the record which may be about something else. */
const WEAK: ReadonlySet<Claim["kind"]> = new Set(["number", "change", "exit-code", "run"]);

/**
 * Whether one place of the record, a call with its result or a message of the user, has everything that tells this
 * sentence from others, and went as the sentence says. What refutes it then is about something else: a false sentence
 * mostly differs from a true one in exactly the token that such a place lacks. How things are now is told by the newest
 * place that has the same names.
 *
 * Only claims of weak kinds can be supported so. Counts of tests and troubles that are over stand in the record beside
 * the same names at several times, and only their order tells which is true.
 */
export function isSupported(record: WorkRecord, sentence: string, refuted: readonly Claim[]): boolean {
  if (refuted.length === 0 || !refuted.every(({ kind }) => WEAK.has(kind))) return false;
  const { numbers, names } = toldTokens(sentence);
  const telling = new Set(numbers.map(({ value }) => value).filter((value) => !isSmall(value)));
  const verdict = verdictOf(sentence);
  const codes = refuted.flatMap(codeOf);
  if (verdict === "over" || (codes.length === 0 && telling.size + names.length < LEAST_TOKENS)) return false;
  const named = placesOf(record).filter(
    (place) => names.every((name) => plainOf(place.text).includes(name)) && endedSo(place, codes, names),
  );
  const isNow = refuted.some(({ tense }) => tense === "present");
  return (isNow ? named.slice(-1) : named).some(({ text, deed }) => agrees(deed, verdict) && statesAll(text, numbers));
}

const codeOf = (claim: Claim): readonly number[] => {
  if (claim.kind === "exit-code") return [claim.code];
  return claim.kind === "run" && typeof claim.outcome === "number" ? [claim.outcome] : [];
};

/** The run ended with the code, and printed names that its command does not have. */
function endedSo({ deed }: Place, codes: readonly number[], names: readonly string[]): boolean {
  if (codes.length === 0) return true;
  const command = plainOf(deed?.command ?? "");
  return codes.every((code) => deed?.exitCode === code) && names.filter((name) => !command.includes(name)).length > 1;
}

/** "over": of a trouble that shows no longer, so that no place which shows it can tell. */
type Verdict = "good" | "bad" | "mixed" | "over";

function verdictOf(sentence: string): Verdict {
  const kinds = new Set(marksIn(withDigits(simplified(sentence))).map(({ kind }) => kind));
  if (kinds.has("gone")) return "over";
  if (kinds.size === 1) return kinds.has("good") ? "good" : "bad";
  return "mixed";
}

function agrees(deed: Deed | undefined, verdict: Verdict): boolean {
  if (deed === undefined) return true;
  const isBad = deed.outcome === "failure" || (deed.tests?.failed ?? 0) > 0;
  if (deed.refused !== undefined) return verdict === "bad";
  return verdict === "mixed" ? !isBad || deed.command !== undefined : isBad === (verdict === "bad");
}

interface Place {
  readonly text: string;
  readonly deed?: Deed;
}

const places = new WeakMap<WorkRecord, readonly Place[]>();

function placesOf(record: WorkRecord): readonly Place[] {
  const read = places.get(record) ?? [
    ...record.deeds.map((deed) => ({ deed, text: wordsOf(record, deed) })),
    ...passagesOf(record).filter(({ message }) => message.role === "user"),
  ];
  places.set(record, read);
  return read;
}

/** What a change takes out of a file is no longer so. */
const wordsOf = (record: WorkRecord, deed: Deed): string =>
  [deed.newText ?? deed.given, ...deed.files.map(({ path }) => path), textOfResult(record, deed.messageId)].join("\n");

const plainOf = rememberByText(plainName);
