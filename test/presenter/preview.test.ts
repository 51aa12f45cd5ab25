import { describe, expect, it } from "vitest";
import { planCompression } from "../../src/core/context/compressor/plan";
import type { Message } from "../../src/core/conversation/message";
import { messageText } from "../../src/core/conversation/render";
import { presentPlan } from "../../src/presenter/preview";
import { call, result, says, user } from "../support/conversation";

const countTokens = (message: Message) => messageText(message).length;
const inputs = {
  focusTopic: null,
  thresholdTokens: 4_000,
  usedTokens: 10_000,
  fixedTokens: 700,
  costs: () => undefined,
  countTokens,
};

describe("the preview of a compression", () => {
  it("counts what stays and what is folded, largest first", () => {
    const messages = Array.from({ length: 40 }, (_, turn) => [
      user(`ask ${turn} ${"a".repeat(100 + turn)}`),
      says(`answer ${"b".repeat(200)}`),
    ]).flat();
    const plan = planCompression(messages, { contextLength: 8_000, protectLastN: 4 }, countTokens);
    const picture = presentPlan(plan, inputs);
    expect(picture.state).toBe("planned");
    expect(picture.headMessages + picture.foldedMessages + picture.tailMessages).toBe(messages.length);
    expect(picture.folds.length + picture.hiddenFolds).toBe(picture.foldedMessages);
    expect(picture.folds.map(({ tokens }) => tokens)).toEqual(
      picture.folds.map(({ tokens }) => tokens).toSorted((a, b) => b - a),
    );
    expect(picture.projectedTokens).toBeLessThan(picture.beforeTokens);
  });

  it("names a folded result as the inspector does: by what was asked for", () => {
    const reading = Array.from({ length: 20 }, (_, note) => [
      says(call("read_file", `{"path":"note-${note}.txt"}`)),
      result("read_file", `1\tlemons ${"and ice ".repeat(40)}`),
    ]).flat();
    const plan = planCompression(
      [user("Read all notes"), says("I read them."), ...reading, user("And now?"), says("Done.")],
      { contextLength: 8_000, protectLastN: 4 },
      countTokens,
    );
    expect(presentPlan(plan, inputs).folds[0]?.label).toMatch(/^read_file: note-\d+\.txt$/);
  });

  it("speaks in the tokens of the gauge", () => {
    const messages = Array.from({ length: 40 }, (_, turn) => [
      user(`ask ${turn} ${"a".repeat(100)}`),
      says(`answer ${"b".repeat(200)}`),
    ]).flat();
    const plan = planCompression(messages, { contextLength: 8_000, protectLastN: 4 }, countTokens);
    const estimated = 700 + messages.reduce((sum, message) => sum + countTokens(message), 0);
    const [same, half] = [
      presentPlan(plan, { ...inputs, usedTokens: estimated }),
      presentPlan(plan, { ...inputs, usedTokens: estimated / 2 }),
    ];
    expect([same.beforeTokens, half.beforeTokens]).toEqual([estimated, estimated / 2]);
    expect(half.folds[0]?.tokens).toBe(Math.round((same.folds[0]?.tokens ?? 0) / 2));
  });

  it("shows what it would cost, and nothing where no price is known", () => {
    const messages = Array.from({ length: 40 }, (_, turn) => [
      user(`ask ${turn} ${"a".repeat(100)}`),
      says(`answer ${"b".repeat(200)}`),
    ]).flat();
    const plan = planCompression(messages, { contextLength: 8_000, protectLastN: 4 }, countTokens);
    const priced = presentPlan(plan, {
      ...inputs,
      costs: ({ projectedTokens }) => ({ summaryUsd: 1, cacheRewriteUsd: 2, nextTurnUsd: projectedTokens }),
    });
    expect(priced).toMatchObject({ summaryCostUsd: 1, cacheRewriteUsd: 2, nextTurnCostUsd: priced.projectedTokens });
    expect(presentPlan(plan, inputs)).toMatchObject({
      summaryCostUsd: null,
      cacheRewriteUsd: null,
      nextTurnCostUsd: null,
    });
  });

  it("says why there is nothing to do", () => {
    const picture = presentPlan(
      planCompression([user("Hi"), says("Hello")], { contextLength: 200_000 }, countTokens),
      inputs,
    );
    expect(picture).toMatchObject({
      state: "nothing-to-compress",
      foldedMessages: 0,
      folds: [],
      reason: expect.stringContaining("protected"),
    });
  });
});
