import { describe, expect, it } from "vitest";
import { budgetsFor, completePolicy, DEFAULT_POLICY, summaryTargetTokens } from "../../../../src/core/context/policy";
import type { TriggerInputs } from "../../../../src/core/context/trigger/threshold";
import { placeTrigger } from "../../../../src/core/context/trigger/threshold";
import { inEnglish } from "../../../support/say";

const inputs: TriggerInputs = {
  policy: DEFAULT_POLICY,
  model: { contextLength: 200_000, name: "claude-x" },
  codexGpt55Autoraise: "on",
  overheadTokens: 0,
};

describe("budgets", () => {
  it("derive from a 200K window as documented", () => {
    expect(budgetsFor(DEFAULT_POLICY, 200_000)).toEqual({
      contextTokens: 200_000,
      thresholdTokens: 100_000,
      tailTokens: 20_000,
      summaryCeilingTokens: 10_000,
    });
  });
  it("take the lower of the share and the absolute threshold", () => {
    expect(budgetsFor({ ...DEFAULT_POLICY, thresholdTokens: 60_000 }, 200_000).thresholdTokens).toBe(60_000);
    expect(budgetsFor({ ...DEFAULT_POLICY, thresholdTokens: 160_000 }, 200_000).thresholdTokens).toBe(100_000);
  });
  it("never let a summary pass 12,000 tokens", () => {
    expect(budgetsFor(DEFAULT_POLICY, 1_000_000).summaryCeilingTokens).toBe(12_000);
  });
  it("give the summary a fifth of what it replaces, within floor and ceiling", () => {
    const budgets = budgetsFor(DEFAULT_POLICY, 200_000);
    expect([1_000, 20_000, 500_000].map((folded) => summaryTargetTokens(folded, budgets))).toEqual([
      2_000, 4_000, 10_000,
    ]);
    expect(summaryTargetTokens(1_000, budgetsFor(DEFAULT_POLICY, 8_000))).toBe(400);
    expect(summaryTargetTokens(1_000, budgetsFor(DEFAULT_POLICY, 4_000))).toBe(256);
  });
  it("pull settings out of bounds to the nearest bound", () => {
    expect(completePolicy({ threshold: 7, targetRatio: 0.99, protectLastN: 0, thresholdTokens: -5 })).toEqual({
      threshold: 1,
      thresholdTokens: null,
      targetRatio: 0.8,
      protectLastN: 1,
    });
    expect(completePolicy({ threshold: Number.NaN })).toEqual(DEFAULT_POLICY);
  });
});

describe("the trigger", () => {
  it("lies where the policy says while there is room", () => {
    expect(placeTrigger({ ...inputs, overheadTokens: 12_000 })).toEqual({
      budgets: budgetsFor(DEFAULT_POLICY, 200_000),
      thresholdTokens: 100_000,
    });
  });
  it("is raised on a small window to where compression can help, and says so", () => {
    const place = placeTrigger({ ...inputs, model: { contextLength: 32_000, name: "small" }, overheadTokens: 14_000 });
    expect(place.thresholdTokens).toBe(27_200);
    expect(inEnglish(place.note)).toBe(
      "Compression starts at 27,200 tokens instead of 16,000: the system prompt and the tools alone take " +
        "14,000, so compressing earlier would not help.",
    );
  });
  it("is 85 % of 272K for gpt-5.5 over the Codex route, with a notice that names the setting", () => {
    const place = placeTrigger({
      ...inputs,
      model: { contextLength: 400_000, name: "gpt-5.5", provider: "openai-codex" },
    });
    expect(place.thresholdTokens).toBe(231_200);
    expect(inEnglish(place.notice)).toEqual({
      id: "codexGpt55Autoraise",
      text: expect.stringContaining("hermes.compression.codexGpt55Autoraise"),
    });
  });
  it("stays at the absolute threshold if that is lower, also on the Codex route, without an announcement", () => {
    const place = placeTrigger({
      ...inputs,
      policy: { ...DEFAULT_POLICY, thresholdTokens: 90_000 },
      model: { contextLength: 272_000, name: "gpt-5.5", provider: "openai-codex" },
    });
    expect([place.thresholdTokens, place.note, place.notice]).toEqual([90_000, undefined, undefined]);
  });
  it("stays for gpt-5.5 on another route, for another model on that route, and when turned off", () => {
    expect(
      placeTrigger({ ...inputs, model: { contextLength: 272_000, name: "gpt-5.5", provider: "openai" } })
        .thresholdTokens,
    ).toBe(136_000);
    expect(
      placeTrigger({ ...inputs, model: { contextLength: 272_000, name: "gpt-5.4", provider: "openai-codex" } })
        .thresholdTokens,
    ).toBe(136_000);
    expect(
      placeTrigger({
        ...inputs,
        codexGpt55Autoraise: "off",
        model: { contextLength: 272_000, name: "gpt-5.5", provider: "openai-codex" },
      }),
    ).toEqual({ budgets: budgetsFor(DEFAULT_POLICY, 272_000), thresholdTokens: 136_000 });
  });
});
