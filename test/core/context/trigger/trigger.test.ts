import { describe, expect, it } from "vitest";
import type { TriggerQuestion } from "../../../../src/core/context/trigger/trigger";
import { decideTrigger, needsHygiene } from "../../../../src/core/context/trigger/trigger";

const question: TriggerQuestion = {
  pressure: { tokens: 100, source: "reported" },
  thresholdTokens: 100,
  contextTokens: 200,
  lastReportedTokens: 0,
  usageReports: "none-yet",
};
const estimated = (tokens: number, more: Partial<TriggerQuestion> = {}) =>
  decideTrigger({ ...question, pressure: { tokens, source: "estimated" }, ...more });

describe("automatic compression", () => {
  it("starts at the threshold itself, not below", () => {
    expect(decideTrigger(question)).toBe("compress");
    expect(decideTrigger({ ...question, pressure: { tokens: 99, source: "reported" } })).toBe("below");
  });
  it("waits one request for real usage when only a rough figure is over", () => {
    expect(estimated(120)).toBe("wait-for-usage");
  });
  it("does not wait when the last real figure was itself over", () => {
    expect(estimated(120, { lastReportedTokens: 100 })).toBe("compress");
  });
  it("does not wait when real usage of this model has corrected the estimate", () => {
    expect(estimated(120, { estimateBasis: "usage" })).toBe("compress");
  });
  it("does not wait for a provider that never reports usage", () => {
    expect(estimated(120, { usageReports: "never" })).toBe("compress");
  });
  it("does not wait when the rough figure nearly fills the window", () => {
    expect(estimated(170)).toBe("compress");
  });
});

describe("session hygiene", () => {
  it("is due from 85 % of the window, whatever the threshold", () => {
    expect(needsHygiene({ tokens: 170, source: "estimated" }, 200, 4)).toBe(true);
    expect(needsHygiene({ tokens: 169, source: "reported" }, 200, 4)).toBe(false);
  });
  it("leaves fewer than four messages alone", () => {
    expect(needsHygiene({ tokens: 199, source: "reported" }, 200, 3)).toBe(false);
  });
});
