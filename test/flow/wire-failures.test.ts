import { afterEach, describe, expect, it } from "vitest";
import type { ProviderFailure } from "../../src/core/providers/provider";
import { ProviderError } from "../../src/core/providers/provider";
import type { OpenedRoute, RouteId } from "../../src/core/providers/routes/routes";
import { user } from "../support/conversation";
import type { Reply, ReplyPart } from "../support/model-server/reply";
import { refuses, toolCall } from "../support/model-server/reply";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { ask, neverStopped, readAll, requestOf, routeTo } from "../support/requests";

let server: ModelServer;
afterEach(() => server.close());

const ROUTES: readonly RouteId[] = ["anthropic", "openai", "openai-responses"];
/** Reached only by a server that is silent on purpose; all others respond much sooner. */
const silentAtOnce = { openMs: 250, silentMs: 5_000 };
const silentMidway = { openMs: 5_000, silentMs: 400 };
const LONG = "This is quite a long answer that will not be finished, because the line breaks.";
const half: readonly ReplyPart[] = [
  { type: "text", text: LONG },
  toolCall("read", { path: "a.ts" }),
  toolCall("read", { path: "b.ts" }),
];

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderError)) throw new Error(`expected a ProviderError, got ${String(error)}`);
  return error;
}

/** The failure, and the text that had streamed before it. */
async function interruptionOf(
  route: OpenedRoute,
): Promise<{ readonly failure: ProviderFailure; readonly text: string }> {
  let text = "";
  const { failure } = await failureOf(
    (async () => {
      for await (const event of route.provider.stream(requestOf(route.model, [user("hello")]), neverStopped))
        if (event.type === "delta" && event.part === "text") text += event.text;
    })(),
  );
  return { failure, text };
}

describe.each(ROUTES)("failures on route %s", (provider) => {
  const cases: readonly [string, Reply, ProviderFailure][] = [
    [
      "429 with a wait",
      refuses(429, "Too many requests", { "retry-after": "7" }),
      { kind: "rate-limited", retryAfterMs: 7_000 },
    ],
    [
      "429 until a date",
      refuses(429, "Too many requests", {
        date: "Mon, 16 Nov 2026 10:00:00 GMT",
        "retry-after": "Mon, 16 Nov 2026 10:00:12 GMT",
      }),
      { kind: "rate-limited", retryAfterMs: 12_000 },
    ],
    [
      "429 until a date that is over",
      refuses(429, "Too many requests", {
        date: "Mon, 16 Nov 2026 10:00:00 GMT",
        "retry-after": "Mon, 16 Nov 2026 09:59:00 GMT",
      }),
      { kind: "rate-limited", retryAfterMs: 0 },
    ],
    ["a refusal under status 200", refuses(200, "Rate limit reached"), { kind: "rate-limited" }],
    ["529", refuses(529, "Overloaded"), { kind: "overloaded" }],
    ["500", refuses(500, "Internal server error"), { kind: "overloaded" }],
    ["401", refuses(401, "invalid x-api-key"), { kind: "unauthorized" }],
    ["413", refuses(413, "Request exceeds the maximum size"), { kind: "payload-too-large" }],
    ["an unknown model", refuses(404, "model: model-x"), { kind: "rejected", status: 404 }],
    ["a dropped connection", { kind: "drop" }, { kind: "disconnected" }],
    ["silence before the answer", { kind: "stall", at: "headers" }, { kind: "disconnected" }],
    ["garbage", { kind: "garbage" }, { kind: "disconnected" }],
    [
      "a page of HTML for a stream",
      { kind: "garbage", text: "<html>welcome to the hotel network</html>" },
      { kind: "disconnected" },
    ],
  ];
  it.each(cases)("classifies %s", async (_, reply, failure) => {
    server = await startModelServer({ script: () => reply });
    const route = routeTo(server.url, { provider, ...(reply.kind === "stall" && { silence: silentAtOnce }) });
    expect(await interruptionOf(route)).toEqual({ failure, text: "" });
  });

  it.each<[string, Reply]>([
    ["goes silent", { kind: "stall", at: "stream", parts: half }],
    ["is cut", { kind: "cut", how: "socket", parts: half }],
    ["ends early but properly", { kind: "cut", how: "end", parts: half }],
  ])("keeps the partial reply when the stream %s", async (_, reply) => {
    server = await startModelServer({ script: () => reply });
    const route = routeTo(server.url, { provider, silence: silentMidway });
    const { failure, text } = await interruptionOf(route);
    expect(failure).toEqual({ kind: "disconnected" });
    expect(text).not.toBe("");
    expect(LONG.startsWith(text)).toBe(true);
  });

  it("classifies an overload that is reported in the middle of a stream", async () => {
    server = await startModelServer({
      script: () => ({
        kind: "fail-in-stream",
        parts: half,
        error: { type: "overloaded_error", message: "Overloaded" },
      }),
    });
    const route = routeTo(server.url, { provider });
    const { failure, text } = await interruptionOf(route);
    expect([failure.kind, text === ""]).toEqual(["overloaded", false]);
  });

  it("recognizes the provider's text for an input over the window", async () => {
    server = await startModelServer({ windowTokens: 500 });
    const route = routeTo(server.url, { provider, hints: { contextLength: 1_000 } });
    const error = await failureOf(ask(route.provider, requestOf(route.model, [user("word ".repeat(1_000))])));
    expect(error.failure.kind).toBe("overflow");
  });

  it("recognizes that only the output limit is too large", async () => {
    server = await startModelServer({ windowTokens: 500, outputOverWindow: "refuse" });
    const route = routeTo(server.url, { provider });
    const error = await failureOf(ask(route.provider, requestOf(route.model, [user("hello")])));
    expect([error.failure.kind, server.violations]).toEqual(["output-cap", []]);
  });

  it("keeps reading while bytes arrive slowly", async () => {
    server = await startModelServer({
      script: () => ({ kind: "answer", parts: [{ type: "text", text: "slow but steady" }], dripMs: 20 }),
    });
    const route = routeTo(server.url, { provider, silence: { openMs: 5_000, silentMs: 1_000 } });
    expect((await ask(route.provider, requestOf(route.model, [user("hello")]))).stop).toBe("end");
  });

  it.each<[string, Reply]>([
    ["while the server is silent", { kind: "stall", at: "headers" }],
    ["in the middle of a stream", { kind: "stall", at: "stream", parts: half }],
    ["while bytes arrive slowly", { kind: "answer", parts: half, dripMs: 50 }],
  ])("stops immediately %s", async (_, reply) => {
    const stop = new AbortController();
    server = await startModelServer({
      script: () => {
        setTimeout(() => stop.abort(new Error("user stop")), 60);
        return reply;
      },
    });
    const route = routeTo(server.url, { provider, silence: { openMs: 60_000, silentMs: 60_000 } });
    const error = await failureOf(ask(route.provider, requestOf(route.model, [user("hello")]), stop.signal));
    expect([error.message, (error.cause as Error).message]).toEqual(["Stopped.", "user stop"]);
  });

  it("sends nothing if it is stopped beforehand", async () => {
    server = await startModelServer();
    const route = routeTo(server.url, { provider });
    await failureOf(
      ask(route.provider, requestOf(route.model, [user("hello")]), AbortSignal.abort(new Error("user stop"))),
    );
    expect(server.requests).toEqual([]);
  });
});

it("reports that no server is listening at an address", async () => {
  server = await startModelServer();
  const { url } = server;
  await server.close();
  const route = routeTo(url, { provider: "ollama" });
  expect((await failureOf(readAll(route.provider, requestOf(route.model, [user("hello")])))).failure).toEqual({
    kind: "disconnected",
  });
  server = await startModelServer();
});

it.each<[string, Reply]>([
  ["is cut", { kind: "cut", how: "socket", parts: half }],
  ["is stopped", { kind: "stall", at: "stream", parts: half }],
])("reports the cost so far of a reply that %s", async (_, reply) => {
  const stop = new AbortController();
  server = await startModelServer({ script: () => reply });
  const route = routeTo(server.url, { provider: "anthropic" });
  const asking = failureOf(
    (async () => {
      for await (const event of route.provider.stream(requestOf(route.model, [user("hello")]), stop.signal))
        if (event.type === "delta" && reply.kind === "stall") stop.abort();
    })(),
  );
  expect((await asking).usage).toMatchObject({ input: server.requests[0]?.promptTokens });
});

it("recognizes that damaged thinking must be left out", async () => {
  server = await startModelServer();
  const route = routeTo(server.url, { provider: "anthropic" });
  const forged = {
    role: "assistant" as const,
    id: user("").id,
    origin: route.model,
    parts: [
      {
        type: "thinking" as const,
        text: "edited",
        seal: { kind: "anthropic-signature" as const, signature: "forged" },
      },
      { type: "text" as const, text: "hi" },
    ],
  };
  const messages = [user("a"), forged, user("b")];
  expect((await failureOf(ask(route.provider, requestOf(route.model, messages)))).failure).toEqual({
    kind: "bad-thinking",
  });
  expect((await ask(route.provider, requestOf(route.model, messages, { thinking: "leave-out" }))).stop).toBe("end");
});
