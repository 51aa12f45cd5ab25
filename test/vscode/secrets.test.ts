import { afterEach, describe, expect, it, vi } from "vitest";
import type { SecretStorage } from "vscode";
import { Secrets } from "../../src/vscode/secrets";

/** A secret store that keeps its secrets in memory. */
function memoryStorage(): Pick<SecretStorage, "get" | "store" | "delete"> {
  const kept = new Map<string, string>();
  return {
    get: (name) => Promise.resolve(kept.get(name)),
    store: (name, value) => Promise.resolve(void kept.set(name, value)),
    delete: (name) => Promise.resolve(void kept.delete(name)),
  };
}

afterEach(() => vi.unstubAllEnvs());

describe("keys", () => {
  it("come from the secret store before the environment", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "from-environment");
    const secrets = new Secrets(memoryStorage());
    expect(await secrets.keyFor("anthropic")).toBe("from-environment");
    await secrets.set("anthropic", "from-store");
    expect(await secrets.keyFor("anthropic")).toBe("from-store");
  });

  it("are forgotten when an empty one is set", async () => {
    vi.stubEnv("OPENROUTER_API_KEY", "");
    const secrets = new Secrets(memoryStorage());
    await secrets.set("openrouter", "key");
    await secrets.set("openrouter", "");
    expect(await secrets.keyFor("openrouter")).toBeUndefined();
  });

  it("are the same for both ways to talk to OpenAI", async () => {
    const secrets = new Secrets(memoryStorage());
    await secrets.set("openai", "key");
    expect(await secrets.keyFor("openai-responses")).toBe("key");
  });

  it("do not exist for providers without one", async () => {
    expect(await new Secrets(memoryStorage()).keyFor("ollama")).toBeUndefined();
  });
});
