import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { readBounded } from "../../src/core/base/bounded-body";
import { createKeyFilter } from "../../src/core/providers/wire/key-filter";
import { watchedFetch } from "../../src/core/providers/wire/watched-fetch";

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
