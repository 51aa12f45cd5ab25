import { describe, expect, it } from "vitest";
import type { CompressorOptions } from "../../../../src/core/context/compressor/compressor";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import type { CompressOptions, Summarize } from "../../../../src/core/context/engine";
import { SummaryError } from "../../../../src/core/context/engine";
import { HEADINGS } from "../../../../src/core/context/summary/sections";
import { checkLegal } from "../../../../src/core/conversation/legality";
import type { SummaryMessage } from "../../../../src/core/conversation/message";
import { summaryText } from "../../../../src/core/conversation/render";
import { longTalk, longTask } from "../../../support/long-conversation";

const signal = new AbortController().signal;
const messages = longTalk(80);
const ANSWER = "## Goal\nKnown.";
const automatic: CompressOptions = { trigger: "automatic", currentTokens: 40_000, signal };
const failing =
  (error: unknown): Summarize =>
  async () => {
    throw error;
  };

function engineWith(summarize: Summarize, more: Partial<CompressorOptions> = {}) {
  let nowMs = 0;
  const engine = createCompressor({ contextLength: 60_000, summarize, now: () => nowMs, ...more });
  return {
    engine,
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe("when summarizing fails", () => {
  it.each([
    ["a network error", failing(new Error("ECONNRESET"))],
    ["a refused key", failing(new SummaryError("401", "access"))],
    ["no provider", failing(new SummaryError("none", "no-provider"))],
    ["an empty answer", async () => "  \n"],
    ["a refusal", async () => "I'm sorry, but I can't help with that."],
    ["a tool call instead of text", async () => '<tool_call>{"name":"terminal"}</tool_call>'],
    ["a function call as JSON", async () => '{"name": "terminal", "arguments": {}}'],
    ["an answer cut by the length limit", failing(new SummaryError("cut", "unusable"))],
  ] satisfies readonly (readonly [string, Summarize])[])(
    "%s keeps everything while the request still fits, and says so",
    async (_, summarize) => {
      const { engine } = engineWith(summarize);
      expect(await engine.compress(messages, automatic)).toBe(messages);
      expect(engine.status().lastCompression).toMatchObject({
        outcome: "kept",
        reason: expect.stringContaining("everything was kept"),
      });
      expect(engine.compressionCount).toBe(0);
      expect(engine.shouldCompress(40_000)).toBe(false);
    },
  );
  it("does not try again while cooling down, then does", async () => {
    let calls = 0;
    const { engine, wait } = engineWith(async () => {
      calls++;
      throw new Error("503");
    });
    await engine.compress(messages, automatic);
    await engine.compress(messages, automatic);
    expect(calls).toBe(1);
    wait(60_000);
    expect(engine.shouldCompress(40_000)).toBe(true);
    await engine.compress(messages, automatic);
    expect(calls).toBe(2);
  });
  it("lets a person try at once", async () => {
    const answers: Summarize[] = [failing(new Error("503")), async () => ANSWER];
    const { engine } = engineWith(async (...asked) => (await answers.shift()?.(...asked)) ?? "");
    await engine.compress(messages, automatic);
    const list = await engine.compress(messages, { trigger: "manual", signal });
    expect(list).not.toBe(messages);
    expect(engine.status().paused).toBeUndefined();
  });
  it("hands over deterministically when the next request would not fit", async () => {
    const { engine } = engineWith(failing(new Error("503")));
    const list = await engine.compress(messages, { trigger: "automatic", currentTokens: 60_000, signal });
    const summary = list.find((message): message is SummaryMessage => message.role === "summary");
    expect(engine.status().lastCompression).toMatchObject({ outcome: "fallback", reason: "503" });
    expect(summary === undefined ? "" : summaryText(summary)).toContain("[CONTEXT COMPACTION — REFERENCE ONLY]");
    expect(summary?.text.split("\n").slice(0, 3)).toEqual([
      "Summary generation was unavailable (503).",
      `${summary?.covers.length} messages were removed from the context; what follows was put ` +
        "together by code from them.",
      "Continue from the recent messages and the current state of files.",
    ]);
    expect(HEADINGS.every((heading) => summary?.text.includes(`## ${heading}`))).toBe(true);
    expect(summary?.text).toContain("## Active Task\nQuestion 79: what does module 79 do?");
    expect(summary?.text).toMatch(/\d+\. \[terminal\] ran `npm run check-\d+` -> exit 1/);
    expect(checkLegal(list)).toBeUndefined();
  });
  it("hands over deterministically after an overflow, without asking while cooling down", async () => {
    let calls = 0;
    const { engine } = engineWith(async () => {
      calls++;
      throw new Error("503");
    });
    await engine.compress(messages, automatic);
    await engine.compress(messages, { trigger: "overflow", signal });
    expect(calls).toBe(1);
    expect(engine.status().lastCompression?.outcome).toBe("fallback");
  });
  it("pauses after two deterministic hand-offs in a row", async () => {
    const { engine } = engineWith(failing(new Error("503")));
    const once = await engine.compress(longTask(200), { trigger: "overflow", signal });
    await engine.compress([...once, ...longTask(200).slice(1)], { trigger: "overflow", signal });
    expect(engine.compressionCount).toBe(2);
    expect(engine.status().paused?.reason).toContain("could not be generated");
  });
  it("makes the deterministic hand-off a person chose without a model call", async () => {
    const { engine } = engineWith(failing(new Error("must not be asked")));
    const list = await engine.compress(messages, { trigger: "manual", summary: "deterministic", signal });
    expect(list.length).toBeLessThan(messages.length);
    expect(engine.status().lastCompression?.outcome).toBe("fallback");
  });
});

describe("stop", () => {
  it("leaves the session exactly as it was, also where the summarizer does not listen", async () => {
    const stop = new AbortController();
    const { engine } = engineWith(() => new Promise(() => undefined));
    const before = engine.status().durable;
    const work = engine.compress(messages, { ...automatic, signal: stop.signal });
    stop.abort(new Error("user"));
    await expect(work).rejects.toMatchObject({ name: "AbortError" });
    expect(engine.status()).toMatchObject({ durable: before, lastCompression: { outcome: "stopped" } });
    expect(engine.compressionCount).toBe(0);
  });
  it("takes effect between two phases, before a model is asked", async () => {
    const stop = new AbortController();
    let asked = 0;
    let yields = 0;
    const { engine } = engineWith(
      async () => {
        asked++;
        return ANSWER;
      },
      {
        yieldToHost: async () => {
          if (++yields === 2) stop.abort();
        },
      },
    );
    await expect(engine.compress(messages, { ...automatic, signal: stop.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect([yields, asked, engine.compressionCount]).toEqual([2, 0, 0]);
  });
});

describe("an automatic compression", () => {
  it("is not applied when the next request would not be below the threshold", async () => {
    const { engine } = engineWith(async () => `## Critical Context\n${"many words that stay ".repeat(12_000)}`, {
      contextLength: 100_000,
    });
    const list = longTalk(160, 2_000);
    expect(await engine.compress(list, { trigger: "automatic", currentTokens: 99_000, signal })).toBe(list);
    expect(engine.status().lastCompression).toMatchObject({
      outcome: "kept",
      reason: expect.stringContaining("not below the threshold of 50,000"),
    });
  });
  it("that would not shrink is never applied, not even by hand", async () => {
    const { engine } = engineWith(async () => `## Critical Context\n${"word ".repeat(100_000)}`);
    expect(await engine.compress(messages, { trigger: "manual", signal })).toBe(messages);
    expect(engine.status().lastCompression).toMatchObject({
      outcome: "kept",
      reason: "The summary would not have been smaller than the messages it replaces.",
    });
  });
  it("is applied after an overflow if it helps at all", async () => {
    const { engine } = engineWith(async () => `## Critical Context\n${"many words that stay ".repeat(12_000)}`, {
      contextLength: 100_000,
    });
    const list = longTalk(160, 2_000);
    expect(await engine.compress(list, { trigger: "overflow", currentTokens: 110_000, signal })).not.toBe(list);
  });
  it("without result backs off, so that nothing loops", async () => {
    const { engine } = engineWith(async () => ANSWER);
    const short = longTalk(2, 50);
    await engine.compress(short, { ...automatic, currentTokens: 31_000 });
    expect(engine.status().lastCompression?.outcome).toBe("nothing-to-compress");
    expect(engine.shouldCompress(31_000)).toBe(false);
    expect(engine.shouldCompress(34_000)).toBe(true);
  });
  it("shortens the tail after an overflow where the usual one leaves nothing to fold", async () => {
    const { engine } = engineWith(async () => ANSWER);
    const list = longTask(12, 1_000);
    expect(await engine.compress(list, { trigger: "manual", signal })).toBe(list);
    const shorter = await engine.compress(list, { trigger: "overflow", signal });
    expect(shorter.length).toBeLessThan(list.length);
    expect(checkLegal(shorter)).toBeUndefined();
  });
  it("is never wanted while compression is turned off", () => {
    expect(engineWith(async () => ANSWER, { enabled: false }).engine.shouldCompress(59_000)).toBe(false);
  });
});
