import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noUsage, promptTokens } from "../../../../src/core/conversation/usage";
import { normalizeUsage } from "../../../../src/core/providers/routes/usage";

const usage = (input: number, cacheRead: number, cacheWrite: number, output: number, reasoning = 0) => ({
  input,
  cacheRead,
  cacheWrite,
  output,
  reasoning,
});

describe("normalizeUsage", () => {
  it.each([
    [
      "anthropic",
      { input_tokens: 10, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 5 },
      usage(10, 100, 20, 5),
    ],
    [
      "anthropic",
      {
        input_tokens: 10,
        cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
        output_tokens: 5,
      },
      usage(10, 0, 7, 5),
    ],
    [
      "anthropic",
      {
        input_tokens: 10,
        cache_creation_input_tokens: 7,
        cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
        output_tokens: 5,
        output_tokens_details: { thinking_tokens: 2 },
      },
      usage(10, 0, 7, 5, 2),
    ],
    [
      "openai-responses",
      {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
        output_tokens: 9,
        output_tokens_details: { reasoning_tokens: 4 },
      },
      usage(10, 60, 30, 9, 4),
    ],
    [
      "openai-responses",
      { input_tokens: 100, input_tokens_details: { cached_tokens: 60, cache_creation_tokens: 10 }, output_tokens: 9 },
      usage(30, 60, 10, 9),
    ],
    [
      "openai-chat",
      {
        prompt_tokens: 100,
        prompt_tokens_details: { cached_tokens: 64 },
        completion_tokens: 9,
        completion_tokens_details: { reasoning_tokens: 4 },
      },
      usage(36, 64, 0, 9, 4),
    ],
    [
      "openai-chat",
      { prompt_tokens: 100, prompt_cache_hit_tokens: 70, prompt_cache_miss_tokens: 30, completion_tokens: 9 },
      usage(30, 70, 0, 9),
    ],
    [
      "openai-chat",
      { prompt_tokens: 100, cache_read_input_tokens: 50, cache_creation_input_tokens: 20, completion_tokens: 9 },
      usage(30, 50, 20, 9),
    ],
    [
      "openai-chat",
      {
        prompt_tokens: 100,
        prompt_tokens_details: { cached_tokens: 50, cache_write_tokens: 20 },
        completion_tokens: 9,
      },
      usage(30, 50, 20, 9),
    ],
  ] as const)("reads %s", (protocol, raw, expected) => {
    expect(normalizeUsage(protocol, raw)).toEqual(expected);
  });

  it("keeps what was read first, then what was written, where the parts exceed the stated prompt", () => {
    expect(
      normalizeUsage("openai-chat", {
        prompt_tokens: 100,
        prompt_tokens_details: { cached_tokens: 80, cache_write_tokens: 50 },
      }),
    ).toEqual(usage(0, 80, 20, 0));
    expect(
      normalizeUsage("openai-responses", { input_tokens: 100, input_tokens_details: { cached_tokens: 150 } }),
    ).toEqual(usage(0, 100, 0, 0));
  });

  it("bills every pass of a request and lets only the last fill the window", () => {
    const passes = normalizeUsage("anthropic", {
      input_tokens: 30,
      output_tokens: 3,
      iterations: [
        { type: "compaction", input_tokens: 1_000, output_tokens: 50 },
        { type: "message", input_tokens: 30, cache_read_input_tokens: 5, output_tokens: 3 },
      ],
    });
    expect([passes.input, passes.output, promptTokens(passes)]).toEqual([1_030, 53, 35]);
  });

  it.each(["anthropic", "openai-chat", "openai-responses"] as const)(
    "counts nothing where %s says nothing sensible",
    (protocol) => {
      for (const raw of [
        undefined,
        null,
        7,
        "many",
        [],
        {},
        {
          input_tokens: "12",
          prompt_tokens: null,
          output_tokens: -4,
          completion_tokens: NaN,
          prompt_tokens_details: 3,
          input_tokens_details: [],
          cache_creation: "x",
          iterations: "y",
        },
      ]) {
        expect(normalizeUsage(protocol, raw)).toEqual(noUsage);
      }
    },
  );

  it("never goes below zero and always adds up to the stated prompt", () => {
    const count = fc.oneof(fc.integer(), fc.double(), fc.constant(null), fc.string());
    fc.assert(
      fc.property(fc.nat(), count, count, count, (prompt, read, written, output) => {
        const parts = normalizeUsage("openai-chat", {
          prompt_tokens: prompt,
          completion_tokens: output,
          prompt_tokens_details: { cached_tokens: read, cache_write_tokens: written },
        });
        expect(promptTokens(parts)).toBe(prompt);
        expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
