import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import type { ContextEngine } from "../../../../src/core/context/engine";
import { engineContract } from "../../../../src/core/context/outside/contract";
import { longTalk } from "../../../support/long-conversation";

const messages = longTalk(60);
const compressor = () => createCompressor({ contextLength: 60_000, summarize: async () => "## Goal\nKnown." });

describe("the built-in compressor", () => {
  it.each(engineContract(compressor, messages))("$promise", async ({ check }) => {
    expect(await check()).toBeUndefined();
  });
});

describe("an engine that keeps no promise", () => {
  const liar = (): ContextEngine => ({
    name: "",
    lastPromptTokens: 0,
    lastCompletionTokens: 0,
    lastTotalTokens: 0,
    thresholdTokens: 10,
    contextLength: 20,
    compressionCount: 0,
    updateFromResponse: () => undefined,
    shouldCompress: () => true,
    compress: async () => messages.slice(2, 4),
    handleToolCall: async () => "{}",
    status: () => ({}),
  });
  it("is found out", async () => {
    const broken = await Promise.all(engineContract(liar, messages).map(({ check }) => check()));
    expect(broken.filter((flaw) => flaw !== undefined)).toEqual([
      "the name is empty",
      "it says 0 / 0 / 0",
      "it would compress an empty conversation",
      "message 0 answers a call that is not there",
      "it made messages out of nothing",
      "status() does not say",
      "it went on",
      "there is no error in the answer",
    ]);
  });
});
