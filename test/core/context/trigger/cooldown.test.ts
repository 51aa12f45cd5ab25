import { describe, expect, it } from "vitest";
import { verbatim } from "../../../../src/core/base/sentence";
import type { CooldownEvent, CooldownState } from "../../../../src/core/context/trigger/cooldown";
import { cooldownNow, NO_COOLDOWN, readCooldown, stepCooldown } from "../../../../src/core/context/trigger/cooldown";
import { inEnglish } from "../../../support/say";

const after = (events: readonly CooldownEvent[], nowMs = 0, from: CooldownState = NO_COOLDOWN) =>
  events.reduce((state, event) => stepCooldown(state, event, nowMs), from);
const folded: CooldownEvent = { type: "applied", outcome: "folded", freedShare: 0.5 };
const weak: CooldownEvent = { type: "applied", outcome: "folded", freedShare: 0.09 };
const fallback: CooldownEvent = { type: "applied", outcome: "fallback", freedShare: 0.5 };
const prompt = (promptTokens: number): CooldownEvent => ({ type: "real-prompt", promptTokens, thresholdTokens: 100 });
const failed = (cause: "transient" | "timeout" | "no-provider" | "access" | "unusable"): CooldownEvent => ({
  type: "summary-failed",
  cause,
  reason: verbatim("503"),
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
    expect(inEnglish(cooldownNow(after([folded, prompt(100), folded, prompt(100)]), 0))).toEqual({
      kind: "paused",
      reason:
        "Automatic compression is paused: two compressions in a row did not bring the context below the threshold.",
      untilMs: 300_000,
    });
  });
  it("pauses after two fallback summaries in a row", () => {
    expect(inEnglish(cooldownNow(after([fallback, fallback]), 0))?.reason).toBe(
      "Automatic compression is paused: two summaries in a row could not be generated.",
    );
  });
  it("does not pause after a fallback, a real summary and another fallback", () => {
    expect(cooldownNow(after([fallback, folded, fallback]), 0)).toBeUndefined();
  });
  it("allows one probe after 300 s and pauses again when it does not help", () => {
    const paused = after([weak, weak]);
    expect(cooldownNow(paused, 299_999)?.kind).toBe("paused");
    expect(cooldownNow(paused, 300_000)).toBeUndefined();
    const probed = after([folded, prompt(100)], 300_000, paused);
    expect(cooldownNow(probed, 300_001)?.kind).toBe("paused");
  });
  it("pauses again after a probe that found nothing", () => {
    const probed = after(
      [{ type: "no-result", promptTokens: 100, thresholdTokens: 100 }],
      300_000,
      after([weak, weak]),
    );
    expect(cooldownNow(probed, 300_001)?.kind).toBe("paused");
  });
  it("is cleared by one real prompt below the threshold", () => {
    const cleared = after([weak, weak, prompt(99)]);
    expect(cooldownNow(cleared, 0)).toBeUndefined();
    expect(cleared.strikes).toBe(0);
  });
  it("survives a restart", () => {
    const paused = after([weak, weak, failed("transient")]);
    expect(readCooldown(JSON.parse(JSON.stringify(paused)))).toEqual(paused);
  });
  it("is read from a journal that still holds its reason as text", () => {
    const cooling = after([failed("transient")]);
    expect(readCooldown({ ...cooling, coolReason: "503" })).toEqual(cooling);
  });
  it("counts anything that is not its own state as rested", () => {
    expect(readCooldown(["garbage"])).toEqual(NO_COOLDOWN);
    expect(readCooldown({ strikes: "two", pausedAtMs: "now" })).toEqual(NO_COOLDOWN);
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
    expect(inEnglish(cooldownNow(cooling, ms - 1))).toEqual({
      kind: "cooling",
      reason: "Summaries are on hold after a failure: 503",
      untilMs: ms,
    });
    expect(cooldownNow(cooling, ms)).toBeUndefined();
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
    expect(cooldownNow(after([idle]), 0, 109)?.kind).toBe("idle");
    expect(cooldownNow(after([idle]), 0, 110)).toBeUndefined();
  });
});
