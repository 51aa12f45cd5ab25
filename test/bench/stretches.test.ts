import { describe, expect, it } from "vitest";
import { blockedMs } from "./stretches";

const stretch = (wallMs: number, threadMs: number, processMs = 1_000) => ({
  startMs: 100,
  endMs: 100 + wallMs,
  threadMs,
  processMs,
});

describe("how long a stretch blocks the thread", () => {
  it("does not count other processes that held the core", () => {
    expect(blockedMs(stretch(60, 10), [])).toBe(10);
  });

  it("counts stops for collections of garbage as a whole, and only its own", () => {
    const [before, within, after] = [
      { startMs: 80, endMs: 99 },
      { startMs: 110, endMs: 140 },
      { startMs: 161, endMs: 190 },
    ];
    expect(blockedMs(stretch(60, 10), [before, within, after])).toBe(40);
  });

  it("does not count other processes that make a stop longer", () => {
    expect(blockedMs(stretch(260, 10, 45), [{ startMs: 110, endMs: 340 }])).toBe(45);
  });

  it("is never longer than by the clock", () => {
    expect(blockedMs(stretch(35, 25), [{ startMs: 110, endMs: 130 }])).toBe(35);
  });
});
