import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/conversation/message";
import { anchorUsage, measurePressure } from "../../../src/core/context/pressure";
import { call, result, says, user } from "../../support/conversation";

const sent: readonly Message[] = [user("hello"), says("hi"), user("list the files")];
const reply = says(call("terminal"));
const output = result("terminal", "a.ts b.ts");
const usage = { input: 100, cacheRead: 900, cacheWrite: 0, output: 50, reasoning: 20 };
const inputs = { overheadTokens: 500, modelKey: "claude", countTokens: () => 10 };

describe("pressure", () => {
  it("is the last reported prompt, the reply to it and an estimate of what was appended since", () => {
    const anchor = anchorUsage(usage, sent, "claude");
    expect(measurePressure({ ...inputs, messages: [...sent, reply, output] }, anchor)).toEqual({
      tokens: 1_060,
      source: "reported",
    });
  });
  it("is an estimate of the full request while nothing was reported", () => {
    expect(measurePressure({ ...inputs, messages: sent }, undefined)).toEqual({ tokens: 530, source: "estimated" });
  });
  it("falls back to the estimate when an earlier message changed", () => {
    const anchor = anchorUsage(usage, sent, "claude");
    const edited = [user("hello again"), ...sent.slice(1), reply];
    expect(measurePressure({ ...inputs, messages: edited }, anchor)).toEqual({ tokens: 540, source: "estimated" });
  });
  it("falls back to the estimate when the model or route changed", () => {
    expect(
      measurePressure({ ...inputs, modelKey: "gpt", messages: [...sent, reply] }, anchorUsage(usage, sent, "claude")),
    ).toEqual({ tokens: 540, source: "estimated" });
  });
  it("falls back to the estimate when messages are gone", () => {
    expect(measurePressure({ ...inputs, messages: sent.slice(0, 2) }, anchorUsage(usage, sent, "claude"))).toEqual({
      tokens: 520,
      source: "estimated",
    });
  });
});
