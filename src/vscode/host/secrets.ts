import type { SecretStorage } from "vscode";
import type { KeyOwner } from "../../core/host";
import { keyFromEnvironment, keyOrigin, keyOwnerOf } from "../../core/host";

type Storage = Pick<SecretStorage, "get" | "store" | "delete">;

/** Keys of providers: the system's secret store first, the environment second, settings never. */
export class Secrets {
  private readonly storage: Storage;

  constructor(storage: Storage) {
    this.storage = storage;
  }

  async keyFor(provider: string, origin: string): Promise<string | undefined> {
    const owner = keyOwnerOf(provider);
    if (owner === undefined) return undefined;
    return (await this.storage.get(secretName(owner, origin))) || keyFromEnvironment(owner, process.env);
  }

  /** The key is for this server alone. An empty key deletes the stored one. */
  async set(owner: KeyOwner, origin: string, key: string): Promise<void> {
    if (key === "") await this.storage.delete(secretName(owner, origin));
    else await this.storage.store(secretName(owner, origin), key);
  }
}

/** The provider's own server is the only one whose name is left out. */
const secretName = (owner: KeyOwner, origin: string) =>
  `hermes.apiKey.${owner}${origin === keyOrigin(owner, "") ? "" : `@${origin}`}`;
