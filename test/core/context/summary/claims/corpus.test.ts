import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Planted } from "../../../../fixtures/claims/planted";
import { PLANTED } from "../../../../fixtures/claims/planted";
import type { RecordName } from "../../../../fixtures/claims/records";
import { RECORDS } from "../../../../fixtures/claims/records";
import { TRUE_CLAIMS } from "../../../../fixtures/claims/true-claims";

const check = (record: RecordName, section: string, words: string) =>
  checkClaims(section === "" ? words : `## ${section}\n${words}`, recordOf({ messages: RECORDS[record] }));

const isCaught = ([kind, record, section, words]: Planted): boolean => {
  const { claims, text } = check(record, section, words);
  if (kind === "decision never taken") return claims.length > 0;
  return claims.some(({ verdict }) => verdict === "contradicted") && !text.includes(words);
};

describe("the corpus of planted false claims", () => {
  it("holds at least 60 false claims, eight or more of each kind, and 150 true ones", () => {
    const kinds = Map.groupBy(PLANTED, ([kind]) => kind);
    expect(PLANTED.length).toBeGreaterThanOrEqual(60);
    expect([...kinds].filter(([, list]) => list.length < 8)).toEqual([]);
    expect(TRUE_CLAIMS.length).toBeGreaterThanOrEqual(150);
  });

  it("is caught, 95 of 100 at least", () => {
    const missed = PLANTED.filter((planted) => !isCaught(planted));
    expect(missed.length / PLANTED.length, missed.map((one) => one.join(" | ")).join("\n")).toBeLessThanOrEqual(0.05);
  });

  it("leaves true claims alone, 98 of 100 at least", () => {
    const flagged = TRUE_CLAIMS.filter(([record, section, words]) => check(record, section, words).claims.length > 0);
    const told = flagged.map((one) => `${one.join(" | ")} => ${check(...one).text}`);
    expect(flagged.length / TRUE_CLAIMS.length, told.join("\n")).toBeLessThanOrEqual(0.02);
  });

  it("is corrected once: a corrected summary has nothing left to correct", () => {
    const again = PLANTED.map(([, record, section, words]) => {
      const first = check(record, section, words).text;
      return [first, checkClaims(first, recordOf({ messages: RECORDS[record] })).text] as const;
    }).filter(([first, second]) => first !== second);
    expect(again).toEqual([]);
  });
});
