import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicDecoder } from "../../../src/core/providers/anthropic/decode";
import { chatDecoder } from "../../../src/core/providers/openai-chat/decode";
import { responsesDecoder } from "../../../src/core/providers/openai-responses/decode";
import type { Decoder } from "../../../src/core/providers/wire/decoder";
import { claude, deepseek, gpt } from "../../support/conversation";

/** Runs a recorded stream through a decoder. */
function decode<State>(decoder: Decoder<State>, events: readonly unknown[], origin = claude) {
  let state = decoder.start(origin);
  const deltas: string[] = [];
  for (const event of events) {
    const step = decoder.step(state, event);
    state = step.state;
    for (const told of step.events) if (told.type === "delta") deltas.push(told.text);
    if (step.failure !== undefined) return { failure: step.failure, partial: decoder.partial(state), deltas };
  }
  const done = decoder.finish(state)?.at(-1);
  return { done: done?.type === "done" ? done : undefined, partial: decoder.partial(state), deltas };
}

const block = (index: number, content: object, ...deltas: readonly object[]) => [
  { type: "content_block_start", index, content_block: content },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const ended = (reason: string) => [
  { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: 7 } },
  { type: "message_stop" },
];
const chunk = (delta: object, finish: string | null = null, usage?: object) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...(usage && { usage }),
});
const callDelta = (call: object) => chunk({ tool_calls: [call] });

describe("the Messages decoder", () => {
  it("keeps every kind of block, seals included", () => {
    const { done } = decode(anthropicDecoder, [
      { type: "message_start", message: { usage: { input_tokens: 10, cache_read_input_tokens: 3, output_tokens: 1 } } },
      ...block(
        0,
        { type: "thinking", thinking: "" },
        { type: "thinking_delta", thinking: "hm" },
        { type: "signature_delta", signature: "si" },
        { type: "signature_delta", signature: "g==" },
      ),
      ...block(1, { type: "redacted_thinking", data: "ENC" }),
      ...block(
        2,
        { type: "text", text: "" },
        { type: "text_delta", text: "let me " },
        { type: "text_delta", text: "look" },
      ),
      ...block(
        3,
        { type: "server_tool_use", id: "st1", name: "web_search", input: {} },
        { type: "input_json_delta", partial_json: '{"query":"x"}' },
      ),
      ...block(
        4,
        { type: "tool_use", id: "tu1", name: "read", input: {} },
        { type: "input_json_delta", partial_json: '{ "path"' },
        { type: "input_json_delta", partial_json: ':"a.ts" }' },
      ),
      ...ended("tool_use"),
    ]);
    expect(done).toEqual({
      type: "done",
      stop: "tools",
      usage: { input: 10, cacheRead: 3, cacheWrite: 0, output: 7, reasoning: 0 },
      message: {
        role: "assistant",
        origin: claude,
        parts: [
          { type: "thinking", text: "hm", seal: { kind: "anthropic-signature", signature: "sig==" } },
          { type: "thinking", text: "", seal: { kind: "anthropic-redacted", data: "ENC" } },
          { type: "text", text: "let me look" },
          {
            type: "opaque",
            protocol: "anthropic-messages",
            block: { type: "server_tool_use", id: "st1", name: "web_search", input: { query: "x" } },
            gist: "[server_tool_use]",
          },
          { type: "tool-call", callId: "tu1", name: "read", inputJson: '{ "path":"a.ts" }' },
        ],
      },
    });
  });

  it("takes arguments that come whole, and none for an empty object", () => {
    const { done } = decode(anthropicDecoder, [
      ...block(0, { type: "tool_use", id: "a", name: "x", input: { n: 1 } }),
      ...block(1, { type: "tool_use", id: "b", name: "y" }),
      ...ended("tool_use"),
    ]);
    expect(done?.message.parts.map((part) => (part.type === "tool-call" ? part.inputJson : ""))).toEqual([
      '{"n":1}',
      "{}",
    ]);
  });

  it("is done at the stop reason where a gateway leaves out the closing event", () => {
    expect(decode(anthropicDecoder, [...block(0, { type: "text", text: "hi" }), ended("end_turn")[0]]).done?.stop).toBe(
      "end",
    );
  });

  it.each([
    ["model_context_window_exceeded", "window-full"],
    ["max_tokens", "length"],
    ["refusal", "refused"],
    ["pause_turn", "end"],
  ])("reads the stop reason %s as %s", (reason, stop) => {
    expect(decode(anthropicDecoder, [...block(0, { type: "text", text: "hi" }), ...ended(reason)]).done?.stop).toBe(
      stop,
    );
  });

  it("keeps words and drops half a call of a stream that breaks off", () => {
    const { done, partial } = decode(anthropicDecoder, [
      ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "I read" }),
      ...block(1, { type: "tool_use", id: "a", name: "x" }, { type: "input_json_delta", partial_json: '{"pa' }).slice(
        0,
        2,
      ),
    ]);
    expect([done, partial]).toEqual([undefined, [{ type: "text", text: "I read" }]]);
  });

  it("keeps unfinished words and unsigned thinking of a stream that breaks off", () => {
    const open = (type: string) =>
      decode(anthropicDecoder, block(0, { type }, { type: `${type}_delta`, [type]: "so far" }).slice(0, 2)).partial;
    expect([open("text"), open("thinking")]).toEqual([
      [{ type: "text", text: "so far" }],
      [{ type: "thinking", text: "so far" }],
    ]);
  });

  it("joins any cutting of the same arguments to the same bytes", () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.nat({ max: 40 }), { maxLength: 6 }), (json, cuts) => {
        const at = [0, ...cuts.map((cut) => Math.min(cut, json.length)).toSorted((a, b) => a - b), json.length];
        const deltas = at
          .slice(1)
          .map((end, index) => ({ type: "input_json_delta", partial_json: json.slice(at[index], end) }));
        const { done } = decode(anthropicDecoder, [
          ...block(0, { type: "tool_use", id: "a", name: "x", input: {} }, ...deltas),
          ...ended("tool_use"),
        ]);
        expect(done?.message.parts).toEqual([{ type: "tool-call", callId: "a", name: "x", inputJson: json }]);
      }),
    );
  });
});

describe("the Chat decoder", () => {
  it("waits for the usage behind the finish reason", () => {
    const { done } = decode(
      chatDecoder,
      [chunk({ content: "hi" }), chunk({}, "stop"), { choices: [], usage: { prompt_tokens: 9, completion_tokens: 1 } }],
      deepseek,
    );
    expect([done?.usage?.input, done?.message.parts]).toEqual([9, [{ type: "text", text: "hi" }]]);
  });

  it.each(["reasoning_content", "reasoning"] as const)("remembers that thinking came as %s", (field) => {
    const { done, deltas } = decode(
      chatDecoder,
      [chunk({ [field]: "hm, " }), chunk({ [field]: "yes" }), chunk({ content: "ok" }), chunk({}, "stop")],
      deepseek,
    );
    expect([done?.message.parts[0], deltas]).toEqual([
      { type: "thinking", text: "hm, yes", seal: { kind: "chat-reasoning", field } },
      ["hm, ", "yes", "ok"],
    ]);
  });

  const calls = (events: readonly unknown[]) =>
    decode(chatDecoder, [...events, chunk({}, "tool_calls")], deepseek).done?.message.parts.map((part) =>
      part.type === "tool-call" ? [part.callId, part.name, part.inputJson] : part.type,
    );

  it("keeps the calls of a whole message apart, also without ids and places", () => {
    const call = (name: string) => ({ function: { name, arguments: { path: name } } });
    expect(
      calls([{ choices: [{ message: { tool_calls: [call("read"), call("list")] }, finish_reason: "tool_calls" }] }]),
    ).toEqual([
      ["call_0", "read", '{"path":"read"}'],
      ["call_1", "list", '{"path":"list"}'],
    ]);
  });

  it("tells calls apart by index", () => {
    expect(
      calls([
        callDelta({ index: 0, id: "a", function: { name: "x", arguments: '{"n"' } }),
        callDelta({ index: 1, id: "b", function: { name: "y", arguments: "" } }),
        callDelta({ index: 0, function: { arguments: ":1}" } }),
        callDelta({ index: 1, function: { arguments: "{}" } }),
      ]),
    ).toEqual([
      ["a", "x", '{"n":1}'],
      ["b", "y", "{}"],
    ]);
  });

  it("tells calls apart by id where a server numbers all of them zero, or none", () => {
    const whole = (id: string, index?: number) =>
      callDelta({ ...(index !== undefined && { index }), id, function: { name: "x", arguments: `{"id":"${id}"}` } });
    const expected = [
      ["a", "x", '{"id":"a"}'],
      ["b", "x", '{"id":"b"}'],
    ];
    expect([calls([whole("a", 0), whole("b", 0)]), calls([whole("a"), whole("b")])]).toEqual([expected, expected]);
  });

  it("takes arguments that come as an object, and names a call that has no id", () => {
    expect(calls([callDelta({ index: 0, function: { name: "x", arguments: { n: 1 } } })])).toEqual([
      ["call_0", "x", '{"n":1}'],
    ]);
  });

  it("believes the calls, not the word stop", () => {
    expect(
      decode(
        chatDecoder,
        [callDelta({ index: 0, id: "a", function: { name: "x", arguments: "{}" } }), chunk({}, "stop")],
        deepseek,
      ).done?.stop,
    ).toBe("tools");
  });

  it("is not done without a finish reason, nor by the reason error", () => {
    expect([
      decode(chatDecoder, [chunk({ content: "hi" })], deepseek).done,
      decode(chatDecoder, [chunk({ content: "hi" }, "error")], deepseek).done,
    ]).toEqual([undefined, undefined]);
  });

  it("tells an error inside the stream", () => {
    expect(
      decode(chatDecoder, [chunk({ content: "hi" }), { error: { message: "Overloaded", code: 502 } }], deepseek),
    ).toEqual({
      failure: { message: "Overloaded", code: "502" },
      partial: [{ type: "text", text: "hi" }],
      deltas: ["hi"],
    });
  });
});

describe("the Responses decoder", () => {
  it("tells the failure of a whole reply", () => {
    expect(
      decode(responsesDecoder, [
        { object: "response", status: "failed", error: { code: "server_error", message: "Overloaded" } },
      ]).failure,
    ).toEqual({ message: "Overloaded", code: "server_error" });
  });

  const items = [
    {
      type: "reasoning",
      id: "rs1",
      summary: [
        { type: "summary_text", text: "a" },
        { type: "summary_text", text: "b" },
      ],
      encrypted_content: "ENC",
    },
    {
      type: "message",
      id: "ms1",
      role: "assistant",
      phase: "commentary",
      content: [{ type: "output_text", text: "looking" }],
    },
    { type: "function_call", id: "fc1", call_id: "c1", name: "read", arguments: '{ "path":"a.ts" }' },
    { type: "web_search_call", id: "ws1", status: "completed" },
  ];
  const parts = [
    {
      type: "thinking",
      text: "a\n\nb",
      seal: { kind: "responses-reasoning", itemId: "rs1", summary: ["a", "b"], encrypted: "ENC" },
    },
    { type: "text", text: "looking", seal: { kind: "responses-message", itemId: "ms1", phase: "commentary" } },
    {
      type: "tool-call",
      callId: "c1",
      name: "read",
      inputJson: '{ "path":"a.ts" }',
      seal: { kind: "responses-call", itemId: "fc1" },
    },
    { type: "opaque", protocol: "openai-responses", block: items[3], gist: "[web_search_call]" },
  ];

  it("keeps every kind of item, seals included", () => {
    const { done } = decode(
      responsesDecoder,
      [
        ...items.map((item) => ({ type: "response.output_item.done", item })),
        { type: "response.completed", response: { usage: { input_tokens: 9, output_tokens: 1 } } },
      ],
      gpt,
    );
    expect([done?.message.parts, done?.stop, done?.usage?.input]).toEqual([parts, "tools", 9]);
  });

  it("takes items that come only with the closing event", () => {
    expect(
      decode(responsesDecoder, [{ type: "response.completed", response: { output: items } }], gpt).done?.message.parts,
    ).toEqual(parts);
  });

  it.each([
    ["max_output_tokens", "length"],
    ["content_filter", "refused"],
  ])("reads the reason %s as %s", (reason, stop) => {
    expect(
      decode(responsesDecoder, [{ type: "response.incomplete", response: { incomplete_details: { reason } } }], gpt)
        .done?.stop,
    ).toBe(stop);
  });

  it("keeps unfinished words of a stream that breaks off", () => {
    const { done, partial } = decode(
      responsesDecoder,
      [
        { type: "response.output_text.delta", delta: "so " },
        { type: "response.output_text.delta", delta: "far" },
      ],
      gpt,
    );
    expect([done, partial]).toEqual([undefined, [{ type: "text", text: "so far" }]]);
  });

  it.each([
    { type: "response.failed", response: { error: { code: "server_error", message: "boom" } } },
    { type: "error", code: "server_error", message: "boom" },
    { type: "error", error: { type: "server_error", message: "boom" } },
  ])("tells a failure of shape %#", (event) => {
    expect(decode(responsesDecoder, [event], gpt)).toMatchObject({
      failure: { code: "server_error", message: "boom" },
    });
  });
});

describe("every decoder", () => {
  it.each([
    ["Messages", anthropicDecoder],
    ["Chat", chatDecoder],
    ["Responses", responsesDecoder],
  ] as const)("survives nonsense: %s", (_, decoder) => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.record({
              type: fc.constantFrom(
                "content_block_delta",
                "message_delta",
                "response.output_item.done",
                "response.completed",
                "content_block_stop",
              ),
              delta: fc.jsonValue(),
              item: fc.jsonValue(),
              response: fc.jsonValue(),
              choices: fc.jsonValue(),
              usage: fc.jsonValue(),
            }),
          ),
          { maxLength: 8 },
        ),
        (events) => {
          let state: unknown = decoder.start(claude);
          for (const event of events) state = (decoder as Decoder<unknown>).step(state, event).state;
          (decoder as Decoder<unknown>).finish(state);
          expect(Array.isArray((decoder as Decoder<unknown>).partial(state))).toBe(true);
        },
      ),
    );
  });
});
