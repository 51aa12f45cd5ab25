import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import { editDraft } from "../../../../src/core/context/compressor/draft";
import { messageId } from "../../../../src/core/conversation/ids";
import { checkLegal } from "../../../../src/core/conversation/legality";
import type { Message, SummaryMessage } from "../../../../src/core/conversation/message";
import { estimateMessagesTokens } from "../../../../src/core/tokens/estimate";
import { says, user } from "../../../support/conversation";
import { longTalk } from "../../../support/long-conversation";

const signal = new AbortController().signal;
const messages = longTalk(60);
const windowFor = (share: number, list = messages) => Math.ceil((estimateMessagesTokens(list) / share) * 2);
const summaryOf = (list: readonly Message[]) =>
  list.find((message): message is SummaryMessage => message.role === "summary");

function engineAt(share: number, list = messages) {
  let calls = 0;
  const engine = createCompressor({
    contextLength: windowFor(share, list),
    summarize: async () => `## Goal\nDraft ${++calls}.`,
  });
  return { engine, calls: () => calls };
}

describe("background preparation", () => {
  it("starts from 85 % of the threshold and not before", async () => {
    const early = engineAt(0.84);
    await early.engine.prepare?.(messages, signal);
    expect(early.calls()).toBe(0);
    const due = engineAt(0.86);
    await due.engine.prepare?.(messages, signal);
    expect(due.calls()).toBe(1);
  });
  it("of an update starts only when about two steps are left, because it is short", async () => {
    const [first, ...others] = messages;
    const summary: SummaryMessage = { role: "summary", id: messageId("s"), text: "## Goal\nEarlier.", covers: [] };
    const continued = [first ?? user("Go"), summary, ...others];
    const [early, late] = [engineAt(0.9, continued), engineAt(0.99, continued)];
    await early.engine.prepare?.(continued, signal);
    await late.engine.prepare?.(continued, signal);
    expect([early.calls(), late.calls()]).toEqual([0, 1]);
  });
  it("is swapped in without another model call, with what came since in the tail", async () => {
    const { engine, calls } = engineAt(0.95);
    await engine.prepare?.(messages, signal);
    const grown = [...messages, user("And what about the tests?"), says("Looking.")];
    const list = await engine.compress(grown, { trigger: "automatic", signal });
    expect(calls()).toBe(1);
    expect(list.slice(-2)).toEqual(grown.slice(-2));
    expect(summaryOf(list)?.text).toContain("Draft 1.");
    expect(summaryOf(list)?.text).toContain("## Active Task\nAnd what about the tests?");
    expect(checkLegal(list)).toBeUndefined();
  });
  it("is not made twice for the same range", async () => {
    const { engine, calls } = engineAt(0.95);
    await engine.prepare?.(messages, signal);
    await engine.prepare?.([...messages, user("more")], signal);
    expect(calls()).toBe(1);
  });
  it("under way lets the work continue, and is waited for where there is no more room", async () => {
    let finish = (_text: string): void => undefined;
    let calls = 0;
    const engine = createCompressor({
      contextLength: windowFor(1.2),
      summarize: () => {
        calls++;
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    });
    const prepared = engine.prepare?.(messages, signal);
    await expect.poll(() => calls).toBe(1);
    expect(engine.shouldCompress(engine.thresholdTokens)).toBe(false);
    expect(engine.shouldCompress(engine.contextLength * 0.9)).toBe(true);
    const compressed = engine.compress(messages, { trigger: "automatic", signal });
    finish("## Goal\nWritten ahead.");
    await prepared;
    expect(summaryOf(await compressed)?.text).toContain("Written ahead.");
    expect([calls, engine.compressionCount]).toEqual([1, 1]);
    expect(engine.shouldCompress(engine.thresholdTokens)).toBe(true);
  });
  it("is void when anything it stands for changed", async () => {
    const { engine, calls } = engineAt(0.95);
    await engine.prepare?.(messages, signal);
    const edited = messages.map((message, index) => (index === 20 ? { ...message } : message));
    expect(summaryOf(await engine.compress(edited, { trigger: "manual", signal }))?.text).toContain("Draft 2.");
    expect(calls()).toBe(2);
  });
  it("is not used for a compression with a focus", async () => {
    const { engine, calls } = engineAt(0.95);
    await engine.prepare?.(messages, signal);
    await engine.compress(messages, { trigger: "manual", focusTopic: "the parser", signal });
    expect(calls()).toBe(2);
  });
  it("is forgotten with the session it was made in", async () => {
    const { engine, calls } = engineAt(0.95);
    await engine.prepare?.(messages, signal);
    engine.onSessionReset?.();
    await engine.compress(messages, { trigger: "manual", signal });
    expect(calls()).toBe(2);
  });
  it("that fails starts a cooldown and changes nothing else", async () => {
    const engine = createCompressor({
      contextLength: windowFor(0.95),
      summarize: async () => {
        throw new Error("503");
      },
    });
    await engine.prepare?.(messages, signal);
    expect(engine.status().paused?.reason).toBe("Summaries are on hold after a failure: 503");
    expect(engine.compressionCount).toBe(0);
  });
});

describe("a preview", () => {
  it("is applied with a person's words, completed only by headings and the request", async () => {
    const { engine, calls } = engineAt(0.95);
    const draft = await engine.preview?.(messages, { trigger: "manual", signal });
    if (draft === undefined || "reason" in draft) throw new Error("no draft");
    const list = await engine.compress(messages, {
      trigger: "manual",
      draft: editDraft(draft, "## Goal\nOnly this matters."),
      signal,
    });
    expect(calls()).toBe(1);
    expect(summaryOf(list)?.text).toContain("## Goal\nOnly this matters.");
    expect(summaryOf(list)?.text).toContain("## Critical Context\nNone.");
    expect(engine.status().lastCompression?.outcome).toBe("folded");
  });
  it("is not applied to a conversation that changed, and says so", async () => {
    const { engine } = engineAt(0.95);
    const draft = await engine.preview?.(messages, { trigger: "manual", signal });
    if (draft === undefined || "reason" in draft) throw new Error("no draft");
    const edited = messages.slice(4);
    expect(await engine.compress(edited, { trigger: "manual", draft: editDraft(draft, "x"), signal })).toBe(edited);
    expect(engine.status().lastCompression?.reason).toBe(
      "The conversation has changed since the preview, so nothing was applied.",
    );
  });
  it("tells why there is nothing to show", async () => {
    const { engine } = engineAt(0.95);
    expect(await engine.preview?.(messages.slice(0, 3), { trigger: "manual", signal })).toMatchObject({
      reason: "Everything is protected: the conversation consists of its opening and recent messages only.",
    });
  });
});
