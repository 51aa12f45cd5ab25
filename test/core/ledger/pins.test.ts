import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../src/core/context/compressor/compressor";
import type { SummaryMessage } from "../../../src/core/conversation/message";
import { ledgerOf, withPins } from "../../../src/core/ledger/add-to-ledger";
import type { Pin } from "../../../src/core/ledger/ledger";
import { addPin, pinMessage, removePin } from "../../../src/core/ledger/pins";
import { longTalk } from "../../support/long-conversation";

const signal = new AbortController().signal;
const rule: Pin = { kind: "instruction", text: "Never touch the public API." };

describe("pins", () => {
  it("are a set", () => {
    const once = addPin([], rule);
    expect(addPin(once, { ...rule })).toBe(once);
    expect(removePin(once, { ...rule })).toEqual([]);
    expect(removePin(once, { kind: "file", path: "a.ts" })).toBe(once);
  });
  it("hold a message word for word", () => {
    const messages = longTalk(3);
    expect(pinMessage(messages, messages[4]!.id)).toEqual({
      kind: "message",
      messageId: "u1",
      text: "Question 1: what does module 1 do?",
    });
    expect(pinMessage(messages, messages[5]!.id)).toBeUndefined();
  });
  it("survive three compressions", async () => {
    const engine = createCompressor({ contextLength: 60_000, summarize: async () => "## Goal\nKnown." });
    const pins = [rule, pinMessage(longTalk(60), longTalk(60)[20]!.id)!];
    let list = longTalk(60);
    for (let pass = 0; pass < 3; pass++)
      list = await engine.compress([...list, ...longTalk(60)], {
        trigger: "manual",
        ledger: withPins(ledgerOf(list), pins),
        signal,
      });
    const summary = list.find((message): message is SummaryMessage => message.role === "summary");
    expect(engine.compressionCount).toBe(3);
    expect(summary?.text).toContain("Pinned: Never touch the public API.");
    expect(summary?.text).toContain("Pinned: Question 5: what does module 5 do?");
  });
});
