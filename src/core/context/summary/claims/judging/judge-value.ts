import { sentence } from "../../../../base/sentence";
import type { Judgment, NumberClaim } from "../claim";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { isRounded, isSmall, isVersionPart } from "../language/rounding";
import type { Slot } from "../language/slots";
import { FINDING, nounsOf, slotsOf } from "../language/slots";
import { figuresOf } from "../record/figures";
import type { WorkRecord } from "../record/record";
import { passagesOf, textOfResult } from "../record/record";
import type { Aligned, Statement } from "../record/statements";
import { alignedStatements, subjectOf } from "../record/statements";
import { factorsOf } from "./judge-figure";

/** Less in common is chance. */
const LEAST_SHARE = 0.4;
const LEAST_SCORE = 2.5;
const WHOLE_SHARE = 0.9;
/** A line that has the number speaks for it, where it has at least this much of what the one against it has. */
const SUPPORTING = 0.5;
/** Where it stands for something that nobody can tell. */
const OPEN_SUPPORTING = 0.8;
/** Of a number that chance hardly puts there. */
const TOLD = 0.25;
const MOST_ALIGNED = 60;

/**
 * A number is held against the lines and clauses of the record that speak of the same things as its clause. Where none
 * of them has it, and the best of them states another number in its place, it is wrong; where a later one took it
 * back, it is wrong for how things are now.
 */
export function judgeValue(record: WorkRecord, claim: NumberClaim): Judgment {
  const asked = askedFor(claim);
  const aligned = alignedStatements(record, asked.spoken, MOST_ALIGNED);
  const places = aligned.flatMap((one) => slotsOf(one.statement.text).map((slot) => placeOf(one, slot, asked)));
  const stated = places.filter(({ slot, fit }) => fit !== "other" && isSame(slot, asked));
  const rivals = places.filter(
    (place) => isRival(place, asked) && !stated.some(({ statement }) => statement === place.statement),
  );
  const most = Math.max(0, ...rivals.map(({ score }) => score));
  const rival = rivals
    .filter(({ score }) => score >= NEAR_BEST * most)
    .toSorted(byTime)
    .at(-1);
  const isNamed = rival !== undefined && asked.names.has(plainName(rival.slot.name));
  const isTold = !isNamed && isTelling(claim.value);
  const backing = stated
    .filter(({ slot, score, fit }) => {
      const share = isTold || isScaledSo(slot, asked) ? TOLD : fit === "same" ? SUPPORTING : OPEN_SUPPORTING;
      return score >= share * most;
    })
    .toSorted(byTime)
    .at(-1);
  if (backing !== undefined) {
    const later = claim.tense === "present" ? takenBack(backing, places, asked) : undefined;
    return later === undefined
      ? { verdict: "backed", messageId: backing.statement.messageId }
      : contradicted(later, asked);
  }
  if (rival === undefined) return { verdict: "silent" };
  // 128 is on record because it is true, if not of this, then of what else the clause may mean.
  const isElsewhere = isTold && figuresOf(record).stated.has(claim.value);
  const isSure = rival.score >= SURE_SCORE && rival.slot.shape !== "version";
  const near = aligned.filter(({ score }) => score >= SUPPORTING * most);
  const isApart = isElsewhere && (!isSure || isUnmistakable(claim.value));
  return isApart || isCountedByHand(record, near, asked) || isToldTogether(record, asked)
    ? { verdict: "silent" }
    : contradicted(rival, asked);
}

function isRival(place: Place, asked: Asked): boolean {
  const { slot, fit, score, share } = place;
  if (fit !== "same" || isSame(slot, asked) || share < LEAST_SHARE) return false;
  // In a short record no word is rare.
  const nouns = asked.slot?.noun ?? [];
  const isSameNoun = nouns.length > 0 && nouns.every((noun) => slot.noun.includes(noun));
  const isFinding = nouns.includes(FINDING) && slot.noun.includes(FINDING);
  const isWhole = share >= WHOLE_SHARE && (isSameNoun || isFinding);
  if (score < LEAST_SCORE && !isWhole && !asked.names.has(plainName(slot.name))) return false;
  // What the sentence itself tells of something else is no other value for this.
  const isCounted = slot.noun.some((word) => asked.slot?.noun.includes(word));
  // Two controllers may be some of 21.
  if (isCounted && isSmall(asked.claim.value) && asked.slot?.factor === 1 && !isSmall(slot.value)) return false;
  const isNear = asked.near.some(
    (one) =>
      one.measure === slot.measure &&
      amountOf(one) === amountOf(slot) &&
      (one.noun.length === 0 || slot.noun.length === 0 || one.noun.some((word) => slot.noun.includes(word))),
  );
  return !isNear && (isCounted || !asked.beside.has(amountOf(slot)));
}

/** What a person or a write has put in the place of a number since, that the record had before. */
function takenBack(old: Place, places: readonly Place[], asked: Asked): Place | undefined {
  const common = [...old.slot.key, ...old.slot.noun].filter((word) => asked.said.has(word));
  if (common.length === 0) return undefined;
  return places
    .filter(
      ({ slot, fit, statement: { source, at, messageId, text } }) =>
        fit === "same" &&
        at > old.statement.at &&
        (source === "user" || (source === "written" && !IN_TEXT.test(text.slice(0, slot.index)))) &&
        slot.measure === old.slot.measure &&
        !isSame(slot, asked) &&
        !asked.near.some((one) => amountOf(one) === amountOf(slot)) &&
        !asked.beside.has(amountOf(slot)) &&
        common.every((word) => slot.key.includes(word) || slot.noun.includes(word)) &&
        // A change that repeats a line of what it replaces leaves that line as it was.
        !places.some(
          ({ slot: { value }, statement }) =>
            value === slot.value && statement.messageId === messageId && statement.at < at,
        ),
    )
    .toSorted(byTime)
    .at(-1);
}

/** `parse("port = 1")`: what a test is given is no value of anything. */
const IN_TEXT = /\(\s*\\?["'`]/;

const NEAR_BEST = 0.9;
const SURE_SCORE = 6;
const digitsOf = (value: string): number => value.replace(/\D/g, "").replace(/^0+|0+$/g, "").length;
const isTelling = (value: string): boolean => digitsOf(value) > 2;
const isUnmistakable = (value: string): boolean => digitsOf(value) > 4;
/** 20 万 has few digits, and chance hardly puts it there. */
const isScaledSo = (slot: Slot, { claim, slot: own }: Asked): boolean =>
  slot.measure === undefined && slot.factor > 1 && slot.factor === own?.factor && slot.value === claim.value;
const byTime = (one: Place, other: Place): number => one.statement.at - other.statement.at;

interface Asked {
  readonly claim: NumberClaim;
  readonly slot: Slot | undefined;
  readonly spoken: Concepts;
  /** Everything that the clause speaks of. */
  readonly said: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** The other numbers of the clause and of the sentence, which stand for something else. */
  readonly near: readonly Slot[];
  readonly beside: ReadonlySet<number>;
  /** What stands before the number, up to the one before it. */
  readonly before: ReadonlySet<string>;
  /** The clause has no other number of its measure. */
  readonly isOnly: boolean;
}

function askedFor(claim: NumberClaim): Asked {
  const slots = slotsOf(claim.clause);
  const at = slots.findIndex(({ index }) => Math.abs(index - claim.at) <= 1);
  const slot = slots[at];
  const last = slots[at - 1];
  const near = slots.filter((one) => one !== slot);
  const all = conceptsOf(claim.about);
  const gap = claim.clause.slice(last?.end ?? 0, claim.at).replace(/^.*、/s, "");
  return {
    claim,
    slot,
    spoken: spokenIn(claim, slot),
    said: new Set([...all.names, ...all.words, ...all.pairs, ...nounsOf(claim.about)]),
    names: new Set([...all.names].map(plainName).filter((name) => !isOfAnother(claim, name, last))),
    near,
    beside: new Set(claim.beside.filter((value) => !near.some((one) => one.value === value)).map(Number)),
    before: new Set(nounsOf(STEP.test(gap) ? claim.clause.slice(0, claim.at) : gap)),
    isOnly: slots.filter(({ measure }) => measure === slot?.measure).length === 1,
  };
}

/** "--max-age 0h: 2.918 s": the name has a number of its own right behind it. */
const isOfAnother = ({ clause, at }: NumberClaim, name: string, last: Slot | undefined): boolean =>
  last !== undefined && plainName(last.name) === name && !STEP.test(clause.slice(last.end, at));

const amountOf = ({ value, factor, measure }: Slot): number => Number(value) * (measure === undefined ? factor : 1);

/** What the clause speaks of: "60 minutes" is about what is timed, not about minutes. */
const spokenIn = ({ clause, about, at }: NumberClaim, slot: Slot | undefined): Concepts =>
  subjectOf(slot?.measure === undefined ? about : clause.slice(0, at) + clause.slice(slot.end));

/** Names are told with and without the signs of their language. */
const plainName = (name: string): string => name.toLowerCase().replace(/[-_@"'`\s\\]/g, "");

/** "5 → 8": both are numbers of the same thing. */
const STEP = /^[^\w一-鿿]*(?:to|→|->|=>|[一-鿿]{0,3}[改调变升降增减提]?[高低大小]?[到至成为])?[^\w一-鿿]*$/;

/** "same": the number stands there for what the claimed one does; "other": for something else; "open": who knows. */
type Fit = "same" | "other" | "open";

interface Place extends Aligned {
  readonly slot: Slot;
  readonly fit: Fit;
}

const placeOf = (one: Aligned, slot: Slot, asked: Asked): Place => ({ ...one, slot, fit: fitOf(slot, one, asked) });

function fitOf(slot: Slot, { share, score }: Aligned, { claim, slot: own, said, names, before, isOnly }: Asked): Fit {
  if (slot.shape !== own?.shape) return "open";
  const isNamed = slot.name !== "" && names.has(plainName(slot.name));
  const isKeyTold = slot.key.length > 0 && slot.key.every((word) => said.has(word));
  const isKey = isNamed || (isKeyTold && slot.key.some((word) => before.has(word)));
  // `HOLD_MINUTES` of 15: the name says the unit for both.
  const isBare = own.measure === undefined && own.noun.length === 0 && claim.scale === undefined;
  if (slot.measure !== own.measure && isNamed && isBare && slot.noun.length === 0) return "same";
  if (slot.measure !== own.measure) {
    // "50 req/s, burst 100": what has a name of its own in the clause is not this.
    const isOfElse = slot.noun.length > 0 || (isKeyTold && !isKey);
    if (slot.measure === undefined) return isKey && slot.noun.length === 0 ? "same" : isOfElse ? "other" : "open";
    return own.measure === undefined && claim.scale !== undefined ? "open" : "other";
  }
  if (own.measure !== undefined)
    return isKey || (isOnly && share >= MEASURE_SHARE && score >= MEASURE_SCORE) ? "same" : "open";
  if (own.noun.length > 0) {
    if (own.noun.some((word) => TESTS.has(word))) return "open";
    if (own.noun.some((word) => slot.noun.includes(word))) return "same";
    if (slot.noun.length > 0) return "other";
    return isKeyTold && !slot.isArgument && own.noun.some((word) => slot.key.includes(word)) ? "same" : "open";
  }
  return isKey && slot.noun.length === 0 ? "same" : "open";
}

const MEASURE_SCORE = 3.5;
const MEASURE_SHARE = 0.6;
/** Judged with the runs of tests. */
const TESTS = new Set(["=test", "=pass", "=fail"]);

function isSame(slot: Slot, { claim, slot: own }: Asked): boolean {
  const value = claim.value.replace(/^-/, "");
  const told = { value, precision: claim.precision };
  const claimed = Number(value);
  const recorded = Number(slot.value);
  if (
    own !== undefined &&
    own.measure === slot.measure &&
    isRounded((recorded * slot.factor) / own.factor, claimed, told)
  )
    return true;
  if (own?.measure !== undefined && own.measure === slot.measure) return false;
  if (slot.value === value || isVersionPart(slot.value, value)) return true;
  if (Number.isNaN(recorded) || Number.isNaN(claimed)) return false;
  // A number without a unit may be in any.
  const isBare = claim.scale === undefined && slot.measure !== undefined;
  const factors = isBare ? BARE_FACTORS : factorsOf(claim.scale);
  return factors.some((factor) => (factor === 1 || recorded > 1) && isRounded(recorded, claimed * factor, told));
}

const BARE_FACTORS = [1, 0.001, 1 / 60, 1 / 60_000, 1 / 1_024, 100];

/** A sentence counts what it lists, and a reader the lines of an output that has no count of its own. */
function isCountedByHand(record: WorkRecord, aligned: readonly Aligned[], { claim, slot, names }: Asked): boolean {
  if (!isSmall(claim.value) || slot === undefined || slot.noun.length === 0) return false;
  const count = Number(claim.value);
  if ((names.size === count || claim.listed === count) && count > 1) return true;
  const nouns = new Set(slot.noun);
  const messages = new Set(aligned.map(({ statement }) => statement.messageId));
  return [...messages].some((id) => {
    const lines = textOfResult(record, id)
      .split("\n")
      .slice(0, MOST_LINES)
      .map((line) => line.slice(0, LINE_CHARS));
    const isCounted = lines.some((line) => slotsOf(line).some(({ noun }) => noun.some((word) => nouns.has(word))));
    return (
      !isCounted && [...nouns].some((noun) => lines.filter((line) => nounsOf(line).includes(noun)).length === count)
    );
  });
}

/** "1.82 M/s at a peak of 9 MB": a line of an output has both, and so is what the sentence tells of. */
function isToldTogether(record: WorkRecord, asked: Asked): boolean {
  if (asked.slot?.measure === undefined) return false;
  const others = asked.claim.beside.filter((value) => value !== asked.claim.value && isTelling(value));
  return (
    others.length > 0 &&
    passagesOf(record).some(({ text }) =>
      text
        .split("\n")
        .filter((line) => line.length <= LINE_CHARS && others.some((value) => line.includes(value)))
        .map(slotsOf)
        .some(
          (slots) =>
            slots.some(({ value }) => others.includes(value)) &&
            slots.some((slot) => slot.measure === asked.slot?.measure && isSame(slot, asked)),
        ),
    )
  );
}

const MOST_LINES = 200;
const LINE_CHARS = 200;

function contradicted({ slot, statement }: Place, { spoken }: Asked): Judgment {
  const { value } = slot;
  const key = [...conceptsOf(statement.text).names].find((name) => spoken.names.has(name) && slot.name === name);
  return {
    verdict: "contradicted",
    fact:
      key === undefined
        ? sentence("the record says: {line}", { line: lineOf(statement) })
        : sentence("{key} is {value} on record", { key, value }),
    messageId: statement.messageId,
  };
}

const lineOf = ({ text }: Statement): string => text.slice(0, QUOTED_CHARS);
const QUOTED_CHARS = 120;
