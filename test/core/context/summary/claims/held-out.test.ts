import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Message } from "../../../../../src/core/conversation/message";
import { EIGHTH_FALSE, EIGHTH_RECORDS, EIGHTH_TRUE } from "../../../../fixtures/claims/eighth";
import { FIFTH_FALSE, FIFTH_TRUE } from "../../../../fixtures/claims/fifth";
import { FOURTH_FALSE, FOURTH_RECORDS, FOURTH_TRUE } from "../../../../fixtures/claims/fourth";
import { HELD_OUT_FALSE, HELD_OUT_RECORDS, HELD_OUT_TRUE } from "../../../../fixtures/claims/held-out";
import type { PlantedKind } from "../../../../fixtures/claims/kinds";
import { LATER_FALSE, LATER_RECORDS, LATER_TRUE } from "../../../../fixtures/claims/later";
import { NINTH_FALSE, NINTH_RECORDS, NINTH_TRUE } from "../../../../fixtures/claims/ninth";
import { RECORDS } from "../../../../fixtures/claims/records";
import { SEVENTH_FALSE, SEVENTH_RECORDS, SEVENTH_TRUE } from "../../../../fixtures/claims/seventh";
import { SIXTH_FALSE, SIXTH_RECORDS, SIXTH_TRUE } from "../../../../fixtures/claims/sixth";
import { THIRD_FALSE, THIRD_RECORDS, THIRD_TRUE } from "../../../../fixtures/claims/third";

type Sentence = readonly [messages: readonly Message[], section: string, words: string];

const check = ([messages, section, words]: Sentence) =>
  checkClaims(section === "" ? words : `## ${section}\n${words}`, recordOf({ messages }));

/** A decision cannot be refuted; it is caught where it is marked. */
function isCaught(sentence: Sentence): boolean {
  const { claims } = check(sentence);
  const isDecision = sentence[1] === "Key Decisions" || sentence[1].startsWith("Constraints");
  return claims.some(({ verdict }) => verdict === "contradicted" || isDecision);
}

const told = (sentences: readonly Sentence[]): string =>
  sentences.map((one) => `${one[1]} | ${one[2]} => ${check(one).text}`).join("\n");

const ofKinds = <Name extends string>(
  records: Readonly<Record<Name, readonly Message[]>>,
  claims: readonly (readonly [PlantedKind, Name, string, string])[],
): readonly Sentence[] => claims.map(([, record, section, words]) => [records[record], section, words]);

const SETS: readonly (readonly [name: string, wrong: readonly Sentence[], right: readonly Sentence[]])[] = [
  [
    "the held-out set",
    HELD_OUT_FALSE.map(([, record, section, words]) => [HELD_OUT_RECORDS[record], section, words]),
    HELD_OUT_TRUE.map(([record, section, words]) => [HELD_OUT_RECORDS[record], section, words]),
  ],
  [
    "the later sets",
    LATER_FALSE.map(([record, section, words]) => [LATER_RECORDS[record], section, words]),
    LATER_TRUE.map(([record, section, words]) => [LATER_RECORDS[record], section, words]),
  ],
  [
    "the third set",
    THIRD_FALSE.map(([record, section, words]) => [THIRD_RECORDS[record], section, words]),
    THIRD_TRUE.map(([record, section, words]) => [THIRD_RECORDS[record], section, words]),
  ],
  [
    "the fourth set",
    FOURTH_FALSE.map(([record, section, words]) => [FOURTH_RECORDS[record], section, words]),
    FOURTH_TRUE.map(([record, section, words]) => [FOURTH_RECORDS[record], section, words]),
  ],
  [
    "the fifth set",
    FIFTH_FALSE.map(([record, section, words]) => [RECORDS[record], section, words]),
    FIFTH_TRUE.map(([record, section, words]) => [RECORDS[record], section, words]),
  ],
  ["the sixth set", ofKinds(SIXTH_RECORDS, SIXTH_FALSE), ofKinds(SIXTH_RECORDS, SIXTH_TRUE)],
  ["the seventh set", ofKinds(SEVENTH_RECORDS, SEVENTH_FALSE), ofKinds(SEVENTH_RECORDS, SEVENTH_TRUE)],
  ["the eighth set", ofKinds(EIGHTH_RECORDS, EIGHTH_FALSE), ofKinds(EIGHTH_RECORDS, EIGHTH_TRUE)],
  ["the ninth set", ofKinds(NINTH_RECORDS, NINTH_FALSE), ofKinds(NINTH_RECORDS, NINTH_TRUE)],
];

describe.each(SETS)("%s", (_, wrong, right) => {
  it("has its false claims caught", () => {
    const missed = wrong.filter((sentence) => !isCaught(sentence));
    expect(missed.length / wrong.length, told(missed)).toBeLessThanOrEqual(0.06);
  });

  it("has its true claims left alone", () => {
    const flagged = right.filter((sentence) => check(sentence).claims.length > 0);
    expect(flagged.length / right.length, told(flagged)).toBeLessThanOrEqual(0.02);
  });

  it("is corrected once: a corrected summary has nothing left to correct", () => {
    const again = wrong.flatMap((sentence): readonly string[] => {
      const once = check(sentence).text;
      const twice = checkClaims(once, recordOf({ messages: sentence[0] })).text;
      return once === twice ? [] : [`${once} => ${twice}`];
    });
    expect(again).toEqual([]);
  });
});
