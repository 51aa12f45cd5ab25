import { describe, expect, it } from "vitest";
import { sessionId } from "../../../../src/core/conversation/ids";
import type { RankedMessage } from "../../../../src/core/sessions/index/ranking";
import { fuseRanks, likeness, packVector } from "../../../../src/core/sessions/index/vectors";

const ranked = (message: string, offset: number): RankedMessage => ({
  session: sessionId("s"),
  message,
  seed: false,
  at: 0,
  offset,
  bytes: 1,
  score: 1,
});

describe("packed vectors", () => {
  it("keep their angle, whatever their length", () => {
    const one = packVector([3, 4, 0]);
    expect(likeness(one, packVector([30, 40, 0]))).toBeCloseTo(1, 1);
    expect(likeness(one, packVector([0, 0, 5]))).toBeCloseTo(0, 1);
    expect(likeness(one, packVector([-3, -4, 0]))).toBeCloseTo(-1, 1);
    expect(likeness(one, packVector([1, 0]))).toBe(0);
    expect(likeness(packVector([0, 0, 0]), one)).toBe(0);
  });
});

describe("two rankings in one", () => {
  it("put first what both have, and lose nothing", () => {
    const [a, b, c] = [ranked("a", 1), ranked("b", 2), ranked("c", 3)];
    expect(fuseRanks([a, b], [b, c]).map(({ message }) => message)).toEqual(["b", "a", "c"]);
    expect(fuseRanks([a, b], [])).toEqual([a, b]);
  });
});
