import { describe, expect, it } from "vitest";
import { anchorUsage, measurePressure } from "../../../../src/core/context/trigger/pressure";
import type { Message, Origin, ThinkingPart } from "../../../../src/core/conversation/message";
import { normalizeUsage } from "../../../../src/core/providers/routes/usage";
import { estimateMessageTokens } from "../../../../src/core/tokens/estimate";
import { call, claude, deepseek, gpt, result, says, saysAs, user } from "../../../support/conversation";

const sent: readonly Message[] = [user("hello"), says("hi"), user("list the files")];
const reply = says(call("terminal"));
const output = result("terminal", "a.ts b.ts");
const usage = { input: 100, cacheRead: 900, cacheWrite: 0, output: 50, reasoning: 20 };
const inputs = { overheadTokens: 500, modelKey: "claude", countTokens: () => 10 };

describe("pressure", () => {
  it("is the last reported prompt, and an estimate of the reply to it and of what was appended since", () => {
    const anchor = anchorUsage(usage, sent, "claude");
    expect(measurePressure({ ...inputs, messages: [...sent, reply, output] }, anchor)).toEqual({
      tokens: 1_020,
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

describe("a reply of 45,000 output tokens, 44,500 of them reasoning, after a prompt of 60,000", () => {
  const THRESHOLD = 100_000;
  const words = "word ".repeat(495);
  const thought = "thought ".repeat(44_500);
  const cases: readonly {
    readonly protocol: Parameters<typeof normalizeUsage>[0];
    readonly usage: unknown;
    readonly origin: Origin;
    readonly seals: { readonly returned: ThinkingPart["seal"]; readonly kept: ThinkingPart["seal"] };
  }[] = [
    {
      protocol: "anthropic",
      usage: { input_tokens: 10_000, cache_read_input_tokens: 50_000, output_tokens: 45_000 },
      origin: claude,
      seals: { returned: { kind: "anthropic-signature", signature: "s" }, kept: undefined },
    },
    {
      protocol: "openai-chat",
      usage: {
        prompt_tokens: 60_000,
        completion_tokens: 45_000,
        completion_tokens_details: { reasoning_tokens: 44_500 },
      },
      origin: deepseek,
      seals: { returned: { kind: "chat-reasoning", field: "reasoning_content" }, kept: undefined },
    },
    {
      protocol: "openai-responses",
      usage: { input_tokens: 60_000, output_tokens: 45_000, output_tokens_details: { reasoning_tokens: 44_500 } },
      origin: gpt,
      seals: {
        returned: { kind: "responses-reasoning", itemId: "r", summary: [], encrypted: "sealed" },
        kept: { kind: "responses-reasoning", itemId: "r", summary: [], encrypted: null },
      },
    },
  ];
  const pressureAfter = ({ protocol, usage: raw, origin }: (typeof cases)[number], part: ThinkingPart) => {
    const anchor = anchorUsage(normalizeUsage(protocol, raw), sent, "one");
    const messages = [...sent, saysAs(origin, part, words)];
    return measurePressure({ ...inputs, modelKey: "one", messages, countTokens: estimateMessageTokens }, anchor).tokens;
  };

  it.each(cases)("adds its words where $protocol does not take the reasoning back", (vector) => {
    const tokens = pressureAfter(vector, withSeal({ type: "thinking", text: thought }, vector.seals.kept));
    expect(tokens).toBeGreaterThan(60_400);
    expect(tokens).toBeLessThan(60_600);
    expect(tokens).toBeLessThan(THRESHOLD);
  });

  it.each(cases)("adds words and reasoning where $protocol takes it back", (vector) => {
    const tokens = pressureAfter(vector, withSeal({ type: "thinking", text: thought }, vector.seals.returned));
    expect(tokens).toBeGreaterThan(104_000);
  });

  it("adds the billed reasoning where the reply shows only a digest of it", () => {
    const sealed = withSeal({ type: "thinking", text: "a digest" }, cases[2]!.seals.returned);
    expect(pressureAfter(cases[2]!, sealed)).toBeGreaterThan(104_000);
  });
});

const withSeal = (part: ThinkingPart, seal: ThinkingPart["seal"]): ThinkingPart =>
  seal === undefined ? part : { ...part, seal };
