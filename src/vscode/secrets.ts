import type { SecretStorage } from "vscode";

type Storage = Pick<SecretStorage, "get" | "store" | "delete">;

/** Who has a key, and the variable of the environment that may hold it instead. */
export const KEY_VARIABLES = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  openrouter: "OPENROUTER_API_KEY",
  "openai-codex": "OPENAI_CODEX_TOKEN",
  "openai-compatible": "OPENAI_API_KEY",
} as const;

export type KeyOwner = keyof typeof KEY_VARIABLES;

/** Keys of providers: the system's secret store first, the environment second, settings never. */
export class Secrets {
  private readonly storage: Storage;

  constructor(storage: Storage) {
    this.storage = storage;
  }

  async keyFor(provider: string): Promise<string | undefined> {
    const owner = provider === "openai-responses" ? "openai" : provider;
    if (!isKeyOwner(owner)) return undefined;
    return (await this.storage.get(secretName(owner))) || process.env[KEY_VARIABLES[owner]]?.trim() || undefined;
  }

  /** An empty key forgets the stored one. */
  async set(owner: KeyOwner, key: string): Promise<void> {
    if (key === "") await this.storage.delete(secretName(owner));
    else await this.storage.store(secretName(owner), key);
  }
}

export const isKeyOwner = (id: string): id is KeyOwner => Object.hasOwn(KEY_VARIABLES, id);

const secretName = (owner: KeyOwner) => `hermes.apiKey.${owner}`;
