import { describe, expect, it } from "vitest";
import { archiveSummaries, compareSummaries } from "../../../../src/core/context/summary/summary-lineage";

const ACTIONS = "## Completed Actions\n1. READ a.ts — fine\n2. RAN npm test — exit 1";
const FIRST = `${ACTIONS}\n\n## Blocked\nTypeError: x\n\n## Goal\nNone.`;
const SECOND = `${ACTIONS}\n3. PATCHED a.ts — ok\n\n## Resolved Questions\n- TypeError: x`;
const THIRD = "## Completed Actions\n3. PATCHED a.ts — ok\n\n## Blocked\nNone.";

describe("the lineage of summaries", () => {
  it("says what a summary carried over, added, and dropped, wherever an item stands", () => {
    expect(compareSummaries(FIRST, SECOND)).toEqual({
      carriedOver: 3,
      added: ["PATCHED a.ts — ok"],
      addedCount: 1,
      dropped: [],
      droppedCount: 0,
    });
    expect(compareSummaries(SECOND, THIRD)).toMatchObject({
      carriedOver: 1,
      addedCount: 0,
      dropped: ["READ a.ts — fine", "RAN npm test — exit 1", "TypeError: x"],
    });
  });

  it("counts everything and lists a bounded part", () => {
    const many = Array.from({ length: 500 }, (_, index) => `- item ${index} ${"x".repeat(500)}`).join("\n");
    const { added, addedCount } = compareSummaries("", `## Critical Context\n${many}`);
    expect([added.length, addedCount, added[0]?.length]).toEqual([30, 500, 200]);
  });

  it("keeps every item of a chain once, with the compressions that carried it", () => {
    const archive = archiveSummaries([FIRST, SECOND, THIRD].map((text, index) => ({ ordinal: index + 1, text })));
    expect(archive.map(({ text, from, to }) => `${text} #${from}-${to}`)).toEqual([
      "READ a.ts — fine #1-2",
      "RAN npm test — exit 1 #1-2",
      "TypeError: x #1-2",
      "PATCHED a.ts — ok #2-3",
    ]);
  });
});
