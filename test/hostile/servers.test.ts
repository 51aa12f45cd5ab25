import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { readBounded } from "../../src/core/base/bounded-body";
import { verbatim } from "../../src/core/base/sentence";
import type { ModelEvent, Provider } from "../../src/core/providers/provider";
import { ProviderError } from "../../src/core/providers/provider";
import { createKeyFilter } from "../../src/core/providers/wire/key-filter";
import { withKeylessReplies } from "../../src/core/providers/wire/keyless-replies";
import { watchedFetch } from "../../src/core/providers/wire/watched-fetch";
import { user } from "../support/conversation";
import { readAll, requestOf, routeTo } from "../support/requests";

const MB = 1024 * 1024;
const KEY = "sk-live-0123456789abcdef";

async function answerOf(answer: (response: ServerResponse) => void): Promise<Response> {
  const server = createServer((_, response) => {
    response.on("error", () => undefined);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return watchedFetch(fetch, { openMs: 20_000, silentMs: 20_000 }, KEY)(`http://127.0.0.1:${port}/`);
}

/** Sends a chunk whenever there is room, for as long as somebody reads. */
function sendForever(response: ServerResponse, chunk: string): void {
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", send);
  send();
}

describe("a model server", () => {
  it.each([
    ["a line without end", (response: ServerResponse) => sendForever(response, "x".repeat(64 * 1024))],
    ["an event without end", (response: ServerResponse) => sendForever(response, `data: ${"x".repeat(1_000)}\n`)],
    ["keep-alives without end", (response: ServerResponse) => sendForever(response, ": ping\n\n".repeat(8_000))],
    [
      "a gzip bomb",
      (response: ServerResponse) => {
        response.setHeader("content-encoding", "gzip");
        response.end(gzipSync("x".repeat(64 * MB)));
      },
    ],
  ])("that sends %s is cut off with a sentence", { timeout: 60_000 }, async (_, answer) => {
    const response = await answerOf(answer);
    await expect(readBounded(response.body, 500 * MB)).rejects.toThrow("The server sent more than a reply can hold");
  });

  it("that refuses with a huge page is heard to a point", async () => {
    const response = await answerOf((reply) => {
      reply.statusCode = 500;
      reply.end(`first words ${"x".repeat(5 * MB)}`);
    });
    const text = (await readBounded(response.body, 500 * MB)) ?? "";
    expect(text.startsWith("first words")).toBe(true);
    expect(text.length).toBeLessThanOrEqual(128 * 1024);
  });

  it.each([200, 401])("that repeats the key with status %i does not get it through", async (status) => {
    const response = await answerOf((reply) => {
      reply.statusCode = status;
      reply.write(`wrong key ${KEY.slice(0, 9)}`);
      setImmediate(() => reply.end(`${KEY.slice(9)}, again ${KEY}.`));
    });
    expect(await response.text()).toBe("wrong key [REDACTED], again [REDACTED].");
  });
});

describe("a key in what a server sends", () => {
  const through = (key: string, chunks: readonly string[]) => {
    const filter = createKeyFilter(key);
    const parts = chunks.map((chunk) => filter.filter(new TextEncoder().encode(chunk)));
    return [...parts, filter.end()].map((part) => new TextDecoder().decode(part)).join("");
  };

  it.each([
    [["a ", KEY, " b"], "a [REDACTED] b"],
    [[KEY + KEY], "[REDACTED][REDACTED]"],
    [[...KEY], "[REDACTED]"],
    [[`sk-${KEY}`], "sk-[REDACTED]"],
    [["sk-live-", "other"], "sk-live-other"],
    [["sk-li", "sk-live-", KEY.slice(8), "!"], "sk-li[REDACTED]!"],
    [["ends with sk-live"], "ends with sk-live"],
    [["plain text"], "plain text"],
  ])("is taken out of %j", (chunks, clean) => {
    expect(through(KEY, chunks)).toBe(clean);
  });

  it("is left where it is only a placeholder", () => {
    expect(through("none", ["none of it"])).toBe("none of it");
  });
});

describe("a key in the events of a reply", () => {
  const provider = (events: readonly ModelEvent[], failure?: Error): Provider => ({
    async *stream() {
      yield* events;
      if (failure !== undefined) throw failure;
    },
  });
  const read = async (from: Provider): Promise<readonly ModelEvent[]> => {
    const events: ModelEvent[] = [];
    for await (const event of withKeylessReplies(from, KEY).stream({} as never, new AbortController().signal))
      events.push(event);
    return events;
  };
  const delta = (text: string, part: "text" | "thinking" | "tool-input" = "text"): ModelEvent => ({
    type: "delta",
    part,
    text,
  });
  const textOf = (events: readonly ModelEvent[]) =>
    events.map((event) => (event.type === "delta" ? event.text : JSON.stringify(event))).join("");

  it.each([
    ["in two pieces", [KEY.slice(0, 9), KEY.slice(9)]],
    ["letter by letter", [...`the key is ${KEY}, see`]],
    ["twice", [KEY + KEY.slice(0, 4), KEY.slice(4)]],
    ["behind a false start", ["sk-live-", `sk-live-${KEY.slice(8)}`]],
  ])("is taken out %s", async (_, pieces) => {
    for (const part of ["text", "thinking", "tool-input"] as const) {
      const text = textOf(await read(provider(pieces.map((piece) => delta(piece, part)))));
      expect(text).toBe(pieces.join("").replaceAll(KEY, "[REDACTED]"));
    }
  });

  it("is taken out of finished parts, the message and an error", async () => {
    const part = { type: "text", text: `a ${KEY}` } as const;
    const done = { type: "done", message: { role: "assistant", content: [part] }, stop: "end" } as never;
    expect(textOf(await read(provider([{ type: "part", part }, done])))).not.toContain(KEY);
    const error = new ProviderError(verbatim(`bad key ${KEY}`), { kind: "unauthorized" });
    await expect(read(provider([], error))).rejects.toMatchObject({
      message: "bad key [REDACTED]",
      failure: { kind: "unauthorized" },
    });
  });

  it("leaves every other text as it came", async () => {
    const events = [delta("sk-li"), delta("terate", "thinking"), delta("sk-live"), delta(" ends")];
    expect(textOf(await read(provider(events)))).toBe("sk-literatesk-live ends");
  });

  it("does not get through a real server that escapes it and cuts it up", async () => {
    const escaped = [...KEY].map((char) => `\\u00${char.charCodeAt(0).toString(16)}`);
    const chunk = (text: string) => `data: {"choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`;
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/event-stream");
      for (let at = 0; at < escaped.length; at += 5) response.write(chunk(escaped.slice(at, at + 5).join("")));
      response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const route = routeTo(url, { provider: "openai-compatible", model: "m", key: KEY });
    const events = await readAll(route.provider, requestOf(route.model, [user("hello")]));
    expect(textOf(events)).toContain("[REDACTED]");
    expect(textOf(events)).not.toContain(KEY);
  });
});
