import { afterEach, describe, expect, it } from "vitest";
import { createDiscovery } from "../../src/core/providers/discovery/client";
import type { RouteId } from "../../src/core/providers/routes/routes";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { neverStopped } from "../support/requests";

let server: ModelServer;
afterEach(() => server.close());

const discover = (provider: RouteId, signal = neverStopped) =>
  createDiscovery()({ provider, baseUrl: server.url, key: "" }, signal);

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
