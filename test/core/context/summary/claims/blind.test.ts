import { describe, expect, it } from "vitest";
import { root } from "../../../../../scripts/places.mjs";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import type { CheckedClaim } from "../../../../support/claim-sets";
import { checkSet, isCaught, isFlagged } from "../../../../support/claim-sets";

/**
 * Claims that people wrote who had not seen the rules. Of 100 false ones the rules caught at first sight 74, 56, 69,
 * 50, 82, 80, 71, 88, 87, 74 (j), 80 (k), 72 (l), 74 (m), 91 (n) and 85 (o); of 100 true ones of the last thirteen sets
 * they flagged 9, 15, 7, 12, 11, 12, 7, 10, 16, 20, 10, 6 and 8. All sets but k and m were
 * then used for mending. The bounds hold what has been reached since: for k and m, what a stranger's wording can
 * expect. The goal is 95 and 2 for all of them, at first sight.
 */
const SETS = [
  { name: "a", leastCaught: 0.97, mostFlagged: 0 },
  { name: "b", leastCaught: 0.92, mostFlagged: 0 },
  { name: "c", leastCaught: 0.9, mostFlagged: 0 },
  { name: "d", leastCaught: 0.81, mostFlagged: 0.03 },
  { name: "e", leastCaught: 0.98, mostFlagged: 0 },
  { name: "f", leastCaught: 0.96, mostFlagged: 0.01 },
  { name: "g", leastCaught: 0.92, mostFlagged: 0 },
  { name: "h", leastCaught: 0.93, mostFlagged: 0.02 },
  { name: "i", leastCaught: 0.94, mostFlagged: 0.02 },
  { name: "j", leastCaught: 0.92, mostFlagged: 0.02 },
  { name: "k", leastCaught: 0.79, mostFlagged: 0.13 },
  { name: "l", leastCaught: 0.98, mostFlagged: 0.01 },
  { name: "m", leastCaught: 0.72, mostFlagged: 0.12 },
  { name: "n", leastCaught: 0.9, mostFlagged: 0.07 },
  { name: "o", leastCaught: 0.85, mostFlagged: 0.08 },
  // Not blind: other claims about the same conversations, by those who wrote the rules.
  { name: "more-claims", leastCaught: 0.8, mostFlagged: 0.01 },
] as const;

const told = (list: readonly CheckedClaim[]): string =>
  list.map(({ claim }) => `${claim.kind ?? "true"} | ${claim.section} | ${claim.text}`).join("\n");

describe.each(SETS)("the blind set $name", ({ name, leastCaught, mostFlagged }) => {
  const checked = checkSet(root, name);
  const wrong = checked.filter(({ claim }) => claim.false === true);
  const right = checked.filter(({ claim }) => claim.false !== true);

  it("has its false claims caught", () => {
    const missed = wrong.filter((one) => !isCaught(one));
    expect(1 - missed.length / wrong.length, told(missed)).toBeGreaterThanOrEqual(leastCaught);
  });

  it("has its true claims left alone", () => {
    const flagged = right.filter(isFlagged);
    expect(flagged.length / right.length, told(flagged)).toBeLessThanOrEqual(mostFlagged);
  });

  it("is corrected once: a corrected summary has nothing left to correct", () => {
    const again = checked.filter(({ text, record }) => checkClaims(text, record).text !== text);
    expect(told(again)).toBe("");
  });
});
