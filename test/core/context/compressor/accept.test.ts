import { describe, expect, it } from "vitest";
import { acceptFold } from "../../../../src/core/context/compressor/attempt";
import type { SizeInputs } from "../../../../src/core/context/compressor/plan";
import { planCompression } from "../../../../src/core/context/compressor/plan";
import { budgetsFor, DEFAULT_POLICY } from "../../../../src/core/context/policy";
import type { Message } from "../../../../src/core/conversation/message";
import { longTalk } from "../../../support/long-conversation";

const countTokens = (message: Message) => (message.role === "summary" ? 3_000 : 1_000);
const messages = longTalk(20);
const sizes: SizeInputs = {
  asked: { trigger: "automatic" },
  currentTokens: 90_000,
  overheadTokens: 0,
  thresholdTokens: 50_000,
  budgets: budgetsFor(DEFAULT_POLICY, 100_000),
  countTokens,
};
const summary = {
  text: "## Goal\nGo on.",
  verification: { score: 1, lost: [], repaired: [], invented: [], contradicted: [], unchecked: [] },
  claims: [],
};

function accept(more: Partial<SizeInputs>) {
  const plan = planCompression(messages, { contextLength: 100_000 }, countTokens);
  if (plan.kind === "nothing") throw new Error(plan.reason);
  return acceptFold({ ...sizes, ...more }, plan, { outcome: "folded", summary });
}

describe("accepting a fold", () => {
  it("reports what became of tokens and messages", () => {
    expect(accept({}).last).toEqual({
      outcome: "folded",
      plan: expect.objectContaining({ beforeTokens: 80_000, afterTokens: 15_000 }),
      report: {
        trigger: "automatic",
        beforeTokens: 80_000,
        afterTokens: 15_000,
        beforeMessages: 80,
        afterMessages: 13,
        foldedMessages: 68,
        prunedResults: 17,
        verification: summary.verification,
      },
    });
  });
  it("counts what no compression touches in the next request", () => {
    const refused = accept({ overheadTokens: 42_000 });
    expect(refused.messages).toBe(messages);
    expect(refused.last).toMatchObject({
      outcome: "kept",
      cause: "not-smaller",
      reason: "The next request would still take about 51,000 tokens, which is not below the threshold of 50,000.",
    });
  });
  it("applies anything smaller when the request would not fit the window", () => {
    expect(accept({ overheadTokens: 42_000, currentTokens: 100_000 }).last.outcome).toBe("folded");
  });
  it("applies by hand what an automatic one would leave", () => {
    expect(accept({ overheadTokens: 42_000, asked: { ...sizes.asked, trigger: "manual" } }).last.outcome).toBe(
      "folded",
    );
  });
  it("never applies what is not smaller", () => {
    const refused = accept({
      asked: { ...sizes.asked, trigger: "overflow" },
      countTokens: (message) => (message.role === "summary" ? 90_000 : 1_000),
    });
    expect(refused.last).toMatchObject({
      outcome: "kept",
      cause: "not-smaller",
      reason: "The summary would not have been smaller than the messages it replaces.",
    });
  });
});
