import { describe, expect, it } from "vitest";
import type { ProviderFailure } from "../../../src/core/providers/provider";
import { ProviderError } from "../../../src/core/providers/provider";
import { planRetry, RETRY_BUDGET_MS, withRetries } from "../../../src/core/providers/retry";
import { neverStopped } from "../../support/requests";

const middle = () => 0.5;

/** A world in which sleeping is instant and moves the clock. */
function fastWorld() {
  let now = 0;
  return { now: () => now, random: middle, sleep: (ms: number, signal: AbortSignal) => { now += ms; return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(); } };
}

describe("planRetry", () => {
  it("doubles its patience up to a limit", () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => planRetry({ kind: "overloaded" }, attempt, 0, middle))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000]);
  });

  it("spreads attempts by a quarter", () => {
    expect([0, 0.999].map((chance) => planRetry({ kind: "overloaded" }, 1, 0, () => chance))).toEqual([750, 1_250]);
  });

  it("never undercuts a stated wait", () => {
    expect([0, 0.999].map((chance) => planRetry({ kind: "rate-limited", retryAfterMs: 20_000 }, 5, 0, () => chance))).toEqual([20_000, 20_250]);
  });

  it.each<ProviderFailure>([{ kind: "overflow" }, { kind: "output-cap" }, { kind: "payload-too-large" }, { kind: "bad-thinking" }, { kind: "unauthorized" }, { kind: "rejected", status: 400 }])("does not repeat $kind", (failure) => {
    expect(planRetry(failure, 1, 0, middle)).toBeUndefined();
  });

  it("gives up where the wait would not fit", () => {
    expect([planRetry({ kind: "rate-limited", retryAfterMs: 3_600_000 }, 1, 0, middle), planRetry({ kind: "disconnected" }, 1, 125_000, middle)]).toEqual([undefined, undefined]);
  });
});

describe("withRetries", () => {
  it("ends within its budget however long the trouble lasts", async () => {
    const world = fastWorld();
    const trouble = () => Promise.reject(new ProviderError("529: Overloaded", { kind: "overloaded" }));
    await expect(withRetries(world, trouble, () => undefined, neverStopped)).rejects.toThrow("529: Overloaded");
    expect(world.now()).toBeLessThan(RETRY_BUDGET_MS);
  });

  it("lets other errors through at once", async () => {
    const notices: unknown[] = [];
    await expect(withRetries(fastWorld(), () => Promise.reject(new TypeError("bug")), (notice) => notices.push(notice), neverStopped)).rejects.toThrow("bug");
    expect(notices).toEqual([]);
  });

  it("stops while it waits", async () => {
    const stop = new AbortController();
    const world = { ...fastWorld(), sleep: (_: number, signal: AbortSignal) => new Promise<void>((__, reject) => { signal.addEventListener("abort", () => reject(signal.reason as Error)); stop.abort(new Error("user stop")); }) };
    await expect(withRetries(world, () => Promise.reject(new ProviderError("busy", { kind: "overloaded" })), () => undefined, stop.signal)).rejects.toThrow("user stop");
  });

  it("does not repeat what was stopped", async () => {
    const stop = new AbortController();
    let runs = 0;
    const run = () => { runs++; stop.abort(); return Promise.reject(new ProviderError("Stopped.", { kind: "disconnected" })); };
    await expect(withRetries(fastWorld(), run, () => undefined, stop.signal)).rejects.toThrow("Stopped.");
    expect(runs).toBe(1);
  });
});
