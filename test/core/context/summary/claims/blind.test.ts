import { describe, expect, it } from "vitest";
import { root } from "../../../../../scripts/places.mjs";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import type { CheckedClaim } from "../../../../support/claim-sets";
import { checkSet, isCaught, isFlagged } from "../../../../support/claim-sets";

/**
 * Claims that people wrote who had not seen the rules. At first sight the rules caught 74, 56, 69, 50, 82, 80, 71, 88,
 * 87, 74 (j), 80, 72, 74, 91, 85 (o), 88, 89, 89, 89, 88, 86, 94, 88, 80, 89, 94 (z), 88, 89, 92, 86, 95 (ee), 97, 98,
 * 92, 95, 89, 91 (kk), 94, 94, 78, 84 (oo), 89, 94, 86 (rr) and 91 (zz) of 100 false ones; of 100 true ones of the sets
 * since d they flagged 9 to 20 up to m, 0 to 14 up to dd, 3, 9, 2, 2, 9, 17 and 0 of ee to kk, and 6, 13, 6, 5, 3, 3
 * and 4 of ll to rr. All sets but r and z were then used for mending. The bounds hold what has been reached since; for
 * those two, what a stranger's wording can expect. The goal is 95 and 2 for all of them, at first sight.
 */
const SETS = [
  { name: "a", leastCaught: 0.96, mostFlagged: 0 },
  { name: "b", leastCaught: 0.92, mostFlagged: 0 },
  { name: "c", leastCaught: 0.9, mostFlagged: 0.011 },
  { name: "d", leastCaught: 0.82, mostFlagged: 0.032 },
  { name: "e", leastCaught: 0.98, mostFlagged: 0 },
  { name: "f", leastCaught: 0.96, mostFlagged: 0.012 },
  { name: "g", leastCaught: 0.91, mostFlagged: 0 },
  { name: "h", leastCaught: 0.94, mostFlagged: 0.02 },
  { name: "i", leastCaught: 0.94, mostFlagged: 0.01 },
  { name: "j", leastCaught: 0.91, mostFlagged: 0.02 },
  { name: "k", leastCaught: 0.83, mostFlagged: 0.04 },
  { name: "l", leastCaught: 0.97, mostFlagged: 0.014 },
  { name: "m", leastCaught: 0.84, mostFlagged: 0.02 },
  { name: "n", leastCaught: 0.97, mostFlagged: 0 },
  { name: "o", leastCaught: 0.91, mostFlagged: 0.01 },
  { name: "p", leastCaught: 0.96, mostFlagged: 0 },
  { name: "q", leastCaught: 0.9, mostFlagged: 0 },
  { name: "r", leastCaught: 0.93, mostFlagged: 0.02 },
  { name: "s", leastCaught: 0.96, mostFlagged: 0 },
  { name: "t", leastCaught: 0.98, mostFlagged: 0.02 },
  { name: "u", leastCaught: 0.93, mostFlagged: 0.02 },
  { name: "v", leastCaught: 0.98, mostFlagged: 0 },
  { name: "w", leastCaught: 0.93, mostFlagged: 0 },
  { name: "x", leastCaught: 0.86, mostFlagged: 0.02 },
  { name: "y", leastCaught: 0.98, mostFlagged: 0 },
  { name: "z", leastCaught: 0.93, mostFlagged: 0.04 },
  { name: "aa", leastCaught: 0.89, mostFlagged: 0 },
  { name: "bb", leastCaught: 0.87, mostFlagged: 0 },
  { name: "cc", leastCaught: 0.95, mostFlagged: 0 },
  { name: "dd", leastCaught: 0.9, mostFlagged: 0.05 },
  { name: "ee", leastCaught: 0.92, mostFlagged: 0 },
  { name: "ff", leastCaught: 0.96, mostFlagged: 0.05 },
  { name: "gg", leastCaught: 0.98, mostFlagged: 0 },
  { name: "hh", leastCaught: 0.93, mostFlagged: 0.02 },
  { name: "ii", leastCaught: 0.95, mostFlagged: 0.04 },
  { name: "jj", leastCaught: 0.89, mostFlagged: 0.11 },
  { name: "kk", leastCaught: 0.9, mostFlagged: 0 },
  { name: "ll", leastCaught: 0.98, mostFlagged: 0.02 },
  { name: "mm", leastCaught: 0.98, mostFlagged: 0.04 },
  { name: "nn", leastCaught: 0.88, mostFlagged: 0.02 },
  { name: "oo", leastCaught: 0.88, mostFlagged: 0.01 },
  { name: "pp", leastCaught: 0.88, mostFlagged: 0.01 },
  { name: "qq", leastCaught: 0.96, mostFlagged: 0.02 },
  { name: "rr", leastCaught: 0.85, mostFlagged: 0.02 },
  { name: "zz", leastCaught: 0.89, mostFlagged: 0.05 },
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
