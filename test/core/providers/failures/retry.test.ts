import { describe, expect, it } from "vitest";
import { chargeAttempt, planRetry, RETRY_BUDGET_MS } from "../../../../src/core/providers/failures/retry";
import type { ProviderFailure } from "../../../../src/core/providers/provider";

const middle = () => 0.5;

describe("planRetry", () => {
  it("doubles its patience up to a limit", () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => planRetry({ kind: "overloaded" }, attempt, 0, middle))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000,
    ]);
  });

  it("spreads attempts by a quarter", () => {
    expect([0, 0.999].map((chance) => planRetry({ kind: "overloaded" }, 1, 0, () => chance))).toEqual([750, 1_250]);
  });

  it("never undercuts a stated wait", () => {
    expect(
      [0, 0.999].map((chance) => planRetry({ kind: "rate-limited", retryAfterMs: 20_000 }, 5, 0, () => chance)),
    ).toEqual([20_000, 20_250]);
  });

  it.each<ProviderFailure>([
    { kind: "overflow" },
    { kind: "output-cap" },
    { kind: "payload-too-large" },
    { kind: "bad-thinking" },
    { kind: "unauthorized" },
    { kind: "rejected", status: 400 },
  ])("does not repeat $kind", (failure) => {
    expect(planRetry(failure, 1, 0, middle)).toBeUndefined();
  });

  it("ends within its budget however long the trouble lasts", () => {
    let elapsedMs = 0;
    for (let attempt = 1; ; attempt++) {
      const waitMs = planRetry({ kind: "overloaded" }, attempt, elapsedMs, middle);
      if (waitMs === undefined) break;
      elapsedMs += waitMs;
    }
    expect([elapsedMs > 60_000, elapsedMs < RETRY_BUDGET_MS]).toEqual([true, true]);
  });

  it("gives up where the wait would not fit", () => {
    expect([
      planRetry({ kind: "rate-limited", retryAfterMs: 3_600_000 }, 1, 0, middle),
      planRetry({ kind: "disconnected" }, 1, 125_000, middle),
    ]).toEqual([undefined, undefined]);
  });
});

describe("chargeAttempt", () => {
  it.each([
    ["a silent one what it took", 60_000, 1, "nothing", 60_000],
    ["a first one that broke off while answering nothing", 100_000, 1, "something", 0],
    ["a later one that broke off while answering what it took", 100_000, 2, "something", 100_000],
    ["one that slept with the machine nothing", 3_600_000, 2, "nothing", 0],
    ["one whose clock was set back nothing", -5_000, 1, "nothing", 0],
  ] as const)("charges %s", (_, tookMs, number, arrived, charged) => {
    expect(chargeAttempt(tookMs, { number, arrived })).toBe(charged);
  });
});
