import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SimulatedRequest } from "../../../src/core/caching/simulate";
import { simulateCache } from "../../../src/core/caching/simulate";
import type { CacheTtl } from "../../../src/core/models/model";
import session from "../../fixtures/prompt-cache/pi-session.json";

const rules = { minimumTokens: 1_000 };
const blocks = (...names: readonly string[]) => names.map((hash) => ({ hash, tokens: 1_000 }));
const request = (
  atMs: number,
  names: readonly string[],
  marks: readonly number[],
  ttl: CacheTtl = "5m",
): SimulatedRequest => ({
  atMs,
  blocks: blocks(...names),
  marks: marks.map((block) => ({ block, ttl })),
});
const parts = (report: ReturnType<typeof simulateCache>) =>
  report.requests.map(({ read, written5m, written1h, fresh }) => [read, written5m, written1h, fresh]);

describe("simulateCache", () => {
  it("writes up to the last mark, reads the longest known prefix, and bills the rest fresh", () => {
    const report = simulateCache([request(0, ["a", "b"], [0]), request(1, ["a", "b", "c"], [0, 1])], rules);
    expect(parts(report)).toEqual([
      [0, 1_000, 0, 1_000],
      [1_000, 1_000, 0, 1_000],
    ]);
  });

  it("counts lifetimes from the start of the request and renews them by reading", () => {
    const at = (minutes: number) => request(minutes * 60_000, ["a"], [0]);
    expect(simulateCache([at(0), at(4.9), at(9.8), at(14.8)], rules).requests.map(({ outcome }) => outcome)).toEqual([
      "miss",
      "hit",
      "hit",
      "miss",
    ]);
  });

  it("keeps one-hour entries for an hour", () => {
    const at = (minutes: number) => request(minutes * 60_000, ["a"], [0], "1h");
    expect(simulateCache([at(0), at(59), at(118), at(179)], rules).requests.map(({ outcome }) => outcome)).toEqual([
      "miss",
      "hit",
      "hit",
      "miss",
    ]);
  });

  it("bills one-hour and five-minute writes of one request apart", () => {
    const mixed: SimulatedRequest = {
      atMs: 0,
      blocks: blocks("a", "b", "c"),
      marks: [
        { block: 0, ttl: "1h" },
        { block: 1, ttl: "5m" },
      ],
      outputTokens: 1_000,
    };
    const prices = { input: 1, output: 10, cacheRead: 0.1, cacheWrite5m: 1.25, cacheWrite1h: 2 };
    const report = simulateCache([mixed], { ...rules, prices });
    expect([parts(report)[0], report.costUsd]).toEqual([[0, 1_000, 1_000, 1_000], (2 + 1.25 + 1 + 10) / 1_000]);
  });

  it("looks back over twenty positions and no further", () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `block ${index}`);
    const outcomes = (distance: number) =>
      simulateCache([request(0, names(1), [0]), request(1, names(1 + distance), [distance])], rules).requests[1]
        ?.outcome;
    expect([outcomes(19), outcomes(20)]).toEqual(["hit", "miss"]);
  });

  it("caches nothing below the minimum", () => {
    expect(parts(simulateCache([request(0, ["a"], [0]), request(1, ["a"], [0])], { minimumTokens: 1_001 }))).toEqual([
      [0, 0, 0, 1_000],
      [0, 0, 0, 1_000],
    ]);
  });

  it("keeps scopes apart", () => {
    const scoped = (scope: string): SimulatedRequest => ({ ...request(0, ["a"], [0]), scope });
    expect(
      simulateCache([scoped("opus"), scoped("sonnet"), scoped("opus")], rules).requests.map(({ outcome }) => outcome),
    ).toEqual(["miss", "miss", "hit"]);
  });

  it("always divides the whole prompt", () => {
    const arbitrary = fc.array(
      fc.record({
        atMs: fc.integer({ min: 0, max: 4_000_000 }),
        blocks: fc.array(
          fc.record({ hash: fc.constantFrom("a", "b", "c"), tokens: fc.integer({ min: 0, max: 3_000 }) }),
          { maxLength: 30 },
        ),
        marks: fc.array(fc.record({ block: fc.nat({ max: 40 }), ttl: fc.constant<CacheTtl>("5m") }), { maxLength: 4 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(arbitrary, (requests) => {
        const report = simulateCache(requests, rules);
        report.requests.forEach((served, index) => {
          const prompt = requests[index]?.blocks.reduce((sum, { tokens }) => sum + tokens, 0);
          expect(served.read + served.written5m + served.written1h + served.fresh).toBe(prompt);
        });
      }),
    );
  });
});

describe("simulateCache on malformed input", () => {
  it("counts odd sizes as nothing and ignores marks beside the prompt", () => {
    const odd = {
      atMs: 0,
      blocks: [
        { hash: "a", tokens: NaN },
        { hash: "b", tokens: -5 },
        { hash: "c", tokens: 10 },
      ],
      marks: [
        { block: 9, ttl: "5m" as const },
        { block: -1, ttl: "5m" as const },
      ],
    };
    expect(parts(simulateCache([odd], rules))).toEqual([[0, 0, 0, 10]]);
  });

  it.each([
    [
      "five marks",
      [request(0, ["a", "b", "c", "d", "e"], [0, 1, 2, 3, 4])],
      "Request 0 has 5 marks; at most 4 are allowed.",
    ],
    [
      "a long lifetime behind a short one",
      [
        {
          ...request(0, ["a", "b"], []),
          marks: [
            { block: 0, ttl: "5m" as const },
            { block: 1, ttl: "1h" as const },
          ],
        },
      ],
      "Request 0 has a one-hour mark behind a five-minute one.",
    ],
    ["no blocks", [{ atMs: 0 } as unknown as SimulatedRequest], "Request 0 needs atMs, blocks and marks."],
    ["no time", [{ ...request(0, ["a"], []), atMs: NaN }], "Request 0 needs atMs, blocks and marks."],
    ["no list", null as unknown as SimulatedRequest[], "simulateCache needs a list of requests."],
  ])("refuses %s with one clear sentence", (_, requests, sentence) => {
    expect(() => simulateCache(requests, rules)).toThrow(sentence);
  });

  it("has nothing to say about nothing", () => {
    expect(simulateCache([], rules)).toEqual({
      requests: [],
      totals: { read: 0, written5m: 0, written1h: 0, fresh: 0, output: 0 },
      hitRate: 0,
      costUsd: null,
    });
  });
});

describe("simulateCache against a recorded session", () => {
  /**
   * The recording agent marked its system prompt and latest turn; the vendor's minimum for its model is 4,096 tokens.
   */
  const replay = (): readonly SimulatedRequest[] => {
    let history: { hash: string; tokens: number }[] = [];
    let segment = 0;
    let before = 0;
    return session.calls.map((call, index) => {
      if (call.segment !== segment) [history, segment, before] = [[], call.segment, 0];
      const grown = Math.max(0, call.prompt - before);
      const added = Array.from({ length: Math.max(1, call.newBlocks) }, (_, place) => ({
        hash: `${index}.${place}`,
        tokens: grown / Math.max(1, call.newBlocks),
      }));
      history = [...history, ...added];
      before = call.prompt;
      return {
        atMs: call.at,
        scope: call.model,
        blocks: history,
        marks: [
          { block: 0, ttl: "5m" as const },
          { block: history.length - 1, ttl: "5m" as const },
        ],
      };
    });
  };

  it("predicts hit or miss of at least 98 % of the tool-loop calls", () => {
    const { requests } = simulateCache(replay(), { minimumTokens: 4_096 });
    const loop = session.calls.flatMap((call, index) =>
      call.after === "tool" ? [(requests[index]?.outcome === "hit") === call.read > 0] : [],
    );
    expect(loop.length).toBeGreaterThan(350);
    expect(loop.filter(Boolean).length / loop.length).toBeGreaterThanOrEqual(0.98);
  });

  it("predicts the tokens read by tool-loop calls to within two percent", () => {
    const { requests } = simulateCache(replay(), { minimumTokens: 4_096 });
    const sums = session.calls.reduce(
      (sum, call, index) =>
        call.after === "tool"
          ? { real: sum.real + call.read, simulated: sum.simulated + (requests[index]?.read ?? 0) }
          : sum,
      { real: 0, simulated: 0 },
    );
    expect(Math.abs(sums.simulated / sums.real - 1)).toBeLessThan(0.02);
  });
});
