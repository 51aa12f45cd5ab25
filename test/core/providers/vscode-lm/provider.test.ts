import { describe, expect, it } from "vitest";
import type { ProviderError } from "../../../../src/core/providers/provider";
import type { LmReplyPart } from "../../../../src/core/providers/vscode-lm/decode";
import type { LmRequest } from "../../../../src/core/providers/vscode-lm/encode";
import { createEditorProvider } from "../../../../src/core/providers/vscode-lm/provider";
import { call, failure, result, says, summary, user } from "../../../support/conversation";
import { model } from "../../../support/models";
import { ask, readAll, readTool, requestOf } from "../../../support/requests";

const editorModel = model({
  protocol: "openai-chat",
  provider: "vscode-lm",
  model: "echo",
  sees: "text",
  cache: { kind: "none" },
});

/** An editor whose model says these parts, and counts a token per character. */
function editor(reply: readonly (LmReplyPart | Error)[], count = async (text: string): Promise<number> => text.length) {
  const asked: LmRequest[] = [];
  const counted: string[] = [];
  async function* speak(): AsyncGenerator<LmReplyPart> {
    for (const part of reply) {
      if (part instanceof Error) throw part;
      yield part;
    }
  }
  const provider = createEditorProvider({
    open: async (request) => {
      asked.push(request);
      return speak();
    },
    countTokens: (text) => {
      counted.push(text);
      return count(text);
    },
  });
  return { provider, asked, counted };
}

const refusal = (code: string, message: string) => Object.assign(new Error(message), { code });
const failureOf = (reply: readonly (LmReplyPart | Error)[]) =>
  readAll(editor(reply).provider, requestOf(editorModel, [user("hi")])).then(
    () => undefined,
    ({ message, failure: kind }: ProviderError) => ({ message, kind }),
  );

describe("a request to a language model of the editor", () => {
  it("puts instructions first, pairs calls with results and marks failures", async () => {
    const { provider, asked } = editor([{ type: "text", text: "ok" }]);
    const messages = [
      user("look"),
      says("reading", call("read", `{"path":"a.ts"}`), call("run", "{}", "run1")),
      result("read", "1: x"),
      failure("run", "no such program", "run1"),
      user("and?"),
    ];
    await ask(provider, requestOf(editorModel, messages, { systemNote: "Compacted." }));
    expect(asked).toEqual([
      {
        tools: [readTool],
        messages: [
          { role: "user", parts: [{ type: "text", text: "You help.\n\nCompacted." }] },
          { role: "user", parts: [{ type: "text", text: "look" }] },
          {
            role: "assistant",
            parts: [
              { type: "text", text: "reading" },
              { type: "call", callId: "read", name: "read", input: { path: "a.ts" } },
              { type: "call", callId: "run1", name: "run", input: {} },
            ],
          },
          {
            role: "user",
            parts: [
              { type: "result", callId: "read", text: "1: x" },
              { type: "result", callId: "run1", text: "ERROR: no such program" },
              { type: "text", text: "and?" },
            ],
          },
        ],
      },
    ]);
  });

  it("never ends with the model's own words, drops thinking and keeps garbled arguments readable", async () => {
    const { provider, asked } = editor([{ type: "text", text: "ok" }]);
    await ask(
      provider,
      requestOf(
        editorModel,
        [
          summary("## Active Task\nx"),
          user("go"),
          says({ type: "thinking", text: "hm" }, "half a", call("read", "{oops")),
        ],
        { system: "" },
      ),
    );
    const { messages } = asked[0] ?? { messages: [] };
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(messages[1]?.parts).toEqual([
      { type: "text", text: "half a" },
      { type: "call", callId: "read", name: "read", input: { malformed_input: "{oops" } },
    ]);
  });

  it("tells a model that reads text only about a picture", async () => {
    const { provider, asked } = editor([{ type: "text", text: "ok" }]);
    await ask(
      provider,
      requestOf(
        editorModel,
        [{ ...user("see"), content: [{ type: "image", mediaType: "image/png", base64: "AA==" }] }],
        { system: "" },
      ),
    );
    expect(asked[0]?.messages).toEqual([
      { role: "user", parts: [{ type: "text", text: "[image left out: this model reads text only]" }] },
    ]);
  });
});

describe("a reply of a language model of the editor", () => {
  it("streams, keeps words and calls in their order and is counted by the model's own counter", async () => {
    const { provider } = editor([
      { type: "text", text: "let me " },
      { type: "text", text: "look" },
      { type: "call", callId: "c1", name: "read", input: { path: "a" } },
    ]);
    const events = await readAll(provider, requestOf(editorModel, [user("hi")], { tools: [] }));
    expect(events.flatMap((event) => (event.type === "delta" ? [`${event.part} ${event.text}`] : []))).toEqual([
      "text let me ",
      "text look",
      `tool-input {"path":"a"}`,
    ]);
    expect(events.at(-1)).toEqual({
      type: "done",
      stop: "tools",
      usage: {
        input: "You help.".length + "[]".length + "hi".length,
        cacheRead: 0,
        cacheWrite: 0,
        output: `let me look\nread {"path":"a"}`.length,
        reasoning: 0,
      },
      message: {
        role: "assistant",
        origin: { protocol: "openai-chat", provider: "vscode-lm", model: "echo" },
        parts: [
          { type: "text", text: "let me look" },
          { type: "tool-call", callId: "c1", name: "read", inputJson: `{"path":"a"}` },
        ],
      },
    });
  });

  it("counts each message once", async () => {
    const { provider, counted } = editor([{ type: "text", text: "ok" }]);
    const first = user("first");
    await ask(provider, requestOf(editorModel, [first]));
    await ask(provider, requestOf(editorModel, [first, says("ok"), user("second")]));
    expect(counted.filter((text) => text === "first" || text === "You help.")).toEqual(["You help.", "first"]);
  });

  it("has no usage where the counter fails, and asks it again the next time", async () => {
    let calls = 0;
    const { provider } = editor([{ type: "text", text: "ok" }], () =>
      ++calls <= 4 ? Promise.reject(new Error("busy")) : Promise.resolve(1),
    );
    const request = requestOf(editorModel, [user("hi")]);
    expect((await ask(provider, request)).usage).toBeUndefined();
    expect((await ask(provider, request)).usage).toEqual({
      input: 3,
      cacheRead: 0,
      cacheWrite: 0,
      output: 1,
      reasoning: 0,
    });
  });

  it("that breaks off counts as disconnected", async () => {
    expect(
      await failureOf([
        { type: "text", text: "half" },
        { type: "call", callId: "c", name: "read", input: {} },
        new Error("socket hang up"),
      ]),
    ).toEqual({
      message: "socket hang up",
      kind: { kind: "disconnected" },
    });
  });

  it("that says nothing at all counts as broken off", async () => {
    expect((await failureOf([]))?.kind).toEqual({ kind: "disconnected" });
  });

  it.each([
    ["NoPermissions", { kind: "unauthorized" }, "choose Allow"],
    ["Blocked", { kind: "rejected", status: 402 }, "quota"],
    ["NotFound", { kind: "rejected", status: 404 }, "Select another one"],
  ])("refused with %s says what to do", async (code, kind, words) => {
    const told = await failureOf([refusal(code, "details")]);
    expect(told?.kind).toEqual(kind);
    expect(told?.message).toContain(words);
    expect(told?.message).toContain("details");
  });

  it("refused for its length is told as an overflow with the stated window", async () => {
    expect(
      (
        await failureOf([
          new Error(
            "This model's maximum context length is 8192 tokens, however your messages resulted in 9000 tokens.",
          ),
        ])
      )?.kind,
    ).toEqual({ kind: "overflow", limitTokens: 8192 });
  });
});
