import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "../../../../src/core/context/policy";
import type { SessionCosts } from "../../../../src/core/context/trigger/adaptive-budgets";
import { adaptiveBudgets, USUAL_COSTS } from "../../../../src/core/context/trigger/adaptive-budgets";
import { placeTrigger } from "../../../../src/core/context/trigger/threshold";

const place = (contextLength: number, rule: "hermes" | "adaptive") =>
  placeTrigger({
    policy: DEFAULT_POLICY,
    model: { name: "", contextLength },
    overheadTokens: 2_500,
    codexGpt55Autoraise: "on",
    rule,
  });

describe("adaptive budgets", () => {
  it("wait in a small window until it is nearly full and in a large one until growth has cost a compression", () => {
    const share = (contextTokens: number) =>
      Number((adaptiveBudgets(DEFAULT_POLICY, contextTokens, 2_500).thresholdTokens / contextTokens).toFixed(2));
    expect([8_000, 32_000, 64_000, 200_000, 1_000_000].map(share)).toEqual([0.83, 0.92, 0.92, 0.41, 0.13]);
  });

  it("set room apart for recent messages, files in work, facts, and the opening", () => {
    expect(adaptiveBudgets(DEFAULT_POLICY, 32_000, 2_500)).toMatchObject({
      tailTokens: 4_720,
      liveTokens: 12_115,
      factsTokens: 1_770,
      headTokens: 1_180,
      summaryCeilingTokens: 1_600,
    });
    expect(adaptiveBudgets(DEFAULT_POLICY, 200_000, 2_500)).toMatchObject({
      tailTokens: 10_862,
      liveTokens: 21_725,
      factsTokens: 3_000,
      headTokens: 2_715,
      summaryCeilingTokens: 6_000,
    });
  });

  it("leave more room below the trigger than a compression leaves behind, in any window", () => {
    for (let contextTokens = 8_000; contextTokens <= 2_000_000; contextTokens *= 1.5) {
      const {
        thresholdTokens,
        tailTokens,
        factsTokens = 0,
        liveTokens = 0,
        summaryCeilingTokens,
      } = adaptiveBudgets(DEFAULT_POLICY, contextTokens, 0);
      expect(thresholdTokens).toBeGreaterThan(1.2 * (tailTokens + liveTokens + factsTokens + summaryCeilingTokens));
    }
  });

  it("come from the room that system prompt and tools leave", () => {
    const { tailTokens, thresholdTokens } = adaptiveBudgets(DEFAULT_POLICY, 32_000, 14_000);
    expect([tailTokens, thresholdTokens]).toEqual([2_880, 29_440]);
  });

  it("wait longer where reading is cheap and the session grows fast, and less where nothing is cached", () => {
    const at = (costs: Partial<SessionCosts>) =>
      adaptiveBudgets(DEFAULT_POLICY, 200_000, 2_500, { ...USUAL_COSTS, ...costs }).thresholdTokens;
    expect(at({ growthTokensPerCall: 2_000 })).toBeGreaterThan(at({}));
    expect(at({ read: 1, write: 1 })).toBeLessThan(at({}));
  });

  it("respect an absolute threshold", () => {
    expect(adaptiveBudgets({ ...DEFAULT_POLICY, thresholdTokens: 30_000 }, 200_000, 2_500).thresholdTokens).toBe(
      30_000,
    );
  });
});

describe("the trigger", () => {
  it("is half the window by the documented rule and follows the budgets by the adaptive one", () => {
    expect([place(200_000, "hermes").thresholdTokens, place(200_000, "adaptive").thresholdTokens]).toEqual([
      100_000,
      adaptiveBudgets(DEFAULT_POLICY, 200_000, 2_500).thresholdTokens,
    ]);
  });

  it("takes overrides of single budgets", () => {
    const { budgets } = placeTrigger({
      policy: DEFAULT_POLICY,
      model: { name: "", contextLength: 200_000 },
      overheadTokens: 0,
      codexGpt55Autoraise: "on",
      rule: "adaptive",
      budgets: { factsTokens: 0 },
    });
    expect([budgets.factsTokens, budgets.tailTokens]).toEqual([0, 11_000]);
  });
});
