import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import type { WorkRecord } from "../../../../../src/core/context/summary/claims/record/record";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { importTranscript } from "../../../../../src/core/conversation/transcript/transcript";

/**
 * Claims that people wrote who had not seen the rules. At first sight the rules caught 74, 56, 69 and 50 of 100 false
 * ones (a and b before any change, c after a and b were used for mending, d after c). The bounds below hold what has
 * been reached since; the goal is 95 and 2 for all of them.
 */
const SETS = [
  { name: "a", leastCaught: 0.92, mostFlagged: 0.02 },
  { name: "b", leastCaught: 0.86, mostFlagged: 0.02 },
  { name: "c", leastCaught: 0.85, mostFlagged: 0.02 },
  { name: "d", leastCaught: 0.54, mostFlagged: 0.04 },
] as const;

interface BlindClaim {
  readonly section: string;
  readonly text: string;
  readonly false?: boolean;
  readonly kind?: string;
}

interface Scene {
  readonly name: string;
  readonly messages: readonly unknown[];
  readonly claims: readonly BlindClaim[];
}

const HEADINGS = [
  "Active Task",
  "Goal",
  "Constraints & Preferences",
  "Completed Actions",
  "Active State",
  "In Progress",
  "Blocked",
  "Key Decisions",
  "Resolved Questions",
  "Pending User Asks",
  "Relevant Files",
  "Remaining Work",
  "Critical Context",
];

const readScenes = (name: string): readonly Scene[] => {
  const path = fileURLToPath(new URL(`../../../../fixtures/claims/blind-${name}.json`, import.meta.url));
  const file: { readonly scenes: readonly Scene[] } = JSON.parse(readFileSync(path, "utf8"));
  return file.scenes;
};

/** One claim in a whole hand-off. */
const handOff = ({ section, text }: BlindClaim): string =>
  HEADINGS.map((heading) => `## ${heading}\n${heading === section ? text : "None."}`).join("\n\n");

interface Checked {
  readonly claim: BlindClaim;
  readonly record: WorkRecord;
  readonly text: string;
  readonly verdicts: readonly string[];
}

const checkAll = (name: string): readonly Checked[] =>
  readScenes(name).flatMap(({ messages, claims }) => {
    const record = recordOf({ messages: importTranscript(messages) });
    return claims.map((claim) => {
      const checked = checkClaims(handOff(claim), record);
      return { claim, record, text: checked.text, verdicts: checked.claims.map(({ verdict }) => verdict) };
    });
  });

/** A decision cannot be refuted; it is caught where it is marked. */
const isCaught = ({ claim, verdicts }: Checked): boolean =>
  verdicts.includes("contradicted") || (claim.kind === "decision never taken" && verdicts.length > 0);

const told = (list: readonly Checked[]): string =>
  list.map(({ claim }) => `${claim.kind ?? "true"} | ${claim.section} | ${claim.text}`).join("\n");

describe.each(SETS)("the blind set $name", ({ name, leastCaught, mostFlagged }) => {
  const checked = checkAll(name);
  const wrong = checked.filter(({ claim }) => claim.false === true);
  const right = checked.filter(({ claim }) => claim.false !== true);

  it("has its false claims caught", () => {
    const missed = wrong.filter((one) => !isCaught(one));
    expect(1 - missed.length / wrong.length, told(missed)).toBeGreaterThanOrEqual(leastCaught);
  });

  it("has its true claims left alone", () => {
    const flagged = right.filter(({ verdicts }) => verdicts.length > 0);
    expect(flagged.length / right.length, told(flagged)).toBeLessThanOrEqual(mostFlagged);
  });

  it("is corrected once: a corrected summary has nothing left to correct", () => {
    const again = checked.filter(({ text, record }) => checkClaims(text, record).text !== text);
    expect(told(again)).toBe("");
  });
});
