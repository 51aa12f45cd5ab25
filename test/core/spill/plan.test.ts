import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SpillCandidate } from "../../../src/core/spill/plan";
import { boundsThatFit, boundsWithin, planSpills } from "../../../src/core/spill/plan";

const bounds = { resultChars: 100_000, turnChars: 200_000, previewChars: 1_500 };
const inline = (chars: number, resultChars?: number): SpillCandidate => ({
  chars,
  state: "inline",
  ...(resultChars === undefined ? {} : { resultChars }),
});

describe("planSpills", () => {
  it("keeps a turn that fits", () => {
    expect(planSpills([inline(100_000), inline(100_000)], bounds)).toEqual([]);
  });

  it("spills each result over its own bound", () => {
    expect(planSpills([inline(100_001), inline(50), inline(60_000, 50_000)], bounds)).toEqual([
      { index: 0, from: "result" },
      { index: 2, from: "result" },
    ]);
  });

  it("spills the largest first until the turn fits", () => {
    expect(planSpills([inline(70_000), inline(80_000), inline(75_000), inline(60_000)], bounds)).toEqual([
      { index: 1, from: "turn" },
      { index: 2, from: "turn" },
    ]);
  });

  it("never spills a file that was read for its size alone, and last for the turn's", () => {
    expect(planSpills([inline(190_000, Infinity)], bounds)).toEqual([]);
    expect(planSpills([inline(150_000, Infinity), inline(90_000)], bounds)).toEqual([{ index: 1, from: "turn" }]);
    expect(planSpills([inline(150_000, Infinity), inline(150_000, Infinity)], bounds)).toEqual([
      { index: 0, from: "turn" },
    ]);
  });

  it("leaves what is already on disk and what is smaller than a block", () => {
    expect(planSpills([{ chars: 300_000, state: "spilled" }, inline(3_000)], bounds)).toEqual([]);
  });

  it("always brings a turn of few results within its bound", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(150_000), { maxLength: 20 }), (sizes) => {
        const planned = new Set(
          planSpills(
            sizes.map((chars) => inline(chars)),
            bounds,
          ).map(({ index }) => index),
        );
        expect(sizes.reduce((sum, chars, index) => sum + (planned.has(index) ? 3_500 : chars), 0)).toBeLessThanOrEqual(
          bounds.turnChars,
        );
      }),
    );
  });
});

describe("boundsWithin", () => {
  it("leaves a small window most of its room beside one result, and enough beside the files of a turn", () => {
    expect(boundsWithin(bounds, 30_000)).toEqual({
      resultChars: 11_700,
      turnChars: 58_500,
      previewChars: 2_925,
      nameChars: 11_700,
    });
  });

  it("never exceeds the given bounds", () => {
    expect(boundsWithin(bounds, 1_000_000)).toEqual({
      resultChars: 100_000,
      turnChars: 200_000,
      previewChars: 25_000,
      nameChars: 100_000,
    });
  });
});

describe("boundsThatFit", () => {
  it("lowers the bounds to what fits into a small room, for one result and for a turn", () => {
    expect(boundsThatFit(bounds, 18_000)).toMatchObject({ resultChars: 24_300, turnChars: 24_300 });
  });

  it("leaves them alone in a large one", () => {
    expect(boundsThatFit(bounds, 200_000)).toEqual(bounds);
  });
});
