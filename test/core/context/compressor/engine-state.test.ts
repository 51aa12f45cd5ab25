import { describe, expect, it } from "vitest";
import type { CompressorOptions } from "../../../../src/core/context/compressor/compressor";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import { sessionId } from "../../../../src/core/conversation/ids";
import { estimateMessagesTokens } from "../../../../src/core/tokens/estimate";
import { longTalk } from "../../../support/long-conversation";
import { inEnglish } from "../../../support/say";

const signal = new AbortController().signal;
const usage = (input: number, output = 10) => ({ input, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 });
const engineWith = (more: Partial<CompressorOptions> = {}) =>
  createCompressor({ contextLength: 60_000, summarize: async () => "## Goal\nKnown.", now: () => 1_000, ...more });
const messages = longTalk(80);

describe("what the engine shows", () => {
  it("are the buckets of the last response", () => {
    const engine = engineWith();
    engine.updateFromResponse({ input: 100, cacheRead: 2_000, cacheWrite: 30, output: 400, reasoning: 300 });
    expect([
      engine.lastPromptTokens,
      engine.lastCompletionTokens,
      engine.lastTotalTokens,
      engine.thresholdTokens,
      engine.contextLength,
    ]).toEqual([2_130, 400, 2_530, 30_000, 60_000]);
  });
  it("looks at the prompt only, never at output or reasoning", () => {
    const engine = engineWith();
    engine.updateFromResponse({ input: 29_000, cacheRead: 0, cacheWrite: 0, output: 9_000, reasoning: 8_000 });
    expect(engine.shouldCompress()).toBe(false);
    engine.updateFromResponse(usage(30_000));
    expect(engine.shouldCompress()).toBe(true);
  });
});

describe("preflight", () => {
  it("waits one request for real usage", () => {
    const engine = engineWith();
    const long = longTalk(100, 1_300);
    expect(estimateMessagesTokens(long)).toBeGreaterThan(30_000);
    expect(estimateMessagesTokens(long)).toBeLessThan(51_000);
    expect(engine.shouldCompressPreflight?.(long)).toBe(false);
    engine.updateFromResponse(usage(31_000), long);
    expect(engine.shouldCompressPreflight?.(long)).toBe(true);
  });
  it("does not wait for a provider that never reports usage", () => {
    const engine = engineWith();
    engine.updateFromResponse(usage(0, 0));
    expect(engine.shouldCompressPreflight?.(longTalk(100, 1_300))).toBe(true);
  });
  it("re-checks at once after a switch to a smaller model", () => {
    const engine = engineWith({ contextLength: 200_000 });
    const long = longTalk(100, 1_300);
    engine.updateFromResponse(usage(40_000), long);
    expect(engine.shouldCompressPreflight?.(long)).toBe(false);
    engine.updateModel?.({ contextLength: 60_000, name: "small" });
    expect(engine.shouldCompressPreflight?.(long)).toBe(true);
  });
  it("does not take what another server measured for its own", () => {
    const engine = engineWith({ model: { name: "m", provider: "p", baseUrl: "http://one" } });
    const short = longTalk(100, 600);
    engine.updateFromResponse(usage(31_000), short);
    expect(engine.shouldCompressPreflight?.(short)).toBe(true);
    engine.updateModel?.({ contextLength: 60_000, name: "m", provider: "p", baseUrl: "http://two" });
    expect(engine.shouldCompressPreflight?.(short)).toBe(false);
  });
  it("is not due where there is nothing between head and tail", () => {
    const engine = engineWith();
    engine.updateFromResponse(usage(59_000));
    expect(engine.shouldCompressPreflight?.(longTalk(2))).toBe(false);
    expect(engine.hasContentToCompress?.(longTalk(2))).toBe(false);
    expect(engine.hasContentToCompress?.(messages)).toBe(true);
  });
});

describe("sessions", () => {
  async function thrashed(options: Parameters<typeof engineWith>[0] = {}) {
    const engine = engineWith(options);
    for (let round = 0; round < 2; round++) {
      await engine.compress(messages, { trigger: "manual", signal });
      engine.updateFromResponse(usage(30_000));
    }
    return engine;
  }
  it("pause automatic compression after two strikes, and manual still works", async () => {
    const engine = await thrashed();
    expect(engine.shouldCompress(59_000)).toBe(false);
    expect(engine.status().paused?.untilMs).toBe(301_000);
    expect(await engine.compress(messages, { trigger: "manual", signal })).not.toBe(messages);
  });
  it("allow the probe after 300 s, however often automatic compression was asked for meanwhile", async () => {
    let now = 1_000;
    const engine = await thrashed({ now: () => now });
    for (; now < 301_000; now += 60_000)
      expect(await engine.compress(messages, { trigger: "automatic", currentTokens: 59_000, signal })).toBe(messages);
    expect(engine.status().lastCompression).toMatchObject({
      outcome: "kept",
      cause: "paused",
      reason: expect.stringContaining("paused"),
    });
    expect(engine.shouldCompress(59_000)).toBe(true);
  });
  it("hand the pause to a restarted engine", async () => {
    const durable = JSON.parse(JSON.stringify((await thrashed()).status().durable));
    const restarted = engineWith();
    restarted.onSessionStart?.({ sessionId: sessionId("s"), reason: "resume", messages, durable });
    expect(restarted.shouldCompress(59_000)).toBe(false);
    expect(restarted.compressionCount).toBe(2);
    restarted.updateFromResponse(usage(20_000));
    expect(restarted.shouldCompress(59_000)).toBe(true);
  });
  it("carry counters over into a continuation and forget them in a new session", async () => {
    const engine = await thrashed();
    engine.onSessionStart?.({ sessionId: sessionId("s2"), reason: "compression", messages });
    expect(engine.compressionCount).toBe(2);
    engine.onSessionStart?.({ sessionId: sessionId("s3"), reason: "new", messages: [] });
    expect([engine.compressionCount, engine.lastPromptTokens, engine.status().paused]).toEqual([0, 0, undefined]);
  });
  it("hand everything to a new engine that continues a compressed session", async () => {
    const durable = (await thrashed()).status().durable;
    const next = engineWith();
    next.onSessionStart?.({
      sessionId: sessionId("s2"),
      reason: "compression",
      messages,
      ...(durable === undefined ? {} : { durable }),
    });
    expect([next.compressionCount, next.shouldCompress(59_000)]).toEqual([2, false]);
  });
  it("are forgotten on reset", async () => {
    const engine = await thrashed();
    engine.onSessionReset?.();
    expect(engine.status()).toEqual(engineWith().status());
  });
  it("never leak a summary into another session", async () => {
    const prompts: string[] = [];
    const engine = engineWith({
      summarize: async (request) => {
        prompts.push(request.prompt);
        return "## Goal\nThe secret plan.";
      },
    });
    await engine.compress(messages, { trigger: "manual", signal });
    engine.onSessionStart?.({ sessionId: sessionId("other"), reason: "new", messages: [] });
    await engine.compress(longTalk(80), { trigger: "manual", signal });
    expect(prompts[1]).not.toContain("secret plan");
  });
});

describe("small windows", () => {
  it("say where the trigger is and why once the overhead is known", () => {
    const engine = engineWith({ contextLength: 32_000 });
    engine.updateOverhead?.(14_000, "");
    expect(engine.thresholdTokens).toBe(27_200);
    expect(inEnglish(engine.status()).thresholdNote).toContain("the system prompt and the tools alone take 14,000");
  });
  it("name the setting once where a route raises the trigger", () => {
    const engine = engineWith({ contextLength: 272_000, model: { name: "gpt-5.5", provider: "openai-codex" } });
    expect(inEnglish(engine.status()).notice?.text).toContain("codexGpt55Autoraise");
    expect(engineWith().status().notice).toBeUndefined();
  });
});

describe("ids", () => {
  it("come from the host where it gives them, and from the messages otherwise", async () => {
    const own = await engineWith({ newId: () => "from-host" }).compress(messages, { trigger: "manual", signal });
    const made = await engineWith().compress(messages, { trigger: "manual", signal });
    const idOf = (list: typeof own) => list.find((message) => message.role === "summary")?.id;
    expect(idOf(own)).toBe("from-host");
    expect(idOf(made)).toMatch(/^summary-\d+-[0-9a-f]{8}$/);
  });
});
