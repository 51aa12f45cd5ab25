import { sentence } from "../../../../base/sentence";
import { rememberByText } from "../../../../base/text";
import type { Judgment, NumberClaim } from "../claim";
import type { Concepts } from "../language/concepts";
import { conceptsOf, sharedWeight } from "../language/concepts";
import type { WorkRecord } from "../record/record";
import type { Aligned, Statement } from "../record/statements";
import { alignedStatements } from "../record/statements";
import { isRounded, isSmall, isVersionPart } from "./rounding";

/** Statements that are this near to the best one are about the same thing. */
const NEAR_BEST = 0.8;
/** Less in common is chance. */
const LEAST_SHARE = 0.4;

/**
 * A value is held against the lines and clauses that speak of the same things. Where none of them has it, and one
 * states another in its place, it is wrong; where a later one took it back, it is wrong for how things are now.
 */
export function judgeValue(record: WorkRecord, claim: NumberClaim): Judgment {
  const spoken = conceptsOf(claim.about);
  const aligned = alignedStatements(record, spoken, MOST_ALIGNED);
  const [best] = aligned;
  if (best === undefined) return { verdict: "silent" };
  const slots = aligned.flatMap((one) => slotsIn(one, claim)).toSorted((a, b) => a.statement.at - b.statement.at);
  // "a 118 MB file" and "a 2 GB file" are two files.
  const isOtherUnit = ({ unit }: Slot): boolean =>
    unit !== "" && claim.scale !== undefined && unit.toLowerCase() !== claim.scale;
  const near = slots.filter((slot) => slot.score >= NEAR_BEST * best.score && !isOtherUnit(slot));
  const stated = slots.filter(({ value, score }) => isSame(value, claim) && score >= best.score / 2);
  const last = near.at(-1);
  if (stated.length > 0) return judgeStated(stated, slots, { claim, spoken });
  if (last === undefined || best.share < LEAST_SHARE || isSmall(claim.value)) return { verdict: "silent" };
  const isElsewhere = aligned.some(
    ({ statement, score }) =>
      score >= best.score / 2 && numbersIn(statement.text).some(({ value }) => isSame(value, claim)),
  );
  return isElsewhere || sharedWeight(last.around, spoken) < LEAST_COMMON
    ? { verdict: "silent" }
    : contradicted(last, spoken);
}

/** The record has the value; a person or a write may have put another in its place since. */
function judgeStated(
  stated: readonly Slot[],
  slots: readonly Slot[],
  { claim, spoken }: { readonly claim: NumberClaim; readonly spoken: Concepts },
): Judgment {
  const newest = stated.at(-1);
  const taken = slots.findLast(
    (slot) =>
      newest !== undefined &&
      slot.statement.at > newest.statement.at &&
      (slot.statement.source === "user" || slot.statement.source === "written") &&
      !numbersIn(slot.statement.text).some(({ value }) => isSame(value, claim)) &&
      // A change that repeats a line of what it replaces leaves that line as it was.
      !slots.some(
        ({ value, statement }) =>
          value === slot.value && statement.messageId === slot.statement.messageId && statement.at < slot.statement.at,
      ) &&
      slots.some((old) => isSame(old.value, claim) && isTakenBack(old, slot, spoken)),
  );
  const isRepeated = slots.some(
    ({ value, statement }) => taken !== undefined && statement.at >= taken.statement.at && isSame(value, claim),
  );
  if (claim.tense === "present" && taken !== undefined && !isRepeated) return contradicted(taken, spoken);
  return newest === undefined ? { verdict: "silent" } : { verdict: "backed", messageId: newest.statement.messageId };
}

const MOST_ALIGNED = 60;
/** One word beside a number is chance, where the claimed one stands on record for something else. */
const LEAST_COMMON = 2;

interface Slot {
  readonly value: string;
  readonly statement: Statement;
  /** What stands around the number. */
  readonly around: Concepts;
  /** The word right before it, whose value it is in code. */
  readonly key: Concepts;
  readonly unit: string;
  readonly score: number;
}

/** The later one speaks of everything that the older one and the claim have in common. */
function isTakenBack(old: Slot, later: Slot, spoken: Concepts): boolean {
  const common = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].filter((item) => other.has(item));
  const [names, words] = [common(old.around.names, spoken.names), common(old.around.words, spoken.words)];
  const isTelling = names.length > 0 || words.length > 1 || words.some((word) => SETTINGS.has(word));
  const isSaid =
    names.every((name) => later.around.names.has(name)) && words.every((word) => later.around.words.has(word));
  // `ApiError(429, "rate_limited")` sets no limit.
  if (later.statement.source === "written" && sharedWeight(later.key, spoken) === 0) return false;
  return isTelling && isSaid && (old.unit === later.unit || old.unit === "" || later.unit === "");
}

/** Characters before and behind a number that say what it is; small numbers count whatever stands right beside them. */
const AROUND_CHARS = { small: 14, telling: 32 } as const;

/** What stands around a number, up to the numbers next to it. */
function aroundOf(text: string, start: number, end: number, size: keyof typeof AROUND_CHARS): Concepts {
  const before = text.slice(Math.max(0, start - AROUND_CHARS[size]), start).replace(/^.*(?:\d|、)(?=[^\d、]*$)/s, "");
  const behind = text.slice(end, end + AROUND_CHARS[size]).replace(/\d.*$/s, "");
  return conceptsOf(`${before} ${behind}`);
}

/** Numbers of a statement that stand beside what the claimed one stands beside, in the same unit. */
function slotsIn({ statement, score }: Aligned, claim: NumberClaim): readonly Slot[] {
  const size = isSmall(claim.value) ? "small" : "telling";
  const wanted = aroundOf(claim.clause, claim.at, claim.at + claim.value.length, size);
  return placesIn(statement, size).flatMap(({ value, unit, key, around }): readonly Slot[] => {
    // What the sentence itself tells of something else is no other value for this.
    if (claim.beside.includes(value) || sharedWeight(around, wanted) < 1) return [];
    if (size === "small" && !isSetting(statement, around, wanted)) return [];
    if (claim.scale !== undefined && unit !== "" && !isComparable(claim.scale, unit)) return [];
    return [{ value, statement, around, key, unit, score }];
  });
}

interface Placed extends Pick<FoundNumber, "value" | "unit"> {
  readonly around: Concepts;
  readonly key: Concepts;
}

const KEY_BEFORE = /[\p{L}_$][\w$.-]*(?:\s[\p{L}_$][\w$]*)?[^\p{L}\d,;)]*$/u;

/** A statement is held against many claims; what stands around its numbers is read once. */
const placed = {
  small: new WeakMap<Statement, readonly Placed[]>(),
  telling: new WeakMap<Statement, readonly Placed[]>(),
};

function placesIn(statement: Statement, size: keyof typeof AROUND_CHARS): readonly Placed[] {
  const places =
    placed[size].get(statement) ??
    numbersIn(statement.text).map(({ value, index, end, unit }) => ({
      value,
      unit,
      around: aroundOf(statement.text, index, end, size),
      key: conceptsOf(KEY_BEFORE.exec(statement.text.slice(0, index))?.[0] ?? ""),
    }));
  placed[size].set(statement, places);
  return places;
}

/** Small numbers count all kinds of things; only a setting, by its name or as a person or a file states it, has one. */
function isSetting({ source }: Statement, around: Concepts, wanted: Concepts): boolean {
  const shares = (one: ReadonlySet<string>, other: ReadonlySet<string>, accepts: (item: string) => boolean) =>
    [...one].some((item) => other.has(item) && accepts(item));
  if (shares(around.names, wanted.names, (name) => !/\/|\.\w{1,5}$/.test(name))) return true;
  return (
    (source === "user" || source === "written") && shares(around.words, wanted.words, (word) => SETTINGS.has(word))
  );
}

const SETTINGS = new Set(
  [
    "limit min timeout port version retry attempt retention delay threshold default worker thread replica interval",
    "batch buffer pool level priority day hour minute week month concurren",
  ]
    .flatMap((words) => words.split(" "))
    .map((word) => `=${word}`),
);

const UNIT_KINDS: readonly RegExp[] = [
  /^(?:ms|millis|s|sec|m|min|h|hour|d|day|毫秒|秒|分|小时|天)/i,
  /^(?:k|kb|mb|gb|kib|mib|gib|b|byte|mi|gi)/i,
  /^(?:%|percent)/i,
];
const kindOf = (unit: string): number => UNIT_KINDS.findIndex((form) => form.test(unit));
const isComparable = (one: string, other: string): boolean => kindOf(one) === kindOf(other);

interface FoundNumber {
  readonly value: string;
  readonly index: number;
  readonly end: number;
  readonly unit: string;
}

/** Not part of a name, a time or a date. */
const NUMBER =
  /(?<![\w.]|\w:|\d-)v?(\d+(?:[,_]\d{3})*(?:\.\d+)*)(?: ?(ms|kb|mb|gb|kib|mib|%)|(s|m|h|d|k|mi|gi))?(?!\w|[:-]\d)/gi;

/** `attempt - 1`, `breakMinutes / 60`, `for (let i = 0`: a number of code, which no name has as its value. */
const IN_EXPRESSION = /[\w)\]]\s[-+*/%<>]\s$|\w\)?[*/+]$|^\s*for\s.{0,40}=\s$/;

const numbersIn = rememberByText((text: string): readonly FoundNumber[] =>
  [...text.matchAll(NUMBER)]
    .filter(({ index }) => !IN_EXPRESSION.test(text.slice(0, index)))
    .map((match) => ({
      value: (match[1] ?? "").replaceAll(/[,_]/g, ""),
      index: match.index,
      end: match.index + match[0].length,
      unit: match[2] ?? match[3] ?? "",
    })),
);

const FACTORS = [60, 100, 1_000, 1_024, 3_600, 10_000, 60_000, 1_000_000, 1_048_576, 100_000_000];

function isSame(recorded: string, { value, scale, precision }: NumberClaim): boolean {
  if (recorded === value || isVersionPart(recorded, value)) return true;
  const [a, b] = [Number(recorded), Number(value)];
  if (Number.isNaN(a) || Number.isNaN(b)) return false;
  if (isRounded(a, b, { value, precision })) return true;
  return (
    scale !== undefined &&
    FACTORS.some(
      (factor) => isRounded(a, b * factor, { value, precision }) || isRounded(a * factor, b, { value, precision }),
    )
  );
}

function contradicted({ value, statement, around }: Slot, spoken: Concepts): Judgment {
  const key = [...around.names].find((name) => spoken.names.has(name));
  const line = statement.text.slice(0, QUOTED_CHARS);
  return {
    verdict: "contradicted",
    fact:
      key === undefined
        ? sentence("the record says: {line}", { line })
        : sentence("{key} is {value} on record", { key, value }),
    messageId: statement.messageId,
  };
}

const QUOTED_CHARS = 120;
