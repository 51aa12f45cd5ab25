import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Breakpoint } from "../../../src/core/caching/breakpoints";
import { placeBreakpoints } from "../../../src/core/caching/breakpoints";
import type { AssistantPart, ImagePart, Message } from "../../../src/core/conversation/message";
import type { Model } from "../../../src/core/models/model";
import { encodeRequest as encodeAnthropic } from "../../../src/core/providers/anthropic/encode";
import { compatibleDialect, openAiDialect, openRouterDialect } from "../../../src/core/providers/openai-chat/dialect";
import { encodeRequest as encodeChat } from "../../../src/core/providers/openai-chat/encode";
import { encodeRequest as encodeResponses } from "../../../src/core/providers/openai-responses/encode";
import { toWireJson, verbatimInput } from "../../../src/core/providers/wire/wire-json";
import {
  call,
  claude,
  deepseek,
  failure,
  gpt,
  result,
  says,
  saysAs,
  summary,
  user,
  withBody,
} from "../../support/conversation";
import { requestOf } from "../../support/requests";

const model = (origin: typeof claude, more: Partial<Model> = {}): Model => ({
  ...origin,
  label: origin.model,
  windowTokens: 200_000,
  windowOrigin: "catalog",
  maxOutputTokens: 8_000,
  sees: "text-and-images",
  thinking: "optional",
  cache: { kind: "breakpoints", minimumTokens: 1_024 },
  ...more,
});
const png: ImagePart = { type: "image", mediaType: "image/png", base64: "AAAA" };
const signed: AssistantPart = { type: "thinking", text: "hm", seal: { kind: "anthropic-signature", signature: "s" } };
const mark = { cache_control: { type: "ephemeral" } };

const anthropic = (messages: readonly Message[], more = {}) =>
  encodeAnthropic(requestOf(model(claude), messages, more)).messages;
const chat = (messages: readonly Message[], more = {}, dialect = compatibleDialect) =>
  encodeChat(requestOf(model(deepseek), messages, { system: "", ...more }), dialect).messages;
const responses = (messages: readonly Message[], more = {}) =>
  encodeResponses(requestOf(model(gpt), messages, more), { outputLimit: "sent" }).input;
const places = (messages: readonly Message[]): readonly Breakpoint[] =>
  placeBreakpoints(messages, { kind: "breakpoints", minimumTokens: 1_024 });

describe("the Messages encoder", () => {
  it("joins results, pictures and the next words into one user message", () => {
    const messages = [
      user("go"),
      says(signed, call("shot"), call("read")),
      withBody("shot", { kind: "full", content: [png] }),
      failure("read", "no such file"),
      { ...user("thanks"), attachment: "It is Monday." },
    ];
    expect(JSON.parse(toWireJson(anthropic(messages)))).toEqual([
      { role: "user", content: [{ type: "text", text: "go" }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "s" },
          { type: "tool_use", id: "shot", name: "shot", input: {} },
          { type: "tool_use", id: "read", name: "read", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "shot",
            content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }],
          },
          {
            type: "tool_result",
            tool_use_id: "read",
            content: [{ type: "text", text: "no such file" }],
            is_error: true,
          },
          { type: "text", text: "thanks" },
          { type: "text", text: "It is Monday." },
        ],
      },
    ]);
  });

  it("marks the last block of each place and changes nothing else", () => {
    const messages = [user("a"), says("b", call("x"), call("y")), result("x", "1"), result("y", "2")];
    expect(
      JSON.parse(toWireJson(encodeAnthropic(requestOf(model(claude), messages, { breakpoints: places(messages) })))),
    ).toMatchObject({
      system: [{ type: "text", text: "You help.", ...mark }],
      messages: [
        { content: [{ text: "a", ...mark }] },
        { content: [{ text: "b" }, { id: "x" }, { id: "y", ...mark }] },
        { content: [{ tool_use_id: "x" }, { tool_use_id: "y", ...mark }] },
      ],
    });
    expect(
      toWireJson(anthropic(messages, { breakpoints: places(messages) })).replaceAll(
        ',"cache_control":{"type":"ephemeral"}',
        "",
      ),
    ).toBe(toWireJson(anthropic(messages)));
  });

  it("never marks thinking: the nearest earlier block carries the mark", () => {
    const thoughtful = says("b", signed);
    const breakpoints: readonly Breakpoint[] = [{ after: "message", messageId: thoughtful.id }];
    expect(anthropic([user("a"), thoughtful, user("c")], { breakpoints })[1]?.content).toEqual([
      { type: "text", text: "b", ...mark },
      { type: "thinking", thinking: "hm", signature: "s" },
    ]);
  });

  it("leaves out blank text, unsigned thinking and turns of nothing else", () => {
    const messages = [
      user("a"),
      says({ type: "thinking", text: "unsigned" }, " \n"),
      user("b"),
      says(signed),
      user(" "),
    ];
    expect(anthropic(messages)).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
    ]);
  });

  it("lets the user speak first", () => {
    expect(anthropic([says("b"), user("c")]).map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  });

  it("tells a model that cannot see that a picture was left out", () => {
    const blind = encodeAnthropic(requestOf(model(claude, { sees: "text" }), [{ ...user("look"), content: [png] }]));
    expect(blind.messages[0]?.content).toEqual([
      { type: "text", text: "[image left out: this model reads text only]" },
    ]);
  });

  it("replays the provider's own blocks at home and tells their gist elsewhere", () => {
    const opaque: AssistantPart = {
      type: "opaque",
      protocol: "anthropic-messages",
      block: { type: "server_tool_use", id: "s" },
      gist: "[searched the web]",
    };
    expect([
      anthropic([user("a"), says(opaque), user("b")])[1]?.content,
      anthropic([user("a"), saysAs(gpt, opaque), user("b")])[1]?.content,
    ]).toEqual([[{ type: "server_tool_use", id: "s" }], [{ type: "text", text: "[searched the web]" }]]);
  });
});

describe("the Chat encoder", () => {
  it("keeps the bytes of arguments and the name of the reasoning field, and moves pictures behind the results", () => {
    const thoughtful = saysAs(
      deepseek,
      { type: "thinking", text: "hm", seal: { kind: "chat-reasoning", field: "reasoning_content" } },
      call("shot", '{ "b":1, "a":2 }'),
    );
    expect(chat([user("go"), thoughtful, withBody("shot", { kind: "full", content: [png] })])).toEqual([
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: null,
        reasoning_content: "hm",
        tool_calls: [{ type: "function", id: "shot", function: { name: "shot", arguments: '{ "b":1, "a":2 }' } }],
      },
      { role: "tool", tool_call_id: "shot", content: "[image: see the next user message]" },
      { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] },
    ]);
  });

  it("puts marks inside content parts, for routers that want them there", () => {
    const messages = [user("a"), says(call("x")), result("x", "1")];
    expect(
      chat(messages, { system: "S", systemNote: "N", breakpoints: places(messages) }, openRouterDialect),
    ).toMatchObject([
      {
        role: "system",
        content: [
          { type: "text", text: "S", ...mark },
          { type: "text", text: "N" },
        ],
      },
      { role: "user", content: [{ type: "text", text: "a", ...mark }] },
      { role: "assistant", content: null },
      { role: "tool", content: [{ type: "text", text: "1", ...mark }] },
    ]);
  });

  it("names the output limit and the conversation as each server wants it", () => {
    const request = requestOf(model(deepseek), [user("a")]);
    expect([encodeChat(request, openAiDialect), encodeChat(request, compatibleDialect)]).toMatchObject([
      { max_completion_tokens: 1_000, prompt_cache_key: "conversation-1" },
      { max_tokens: 1_000 },
    ]);
    expect(encodeChat(request, compatibleDialect)).not.toHaveProperty("prompt_cache_key");
  });

  it("tells a failed result as one", () => {
    expect(chat([user("a"), says(call("x")), failure("x", "boom")]).at(-1)).toEqual({
      role: "tool",
      tool_call_id: "x",
      content: "ERROR: boom",
    });
  });
});

describe("the Responses encoder", () => {
  const reasoned = saysAs(
    gpt,
    {
      type: "thinking",
      text: "a",
      seal: { kind: "responses-reasoning", itemId: "rs1", summary: ["a"], encrypted: "ENC" },
    },
    { type: "text", text: "looking", seal: { kind: "responses-message", itemId: "ms1", phase: "commentary" } },
    {
      type: "tool-call",
      callId: result("x", "").callId,
      name: "x",
      inputJson: "{}",
      seal: { kind: "responses-call", itemId: "fc1" },
    },
  );

  it("gives every item back as it came, in order", () => {
    expect(responses([user("go"), reasoned, result("x", "1")])).toEqual([
      { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] },
      { type: "reasoning", id: "rs1", summary: [{ type: "summary_text", text: "a" }], encrypted_content: "ENC" },
      {
        type: "message",
        role: "assistant",
        id: "ms1",
        status: "completed",
        content: [{ type: "output_text", text: "looking", annotations: [] }],
        phase: "commentary",
      },
      { type: "function_call", call_id: "x", name: "x", arguments: "{}", id: "fc1" },
      { type: "function_call_output", call_id: "x", output: [{ type: "input_text", text: "1" }] },
    ]);
  });

  it.each([
    ["when told to leave thinking out", { thinking: "leave-out" }, {}],
    ["of a reply that broke off", {}, { interrupted: "disconnected" }],
  ] as const)("drops reasoning and ids together %s", (_, more, broken) => {
    expect(JSON.stringify(responses([user("go"), { ...reasoned, ...broken }, result("x", "1")], more))).not.toMatch(
      /rs1|ms1|fc1|ENC/,
    );
  });

  it("drops reasoning that nothing follows", () => {
    const mute = saysAs(gpt, "hi", {
      type: "thinking",
      text: "a",
      seal: { kind: "responses-reasoning", itemId: "rs1", summary: ["a"], encrypted: "ENC" },
    });
    expect(JSON.stringify(responses([user("go"), mute, user("b")]))).not.toContain("ENC");
  });
});

describe("a request that ends with the model's own words", () => {
  it("asks it to go on", () => {
    const broken = [user("a"), says("half an ans")];
    const asked = expect.stringContaining("broke off");
    expect([anthropic(broken).at(-1), chat(broken).at(-1), responses(broken)?.at(-1)]).toEqual([
      { role: "user", content: [{ type: "text", text: asked }] },
      { role: "user", content: asked },
      { type: "message", role: "user", content: [{ type: "input_text", text: asked }] },
    ]);
  });
});

describe("a summary", () => {
  it("takes the side on which no two of one kind meet", () => {
    const roles = (messages: readonly Message[]) => anthropic(messages).map(({ role }) => role);
    expect([
      roles([summary("s"), user("b")]),
      roles([user("a"), summary("s"), user("b")]),
      roles([user("a"), says("x"), summary("s"), user("b")]),
      roles([user("a"), says("x"), summary("s"), says("y"), user("b")]),
      roles([user("a"), { ...summary("s"), restatedRequest: "do it" }, user("b")]),
    ]).toEqual([
      ["user"],
      ["user", "assistant", "user"],
      ["user", "assistant", "user"],
      ["user", "assistant", "user", "assistant", "user"],
      ["user"],
    ]);
  });
});

describe("verbatim JSON", () => {
  it("prints what JSON.stringify prints, but for the verbatim parts", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toWireJson({ value, gone: undefined }))).toEqual(JSON.parse(JSON.stringify({ value })));
      }),
    );
  });

  it("keeps objects as the model wrote them and wraps what is none", () => {
    expect(['{ "10":1, "2":2, "2":3 }', "", "[1]", '{"a":'].map((text) => toWireJson(verbatimInput(text)))).toEqual([
      '{ "10":1, "2":2, "2":3 }',
      "{}",
      '{"malformed_input":"[1]"}',
      '{"malformed_input":"{\\"a\\":"}',
    ]);
  });
});
