import { afterEach, describe, expect, it } from "vitest";
import { listModels, readServedWindow } from "../../src/core/providers/discovery/client";
import type { RouteId } from "../../src/core/providers/routes";
import { describeRoute } from "../../src/core/providers/routes";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { neverStopped } from "../support/requests";

let server: ModelServer;
afterEach(() => server.close());

const served = (provider: RouteId, model: string) => describeRoute({ provider, model, key: "", baseUrl: server.url });

describe("discovery", () => {
  it.each<RouteId>(["openai-compatible", "openrouter", "ollama", "lmstudio"])("lists the models of %s", async (provider) => {
    server = await startModelServer({ models: [{ id: "a", windowTokens: 32_768 }, { id: "b" }] });
    expect(await listModels(served(provider, "a"), "", neverStopped)).toEqual([{ id: "a", windowTokens: 32_768 }, { id: "b" }]);
  });

  it.each<RouteId>(["openai-compatible", "openrouter", "ollama", "lmstudio"])("reads the window %s serves, not what the weights could do", async (provider) => {
    server = await startModelServer({ models: [{ id: "a", windowTokens: 16_384 }] });
    expect(await readServedWindow(served(provider, "a"), "", neverStopped)).toBe(16_384);
  });

  it("knows nothing of a model the server does not have", async () => {
    server = await startModelServer({ models: [] });
    expect(await readServedWindow(served("ollama", "gone"), "", neverStopped)).toBeUndefined();
  });

  it("finds nothing where nobody listens", async () => {
    server = await startModelServer();
    const gone = served("ollama", "a");
    await server.close();
    expect([await listModels(gone, "", neverStopped), await readServedWindow(gone, "", neverStopped)]).toEqual([[], undefined]);
    server = await startModelServer();
  });

  it("stops when told to", async () => {
    server = await startModelServer();
    await expect(listModels(served("ollama", "a"), "", AbortSignal.abort(new Error("user stop")))).rejects.toThrow("user stop");
  });
});
