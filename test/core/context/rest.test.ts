import { describe, expect, it } from "vitest";
import type { RestEvent, RestState } from "../../../src/core/context/rest";
import { RESTED, restFrom, restNow, stepRest } from "../../../src/core/context/rest";

const after = (events: readonly RestEvent[], nowMs = 0, from: RestState = RESTED) =>
  events.reduce((state, event) => stepRest(state, event, nowMs), from);
const folded: RestEvent = { type: "applied", outcome: "folded", freedShare: 0.5 };
const weak: RestEvent = { type: "applied", outcome: "folded", freedShare: 0.09 };
const fallback: RestEvent = { type: "applied", outcome: "fallback", freedShare: 0.5 };
const prompt = (promptTokens: number): RestEvent => ({ type: "real-prompt", promptTokens, thresholdTokens: 100 });
const failed = (cause: "transient" | "timeout" | "no-provider" | "access" | "unusable"): RestEvent => ({
  type: "summary-failed",
  cause,
  reason: "503",
});

describe("anti-thrash", () => {
  it("strikes a compression after which the first real prompt is still at the threshold", () => {
    expect(after([folded, prompt(100)]).strikes).toBe(1);
  });
  it("strikes a compression that freed less than a tenth, and only once", () => {
    expect(after([weak, prompt(100)]).strikes).toBe(1);
  });
  it("does not strike twice for later prompts of the same compression", () => {
    expect(after([folded, prompt(100), prompt(120)]).strikes).toBe(1);
  });
  it("pauses after two strikes and says why", () => {
    expect(restNow(after([folded, prompt(100), folded, prompt(100)]), 0)).toEqual({
      kind: "paused",
      reason:
        "Automatic compression is paused: two compressions in a row did not bring the context below the threshold.",
      untilMs: 300_000,
    });
  });
  it("pauses after two fallback summaries in a row", () => {
    expect(restNow(after([fallback, fallback]), 0)?.reason).toBe(
      "Automatic compression is paused: two summaries in a row could not be generated.",
    );
  });
  it("does not pause after a fallback, a real summary and another fallback", () => {
    expect(restNow(after([fallback, folded, fallback]), 0)).toBeUndefined();
  });
  it("allows one probe after 300 s and pauses again when it does not help", () => {
    const paused = after([weak, weak]);
    expect(restNow(paused, 299_999)?.kind).toBe("paused");
    expect(restNow(paused, 300_000)).toBeUndefined();
    const probed = after([folded, prompt(100)], 300_000, paused);
    expect(restNow(probed, 300_001)?.kind).toBe("paused");
  });
  it("pauses again after a probe that found nothing", () => {
    const probed = after(
      [{ type: "no-result", promptTokens: 100, thresholdTokens: 100 }],
      300_000,
      after([weak, weak]),
    );
    expect(restNow(probed, 300_001)?.kind).toBe("paused");
  });
  it("is cleared by one real prompt below the threshold", () => {
    const cleared = after([weak, weak, prompt(99)]);
    expect(restNow(cleared, 0)).toBeUndefined();
    expect(cleared.strikes).toBe(0);
  });
  it("survives a restart", () => {
    const paused = after([weak, weak]);
    expect(restFrom(JSON.parse(JSON.stringify(paused)))).toEqual(paused);
  });
  it("counts anything that is not its own state as rested", () => {
    expect(restFrom(["garbage"])).toEqual(RESTED);
    expect(restFrom({ strikes: "two", pausedAtMs: "now" })).toEqual(RESTED);
  });
});

describe("cooldown after a failed summary", () => {
  it.each([
    ["transient", 60_000],
    ["unusable", 60_000],
    ["no-provider", 600_000],
    ["access", 600_000],
  ] as const)("lasts after %s for %i ms", (cause, ms) => {
    const cooling = after([failed(cause)]);
    expect(restNow(cooling, ms - 1)).toEqual({
      kind: "cooling",
      reason: "Summaries rest after a failure: 503",
      untilMs: ms,
    });
    expect(restNow(cooling, ms)).toBeUndefined();
  });
  it("grows from 60 to 300 to 900 s with repeated timeouts and stays there", () => {
    const lengths = [1, 2, 3, 4].map(
      (times) => after(Array.from({ length: times }, () => failed("timeout"))).coolUntilMs,
    );
    expect(lengths).toEqual([60_000, 300_000, 900_000, 900_000]);
  });
  it("starts over after a failure of another kind or a summary", () => {
    expect(after([failed("timeout"), failed("transient"), failed("timeout")]).coolUntilMs).toBe(60_000);
    expect(after([failed("timeout"), folded, failed("timeout")]).coolUntilMs).toBe(60_000);
  });
});

describe("an attempt without result", () => {
  const idle = { type: "no-result", promptTokens: 100, thresholdTokens: 100 } as const;
  it("rests for a while that doubles up to ten minutes", () => {
    expect([1, 2, 3, 8].map((times) => after(Array.from({ length: times }, () => idle)).idleUntilMs)).toEqual([
      30_000, 60_000, 120_000, 600_000,
    ]);
  });
  it("may be repeated as soon as the prompt has grown by a tenth of the threshold", () => {
    expect(restNow(after([idle]), 0, 109)?.kind).toBe("idle");
    expect(restNow(after([idle]), 0, 110)).toBeUndefined();
  });
});
