import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { calls, refuses, says, toolCall } from "./reply";
import type { ModelServer, ModelServerOptions } from "./server";
import { startModelServer } from "./server";

let server: ModelServer;
const start = async (options: ModelServerOptions = {}) => (server = await startModelServer(options));
afterEach(() => server.close());

const anthropic = () => new Anthropic({ apiKey: "k", baseURL: server.url, maxRetries: 0 });
const openai = () => new OpenAI({ apiKey: "k", baseURL: `${server.url}/v1`, maxRetries: 0 });
const ask = (messages: Anthropic.MessageParam[], more: Partial<Anthropic.MessageCreateParamsNonStreaming> = {}) =>
  anthropic().messages.create({ model: "claude-x", max_tokens: 100, messages, ...more });
const marked = (text: string): Anthropic.TextBlockParam => ({
  type: "text",
  text,
  cache_control: { type: "ephemeral" },
});

describe("the model server speaks every protocol to the real SDKs", () => {
  it("answers Messages, whole", async () => {
    await start({ script: () => calls({ type: "text", text: "look" }, toolCall("read", { path: "a" }, "t1")) });
    const reply = await ask([{ role: "user", content: "hi" }]);
    expect(reply.content).toEqual([
      { type: "text", text: "look" },
      { type: "tool_use", id: "t1", name: "read", input: { path: "a" } },
    ]);
    expect(reply.stop_reason).toBe("tool_use");
  });

  it("answers Chat Completions, whole", async () => {
    await start({ script: () => says("hello") });
    const reply = await openai().chat.completions.create({
      model: "gpt-x",
      messages: [{ role: "user", content: "hi" }],
    });
    expect(reply.choices[0]?.message.content).toBe("hello");
  });

  it("answers Responses, whole", async () => {
    await start({ script: () => says("hello") });
    const reply = await openai().responses.create({
      model: "gpt-x",
      input: [{ type: "message", role: "user", content: "hi" }],
    });
    expect(reply.output_text).toBe("hello");
  });

  it("refuses on a script with status and headers", async () => {
    await start({ script: () => refuses(429, "slow down", { "retry-after": "7" }) });
    await expect(ask([{ role: "user", content: "hi" }])).rejects.toMatchObject({ status: 429 });
  });
});

describe("the model server is strict", () => {
  const cases: readonly [string, Anthropic.MessageParam[], RegExp][] = [
    [
      "two user messages in a row",
      [
        { role: "user", content: "a" },
        { role: "user", content: "b" },
      ],
      /roles must alternate/,
    ],
    [
      "a call without its result",
      [
        { role: "user", content: "a" },
        { role: "assistant", content: [{ type: "tool_use", id: "t", name: "x", input: {} }] },
        { role: "user", content: "b" },
      ],
      /without `tool_result`/,
    ],
    [
      "a result without its call",
      [
        { role: "user", content: "a" },
        { role: "assistant", content: "b" },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "r" }] },
      ],
      /unexpected `tool_use_id`/,
    ],
    ["a blank text block", [{ role: "user", content: [{ type: "text", text: " " }] }], /non-whitespace/],
    [
      "a forged signature",
      [
        { role: "user", content: "a" },
        { role: "assistant", content: [{ type: "thinking", thinking: "x", signature: "forged" }] },
        { role: "user", content: "b" },
      ],
      /Invalid `signature`/,
    ],
    ["five breakpoints", [{ role: "user", content: ["a", "b", "c", "d", "e"].map(marked) }], /maximum of 4/],
    [
      "a long TTL after a short one",
      [
        {
          role: "user",
          content: [marked("a"), { type: "text", text: "b", cache_control: { type: "ephemeral", ttl: "1h" } }],
        },
      ],
      /ttl='1h'/,
    ],
    [
      "a conversation that ends with the assistant",
      [
        { role: "user", content: "a" },
        { role: "assistant", content: "b" },
      ],
      /prefill/,
    ],
  ];
  it.each(cases)("about %s", async (_, messages, words) => {
    await start();
    await expect(ask(messages)).rejects.toThrow(words);
    expect(server.violations).toHaveLength(1);
  });

  it("about chat results nobody asked for", async () => {
    await start();
    const asked = openai().chat.completions.create({
      model: "g",
      messages: [
        { role: "user", content: "a" },
        { role: "tool", tool_call_id: "t", content: "r" },
      ],
    });
    await expect(asked).rejects.toThrow(/must be a response to a preceeding message/);
  });

  it("about call outputs of the Responses protocol nobody asked for", async () => {
    await start();
    const asked = openai().responses.create({
      model: "g",
      input: [{ type: "function_call_output", call_id: "c", output: "r" }],
    });
    await expect(asked).rejects.toThrow(/No tool call found/);
  });

  it("about the window, in the provider's own words", async () => {
    await start({ windowTokens: 50, outputOverWindow: "refuse" });
    await expect(ask([{ role: "user", content: "x".repeat(400) }])).rejects.toThrow(
      /prompt is too long: \d+ tokens > 50 maximum/,
    );
    await expect(ask([{ role: "user", content: "x" }])).rejects.toThrow(/exceed context limit: \d+ \+ 100 > 50/);
  });
});

describe("the model server keeps honest cache accounts", () => {
  const long = (letter: string) => letter.repeat(8_000);

  it("writes at a marker, reads it back, and forgets it after its time", async () => {
    let now = 0;
    await start({ now: () => now });
    const first = await ask([{ role: "user", content: [marked(long("a"))] }]);
    now = 299_000;
    const second = await ask([{ role: "user", content: [marked(long("a")), marked(long("b"))] }]);
    now = 299_000 + 301_000;
    const third = await ask([{ role: "user", content: [marked(long("a"))] }]);
    const account = (reply: Anthropic.Message) => [
      reply.usage.cache_read_input_tokens,
      reply.usage.cache_creation_input_tokens,
    ];
    const size = first.usage.cache_creation_input_tokens;
    expect([first, second, third].map(account)).toEqual([
      [0, size],
      [size, size],
      [0, size],
    ]);
  });

  it("does not look further back than twenty positions", async () => {
    await start();
    const filler = (count: number): Anthropic.TextBlockParam[] =>
      Array.from({ length: count }, (_, index) => ({ type: "text", text: `filler ${index}` }));
    await ask([{ role: "user", content: [marked(long("a"))] }]);
    const near = await ask([
      { role: "user", content: [{ type: "text", text: long("a") }, ...filler(18), marked("end")] },
    ]);
    const far = await ask([
      { role: "user", content: [{ type: "text", text: long("a") }, ...filler(40), marked("end")] },
    ]);
    expect([near.usage.cache_read_input_tokens !== 0, far.usage.cache_read_input_tokens !== 0]).toEqual([true, false]);
  });

  it("caches nothing below the minimum", async () => {
    await start();
    const small = await ask([{ role: "user", content: [marked("tiny")] }]);
    expect([small.usage.cache_creation_input_tokens, small.usage.input_tokens > 0]).toEqual([0, true]);
  });
});
