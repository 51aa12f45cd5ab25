import { afterEach, describe, expect, it, vi } from "vitest";
import type { SecretStorage } from "vscode";
import { Secrets } from "../../../src/vscode/host/secrets";

/** A secret store that keeps its secrets in memory. */
function memoryStorage(): Pick<SecretStorage, "get" | "store" | "delete"> {
  const kept = new Map<string, string>();
  return {
    get: (name) => Promise.resolve(kept.get(name)),
    store: (name, value) => Promise.resolve(void kept.set(name, value)),
    delete: (name) => Promise.resolve(void kept.delete(name)),
  };
}

const ANTHROPIC = "https://api.anthropic.com";
const OPENROUTER = "https://openrouter.ai";
const OPENAI = "https://api.openai.com";

afterEach(() => vi.unstubAllEnvs());

describe("keys", () => {
  it("come from the secret store before the environment", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "from-environment");
    const secrets = new Secrets(memoryStorage());
    expect(await secrets.keyFor("anthropic", ANTHROPIC)).toBe("from-environment");
    await secrets.set("anthropic", ANTHROPIC, "from-store");
    expect(await secrets.keyFor("anthropic", ANTHROPIC)).toBe("from-store");
  });

  it("are forgotten when an empty one is set", async () => {
    vi.stubEnv("OPENROUTER_API_KEY", "");
    const secrets = new Secrets(memoryStorage());
    await secrets.set("openrouter", OPENROUTER, "key");
    await secrets.set("openrouter", OPENROUTER, "");
    expect(await secrets.keyFor("openrouter", OPENROUTER)).toBeUndefined();
  });

  it("are the same for both ways to talk to OpenAI", async () => {
    const secrets = new Secrets(memoryStorage());
    await secrets.set("openai", OPENAI, "key");
    expect(await secrets.keyFor("openai-responses", OPENAI)).toBe("key");
  });

  it("belong to the server they were entered for", async () => {
    vi.stubEnv("OPENAI_API_KEY", "");
    const secrets = new Secrets(memoryStorage());
    await secrets.set("openai", OPENAI, "vendor");
    await secrets.set("openai", "https://gateway.example", "gateway");
    const keys = [OPENAI, "https://gateway.example", "https://gateway.example:8443", "http://gateway.example"];
    expect(await Promise.all(keys.map((origin) => secrets.keyFor("openai", origin)))).toEqual([
      "vendor",
      "gateway",
      undefined,
      undefined,
    ]);
    await secrets.set("openai", "https://gateway.example", "");
    expect(await secrets.keyFor("openai", OPENAI)).toBe("vendor");
  });

  it("do not exist for providers without one", async () => {
    expect(await new Secrets(memoryStorage()).keyFor("ollama", "http://127.0.0.1:11434")).toBeUndefined();
  });
});
