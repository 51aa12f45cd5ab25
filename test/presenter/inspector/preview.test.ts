import { describe, expect, it } from "vitest";
import type { SessionPlan } from "../../../src/core/agent/compression/plan";
import { sentence, verbatim } from "../../../src/core/base/sentence";
import type { PlannedFold } from "../../../src/core/context/engine";
import { messageId } from "../../../src/core/conversation/ids";
import { presentPlan } from "../../../src/presenter/inspector/preview";
import { sayInEnglish } from "../../../src/presenter/words/say";

const ids = (count: number, name: string) => Array.from({ length: count }, (_, index) => messageId(`${name}${index}`));
const plan: PlannedFold = {
  kind: "fold",
  headIds: ids(3, "h"),
  foldedIds: ids(24, "f"),
  tailIds: ids(8, "t"),
  prunedIds: ids(5, "f"),
  pins: [],
  summaryTargetTokens: 300,
  beforeTokens: 9_000,
  foldedTokens: 8_000,
  keptTokens: 1_000,
  afterTokens: 1_300,
};
const planned: SessionPlan = {
  plan,
  beforeTokens: 10_000,
  projectedTokens: 2_300,
  thresholdTokens: 4_000,
  folds: plan.foldedIds.map((id, index) => ({
    messageId: id,
    label: verbatim(`message ${index}`),
    tokens: 500 - index,
  })),
};

const UNASKED = { asked: {}, messages: [] };

describe("the preview of a compression", () => {
  it("shows the figures of the engine's plan and nothing else", () => {
    const picture = presentPlan(planned, { asked: { focusTopic: "the parser" }, messages: [] }, sayInEnglish);
    expect(picture).toMatchObject({
      focusTopic: "the parser",
      state: "planned",
      beforeTokens: 10_000,
      projectedTokens: 2_300,
      thresholdTokens: 4_000,
      headMessages: 3,
      foldedMessages: 24,
      tailMessages: 8,
      prunedResults: 5,
      hiddenFolds: 4,
      nextTurnCostUsd: null,
    });
    expect(picture.folds).toHaveLength(20);
    expect(picture.folds[0]).toEqual({ messageId: "f0", label: "message 0", tokens: 500 });
  });

  it("shows what it would cost where prices are known", () => {
    const costs = { summaryUsd: 1, cacheRewriteUsd: 2, nextTurnUsd: 3 };
    expect(presentPlan({ ...planned, costs }, UNASKED, sayInEnglish)).toMatchObject({
      summaryCostUsd: 1,
      cacheRewriteUsd: 2,
      nextTurnCostUsd: 3,
    });
  });

  it("says why there is nothing to compress", () => {
    const nothing = { kind: "nothing", beforeTokens: 9_000, reason: "All is recent." } as const;
    expect(presentPlan({ ...planned, plan: nothing, folds: [] }, UNASKED, sayInEnglish)).toMatchObject({
      state: "nothing-to-compress",
      reason: "All is recent.",
      foldedMessages: 0,
    });
  });

  it("says plainly where the engine has no plan", () => {
    const reason = { reason: "No plan.", sentence: sentence("No plan.") };
    expect(presentPlan(reason, UNASKED, sayInEnglish)).toMatchObject({ state: "unplanned", reason: "No plan." });
  });
});
