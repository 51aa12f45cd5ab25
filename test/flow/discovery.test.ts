import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { checkKey, createDiscovery } from "../../src/core/providers/discovery/client";
import type { RouteId } from "../../src/core/providers/routes/routes";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { neverStopped } from "../support/requests";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const discover = (provider: RouteId, signal = neverStopped) =>
  createDiscovery()({ provider, baseUrl: server?.url ?? "", key: "" }, signal);

describe("discovery", () => {
  it.each<RouteId>(["anthropic", "openai-compatible", "openrouter", "ollama"])(
    "lists the models of %s with the windows it serves",
    async (provider) => {
      server = await startModelServer({ models: [{ id: "a", windowTokens: 16_384 }, { id: "b" }] });
      expect(await discover(provider)).toEqual([{ name: "a", windowTokens: 16_384 }, { name: "b" }]);
    },
  );

  it("prefers the window LM Studio has loaded to the model's maximum", async () => {
    server = await startModelServer({ models: [{ id: "a", windowTokens: 8_192 }, { id: "b" }] });
    expect(await discover("lmstudio")).toEqual([
      { name: "a", windowTokens: 8_192 },
      { name: "b", windowTokens: 131_072 },
    ]);
  });

  it("finds nothing if no server is listening", async () => {
    server = await startModelServer();
    const found = server.close().then(() => Promise.all([discover("ollama"), discover("openai-compatible")]));
    expect(await found).toEqual([[], []]);
    server = await startModelServer();
  });

  it("stops when aborted", async () => {
    server = await startModelServer();
    await expect(discover("ollama", AbortSignal.abort(new Error("user stop")))).rejects.toThrow("user stop");
  });
});

describe("a key", () => {
  const check = async (status: number, provider: RouteId = "openai", signal = neverStopped) => {
    const asked: string[] = [];
    const http = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? `x-api-key ${request.headers["x-api-key"]}`}`);
      response.writeHead(status).end("{}");
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void http.close());
    const { port } = http.address() as AddressInfo;
    const result = await checkKey({ provider, baseUrl: `http://127.0.0.1:${port}`, key: "k-1" }, signal);
    return [result, ...asked];
  };

  it.each([
    [200, "accepted"],
    [401, "refused"],
    [403, "refused"],
    [404, "unchecked"],
    [500, "unchecked"],
  ])("that the server answers with %d is %s", async (status, result) => {
    expect((await check(status))[0]).toBe(result);
  });

  it.each<[RouteId, string]>([
    ["anthropic", "/v1/models x-api-key k-1"],
    ["openai", "/v1/models Bearer k-1"],
    ["openai-responses", "/v1/models Bearer k-1"],
    ["openrouter", "/key Bearer k-1"],
  ])("of %s is shown where it costs nothing", async (provider, request) => {
    expect((await check(200, provider))[1]).toMatch(new RegExp(`${request.replaceAll("/", "\\/")}$`));
  });

  it("is not judged where nobody answers, and the check stops when told to", async () => {
    const nowhere = { provider: "openai", baseUrl: "http://127.0.0.1:9", key: "k" } as const;
    expect(await checkKey(nowhere, neverStopped)).toBe("unchecked");
    await expect(checkKey(nowhere, AbortSignal.abort(new Error("closed")))).rejects.toThrow("closed");
  });
});
