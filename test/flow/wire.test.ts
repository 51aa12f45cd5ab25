import { afterEach, describe, expect, it } from "vitest";
import { messageId } from "../../src/core/conversation/ids";
import type { AssistantMessage, Message } from "../../src/core/conversation/message";
import type { RouteId } from "../../src/core/providers/routes/routes";
import { result, saysAs, summary, user, withBody } from "../support/conversation";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { ask, neverStopped, readAll, requestOf, routeTo } from "../support/requests";

let server: ModelServer;
afterEach(() => server.close());

const ROUTES: readonly RouteId[] = [
  "anthropic",
  "openai",
  "openai-responses",
  "openrouter",
  "openai-codex",
  "openai-compatible",
  "ollama",
  "lmstudio",
];
const named = (message: Omit<AssistantMessage, "id">, id: string): AssistantMessage => ({
  ...message,
  id: messageId(id),
});
const png = { type: "image" as const, mediaType: "image/png" as const, base64: "AAAA" };

describe.each(ROUTES)("route %s", (provider) => {
  it("streams text, thinking, and parallel calls, and sends them back legally", async () => {
    const ARGUMENTS = `{ "path":"a.ts", "10":1, "2":2, "big":12345678901234567890 }`;
    server = await startModelServer({
      script: (_, n) =>
        n === 0
          ? calls(
              { type: "thinking", text: "let me think about it" },
              { type: "text", text: "I will look at two files." },
              toolCall("read", ARGUMENTS, "c1"),
              toolCall("read", '{"path":"b.ts"}', "c2"),
            )
          : says("Both are fine."),
    });
    const route = routeTo(server.url, { provider });
    const question = user("Check a.ts and b.ts");
    const events = await readAll(route.provider, requestOf(route.model, [question]), neverStopped);
    const done = events.at(-1);
    if (done?.type !== "done") throw new Error("no end");
    expect(
      done.message.parts.map((part) =>
        part.type === "tool-call" ? [part.callId, part.inputJson] : part.type === "opaque" ? part.gist : part.text,
      ),
    ).toEqual(["let me think about it", "I will look at two files.", ["c1", ARGUMENTS], ["c2", '{"path":"b.ts"}']]);
    expect(done.stop).toBe("tools");
    expect(
      events.flatMap((event) => (event.type === "delta" && event.part === "text" ? [event.text] : [])).join(""),
    ).toBe("I will look at two files.");

    const history: Message[] = [
      question,
      named(done.message, "a1"),
      result("read", "one", "c1"),
      withBody("read", { kind: "full", content: [{ type: "text", text: "" }, png] }, "c2"),
      user("And?"),
    ];
    const second = await ask(route.provider, requestOf(route.model, history));
    expect(second.message.parts.flatMap((part) => (part.type === "text" ? [part.text] : []))).toEqual([
      "Both are fine.",
    ]);
    expect(server.violations).toEqual([]);
    const sent = server.requests[1]?.text ?? "";
    expect(sent.includes(ARGUMENTS) || sent.includes(JSON.stringify(ARGUMENTS))).toBe(true);
  });

  it("accepts one JSON document in place of a stream", async () => {
    const parts = [
      { type: "thinking", text: "let me see" },
      { type: "text", text: "Two files,\nthen more: 日本語." },
      toolCall("read", '{"path":"a.ts"}', "c1"),
      toolCall("read", '{"path":"b.ts"}', "c2"),
    ] as const;
    const replies = await Promise.all(
      (["stream", "document"] as const).map(async (form) => {
        server = await startModelServer({ script: () => ({ kind: "answer", parts, form }) });
        const route = routeTo(server.url, { provider });
        return await ask(route.provider, requestOf(route.model, [user("Check both")])).finally(() => server.close());
      }),
    );
    expect(replies[1]).toEqual(replies[0]);
  });

  it("sends the same bytes for the same request", async () => {
    server = await startModelServer();
    const route = routeTo(server.url, { provider });
    const request = requestOf(route.model, [user("a"), saysAs(route.model, "b"), user("c")]);
    await ask(route.provider, request);
    await ask(route.provider, request);
    expect(server.requests[0]?.text).toBe(server.requests[1]?.text);
  });

  it("stays legal around summaries, empty messages, and replies of other models", async () => {
    server = await startModelServer();
    const route = routeTo(server.url, { provider });
    const foreign = saysAs(
      { protocol: "openai-chat", provider: "elsewhere", model: "other" },
      { type: "thinking", text: "secret plan", seal: { kind: "chat-reasoning", field: "reasoning" } },
      "hello",
    );
    const blank = saysAs(route.model, " ");
    for (const messages of [
      [summary("so far"), user("go on")],
      [user("a"), summary("so far"), user("go on")],
      [user("a"), saysAs(route.model, "b"), summary("so far"), user("go on")],
      [user("a"), summary("so far"), saysAs(route.model, "b"), user("go on")],
      [user("a"), foreign, user("b"), blank, user("go on")],
      [user("a"), { ...summary("so far"), restatedRequest: "do it" }],
      [user("a"), { ...saysAs(route.model, "half an ans"), interrupted: "disconnected" as const }],
      [
        user("a"),
        saysAs(route.model, "half an ans"),
        saysAs(route.model, "wer and ano"),
        user("go on"),
        saysAs(route.model, "the"),
      ],
      [user("a"), { ...summary("so far"), restatedRequest: "do it" }, user("go on")],
    ])
      await ask(route.provider, requestOf(route.model, messages, { systemNote: "Earlier turns were folded." }));
    expect(server.violations).toEqual([]);
    expect(server.requests.some(({ text }) => text.includes("secret plan"))).toBe(false);
  });

  it("leaves out thinking if requested", async () => {
    server = await startModelServer({
      script: () => calls({ type: "thinking", text: "hidden thoughts" }, { type: "text", text: "hi" }),
    });
    const route = routeTo(server.url, { provider });
    const first = await ask(route.provider, requestOf(route.model, [user("a")]));
    await ask(
      route.provider,
      requestOf(route.model, [user("a"), named(first.message, "a2"), user("b")], { thinking: "leave-out" }),
    );
    expect([server.violations, server.requests[1]?.text.includes("hidden thoughts")]).toEqual([[], false]);
  });

  it("reports usage in parts that add up to the prompt", async () => {
    server = await startModelServer();
    const route = routeTo(server.url, { provider });
    const { usage } = await ask(route.provider, requestOf(route.model, [user("hello")]));
    expect(usage && usage.input + usage.cacheRead + usage.cacheWrite).toBe(server.requests[0]?.promptTokens);
  });

  it("reports no usage if the server does not", async () => {
    server = await startModelServer({
      script: () => ({ kind: "answer", parts: [{ type: "text", text: "hi" }], usage: null }),
    });
    const route = routeTo(server.url, { provider });
    expect((await ask(route.provider, requestOf(route.model, [user("hello")]))).usage).toBeUndefined();
  });

  it.each(["length", "refused"] as const)("reports the stop reason %s", async (stop) => {
    server = await startModelServer({
      script: () => ({ kind: "answer", parts: [{ type: "text", text: "hi" }], stop }),
    });
    const route = routeTo(server.url, { provider });
    expect((await ask(route.provider, requestOf(route.model, [user("hello")]))).stop).toBe(stop);
  });
});

describe("keys and addresses", () => {
  it("sends the account of a Codex token, and no output limit", async () => {
    server = await startModelServer();
    const claims = Buffer.from(
      JSON.stringify({ "https://api.openai.com/auth": { chatgpt_account_id: "account-7" } }),
    ).toString("base64url");
    const route = routeTo(server.url, { provider: "openai-codex", key: `header.${claims}.signature` });
    await ask(route.provider, requestOf(route.model, [user("hello")]));
    expect([
      server.requests[0]?.headers["chatgpt-account-id"],
      server.requests[0]?.body["max_output_tokens"],
      server.requests[0]?.body["store"],
    ]).toEqual(["account-7", undefined, false]);
  });

  it.each(["", "/", "/v1", "/v1/"])("accepts a base URL ending in %j", async (ending) => {
    server = await startModelServer({ key: "test-key" });
    for (const provider of ["anthropic", "openai", "openai-responses"] as const) {
      const route = routeTo(server.url + ending, { provider });
      await ask(route.provider, requestOf(route.model, [user("hello")]));
    }
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/messages", "/v1/chat/completions", "/v1/responses"]);
  });

  it.each([
    ["x-api-key", "test-key", undefined],
    ["bearer", undefined, "Bearer test-key"],
  ] as const)("sends an Anthropic key as %s only", async (auth, apiKey, bearer) => {
    server = await startModelServer();
    const route = routeTo(server.url, { provider: "anthropic", auth });
    await ask(route.provider, requestOf(route.model, [user("hello")]));
    expect([server.requests[0]?.headers["x-api-key"], server.requests[0]?.headers["authorization"]]).toEqual([
      apiKey,
      bearer,
    ]);
  });
});
