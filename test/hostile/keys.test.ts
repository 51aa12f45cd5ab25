import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { isPrivateWay, keyOrigin, keyOrigins } from "../../src/core/agent/settings/keys";
import { readFlatSettings } from "../../src/core/agent/settings/settings";
import { directFetch } from "../../src/core/base/direct-fetch";
import { createDiscovery } from "../../src/core/providers/discovery/client";
import type { RouteId } from "../../src/core/providers/routes/routes";
import { connectMcp } from "../../src/core/tools/mcp/connection";
import { Secrets } from "../../src/vscode/host/secrets";
import { runHermes } from "../support/hermes";
import { inEnglish } from "../support/say";

const KEY = "sk-planted-key";

/** A server on loopback that records what reaches it. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void, host = "127.0.0.1") {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const canary = () => serve((_, response) => response.end("{}"));

const redirecting = (status: number, target: string) =>
  serve((request, response) => response.writeHead(status, { location: `${target}${request.url}` }).end());

const REDIRECTS = [301, 302, 303, 307, 308];
const PROVIDERS: readonly RouteId[] = ["anthropic", "openai", "openai-responses", "openrouter", "openai-compatible"];

describe("a server that redirects to another", () => {
  it.each(PROVIDERS.flatMap((provider) => REDIRECTS.map((status) => [provider, status] as const)))(
    "gets neither key nor conversation there: %s, %i",
    async (provider, status) => {
      const other = await canary();
      const hermes = await runHermes({
        settings: {
          "hermes.provider": provider,
          "hermes.model": "some-model",
          "hermes.contextLength": 100_000,
          "hermes.baseUrl": (await redirecting(status, other.url)).url,
        },
        host: { keyFor: async () => KEY },
      });
      expect((await hermes.say("hello")).outcome).toBe("failed");
      expect(other.seen).toEqual([]);
    },
  );

  it.each(PROVIDERS)("gets no key there by listing its models: %s", async (provider) => {
    const other = await canary();
    const { url, seen } = await redirecting(302, other.url);
    const discover = createDiscovery();
    expect(await discover({ provider, baseUrl: url, key: KEY }, new AbortController().signal)).toEqual([]);
    expect([seen.length > 0, other.seen]).toEqual([true, []]);
  });

  it.each(REDIRECTS)("gets no header of an MCP server there: %i", async (status) => {
    const other = await canary();
    const { url } = await redirecting(status, other.url);
    const setting = { url, headers: { "x-api-key": KEY } };
    await expect(connectMcp(setting, "1", new AbortController().signal)).rejects.toThrow();
    expect(other.seen).toEqual([]);
  });

  it("is named in the row that says so", async () => {
    const other = await canary();
    const hermes = await runHermes({ settings: { "hermes.baseUrl": (await redirecting(307, other.url)).url } });
    await hermes.say("hello");
    expect(JSON.stringify(inEnglish(hermes.events))).toContain(`redirected the request to ${other.url}`);
  });
});

describe("a fetch that stays with its server", () => {
  const post = { method: "POST", body: "text", headers: { "x-api-key": KEY } };

  it("follows a move within it, with method and body", async () => {
    const { url, seen } = await serve((request, response) =>
      request.url === "/a" ? response.writeHead(308, { location: "/b" }).end() : response.end("moved"),
    );
    expect(await (await directFetch(fetch)(`${url}/a`, post)).text()).toBe("moved");
    expect(seen.map((line) => line.split(" ", 2).join(" "))).toEqual(["POST /a", "POST /b"]);
  });

  it.each([
    ["a circle", "/a", 4],
    ["an address that is none", "http://[", 1],
    ["a scheme of its own", "file:///etc/passwd", 1],
  ])("refuses %s", async (_, location, requests) => {
    const { url, seen } = await serve((__, response) => response.writeHead(307, { location }).end());
    expect((await directFetch(fetch)(`${url}/a`, post)).status).toBe(421);
    expect(seen).toHaveLength(requests);
  });

  it("refuses to turn a request with a body into one without", async () => {
    const { url, seen } = await serve((_, response) => response.writeHead(302, { location: "/b" }).end());
    expect((await directFetch(fetch)(`${url}/a`, post)).status).toBe(421);
    expect(seen).toHaveLength(1);
  });

  it("refuses any redirect of a request it cannot repeat", async () => {
    const { url } = await serve((_, response) => response.writeHead(307, { location: "/b" }).end());
    expect((await directFetch(fetch)(new Request(`${url}/a`, post))).status).toBe(421);
  });
});

describe("a key", () => {
  it.each<[origin: string, isPrivate: boolean]>([
    ["https://api.example", true],
    ["http://localhost:8000", true],
    ["http://127.0.0.1:8000", true],
    ["http://127.1:8000", true],
    ["http://[::1]:8000", true],
    ["http://api.example", false],
    ["http://127.0.0.1.evil.example", false],
    ["http://localhost.evil.example", false],
    ["http://192.168.0.7:8000", false],
    ["http://0.0.0.0:8000", false],
    ["http://[::ffff:10.0.0.1]:8000", false],
    ["ftp://api.example", false],
  ])("may travel to %s: %j", (origin, isPrivate) => {
    expect(isPrivateWay(new URL(origin).href)).toBe(isPrivate);
  });

  it("is not sent over plain http to a server that is not on this machine, which is said", async () => {
    const server = await serve((_, response) => response.writeHead(401).end(), "0.0.0.0");
    const hermes = await runHermes({
      settings: { "hermes.baseUrl": server.url.replace("127.0.0.1", "0.0.0.0") },
      host: { keyFor: async () => KEY },
    });
    await hermes.say("hello");
    expect(server.seen.length).toBeGreaterThan(0);
    expect(server.seen.join("\n")).not.toContain(KEY);
    expect(inEnglish((await hermes.route()).note)).toContain("because the connection is not encrypted");
  });

  it.each(PROVIDERS)("of one server is not sent to another: %s", async (provider) => {
    const kept = new Map<string, string>();
    const secrets = new Secrets({
      get: async (name) => kept.get(name),
      store: async (name, value) => void kept.set(name, value),
      delete: async (name) => void kept.delete(name),
    });
    const [own, other] = [await canary(), await canary()];
    const hermes = await runHermes({
      settings: { "hermes.provider": provider, "hermes.baseUrl": own.url, "hermes.model": "m" },
      host: { keyFor: (owner, origin) => secrets.keyFor(owner, origin) },
    });
    const owner = provider === "openai-responses" ? "openai" : provider;
    if (owner === "ollama" || owner === "lmstudio") return expect.unreachable();
    await secrets.set(owner, own.url, KEY);
    await hermes.say("hello");
    expect(own.seen.join("\n")).toContain(KEY);
    hermes.set({ "hermes.baseUrl": other.url });
    await hermes.agent.changeRoute();
    await hermes.say("hello");
    expect(other.seen.length).toBeGreaterThan(0);
    expect(other.seen.join("\n")).not.toContain(KEY);
  });

  it("is entered for a server of the settings, or the provider's own", () => {
    const { settings } = readFlatSettings({
      "hermes.provider": "openai",
      "hermes.baseUrl": "https://Gateway.example/v1",
      "hermes.auxiliary.compression.provider": "anthropic",
      "hermes.auxiliary.compression.baseUrl": "https://claude.example:8443",
    });
    expect(keyOrigins("openai", settings)).toEqual(["https://gateway.example", "https://api.openai.com"]);
    expect(keyOrigins("anthropic", settings)).toEqual(["https://claude.example:8443", "https://api.anthropic.com"]);
    expect(keyOrigins("openrouter", settings)).toEqual(["https://openrouter.ai"]);
  });

  it.each([
    ["https://user:pass@api.example/v1", "https://api.example"],
    ["HTTPS://API.EXAMPLE", "https://api.example"],
    ["https://api.example:443/x", "https://api.example"],
    ["https://аpi.example", "https://xn--pi-6kc.example"],
    ["not an address", undefined],
  ])("is bound to the address as the network reads it: %j", (baseUrl, origin) => {
    expect(keyOrigin("openai", baseUrl)).toBe(origin);
  });
});
