import { describe, expect, it } from "vitest";
import type { CompressorOptions } from "../../../../src/core/context/compressor/compressor";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import { sessionId } from "../../../../src/core/conversation/ids";
import { summaryText } from "../../../../src/core/conversation/render";
import { estimateMessagesTokens } from "../../../../src/core/tokens/estimate";
import { call, result, says, user } from "../../../support/conversation";
import { longTalk } from "../../../support/long-conversation";

const signal = new AbortController().signal;
const engineWith = (more: Partial<CompressorOptions>) =>
  createCompressor({ contextLength: 32_000, summarize: async () => "## Goal\nKnown.", now: () => 1_000, ...more });

/** A session whose results name far more things than any prose could repeat. */
const named = Array.from({ length: 120 }, (_, round) => [
  user(`Look at part ${round}.`),
  says(call("terminal", `{"command":"list ${round}"}`, `c${round}`)),
  result(
    "terminal",
    Array.from({ length: 20 }, (_, index) => `handlerOf${round}x${index} = ${"word ".repeat(6)}`).join("\n"),
    `c${round}`,
  ),
  says(`Part ${round} uses handlerOf${round}x3.`),
]).flat();

async function namesLeft(options: Partial<CompressorOptions>): Promise<number> {
  const compressed = await engineWith(options).compress(named, { trigger: "manual", signal });
  const summary = compressed.find((message) => message.role === "summary");
  return new Set(summary?.role === "summary" ? summaryText(summary).match(/handlerOf\d+x\d+/g) : []).size;
}

describe("the adaptive policy", () => {
  it("keeps names only where there is room for facts", async () => {
    expect(await namesLeft({ trigger: "adaptive", budgets: { factsTokens: 0 } })).toBeLessThan(
      await namesLeft({ trigger: "adaptive" }),
    );
  });

  it("ends below its own trigger", async () => {
    const engine = engineWith({ trigger: "adaptive" });
    const compressed = await engine.compress(named, { trigger: "automatic", signal });
    expect(engine.status().lastCompression?.outcome).toBe("folded");
    expect(estimateMessagesTokens(compressed)).toBeLessThan(engine.thresholdTokens);
  });

  it("makes the same list from the same conversation", async () => {
    const once = await engineWith({ trigger: "adaptive" }).compress(named, { trigger: "manual", signal });
    expect(await engineWith({ trigger: "adaptive" }).compress(named, { trigger: "manual", signal })).toEqual(once);
  });
});

describe("recall", () => {
  const folded = user("The switch FEATURE_GATE_77 is off because of the audit.");
  const ask = (engine: ReturnType<typeof engineWith>) =>
    engine.recall?.("Why is FEATURE_GATE_77 off?", [user("hello")]).map(({ messageId }) => messageId);

  it("brings back a folded line about what a turn names, under the adaptive policy only", () => {
    const answers = (["adaptive", "hermes"] as const).map((trigger) => {
      const engine = engineWith({ trigger });
      engine.updateFromResponse({ input: 100, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }, [folded]);
      return ask(engine);
    });
    expect(answers).toEqual([[folded.id], []]);
  });

  it("knows the sessions a resumed one continues and forgets them with a new one", () => {
    const engine = engineWith({ trigger: "adaptive" });
    engine.onSessionStart?.({ sessionId: sessionId("s"), reason: "resume", messages: [], ancestors: [folded] });
    expect(ask(engine)).toEqual([folded.id]);
    engine.onSessionStart?.({ sessionId: sessionId("n"), reason: "new", messages: [] });
    expect(ask(engine)).toEqual([]);
    engine.onSessionStart?.({ sessionId: sessionId("s"), reason: "resume", messages: [folded] });
    engine.onSessionReset?.();
    expect(ask(engine)).toEqual([]);
  });
});

describe("a rest after compressions that did not help", () => {
  const usage = (input: number) => ({ input, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 });

  async function paused(trigger: "adaptive" | "hermes") {
    const engine = engineWith({ trigger });
    for (let strike = 0; strike < 2; strike++) {
      await engine.compress(longTalk(80), { trigger: "manual", signal });
      engine.updateFromResponse(usage(31_000));
    }
    expect(engine.status().paused).toBeDefined();
    return engine;
  }

  it.each(["adaptive", "hermes"] as const)(
    "is broken by a request that cannot fit, under the policy %s",
    async (trigger) => {
      const engine = await paused(trigger);
      expect([engine.shouldCompress(31_999), engine.shouldCompress(32_000)]).toEqual([false, true]);
    },
  );

  it.each(["adaptive", "hermes"] as const)(
    "is kept where the model has just taken as much, and broken for another model, under the policy %s",
    async (trigger) => {
      const engine = await paused(trigger);
      engine.updateFromResponse(usage(33_000));
      const sameModel = engine.shouldCompress(34_000);
      engine.updateModel?.({ name: "smaller", contextLength: 24_000 });
      expect([sameModel, engine.shouldCompress(34_000)]).toEqual([false, true]);
    },
  );
});
