import { describeRoute } from "../../providers/routes/routes";
import type { HermesSettings } from "./settings";

/** Providers that need a key, and the environment variable that may hold it. Keys are never stored in settings. */
export const KEY_VARIABLES = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  openrouter: "OPENROUTER_API_KEY",
  "openai-codex": "OPENAI_CODEX_TOKEN",
  "openai-compatible": "OPENAI_API_KEY",
} as const;

export type KeyOwner = keyof typeof KEY_VARIABLES;

export const isKeyOwner = (id: string): id is KeyOwner => Object.hasOwn(KEY_VARIABLES, id);

/** Both protocols of OpenAI use one key. Undefined for a provider without a key. */
export function keyOwnerOf(provider: string): KeyOwner | undefined {
  const owner = provider === "openai-responses" ? "openai" : provider;
  return isKeyOwner(owner) ? owner : undefined;
}

/** Only the user's own settings and the caller of the headless host name servers, so these keys go where they say. */
export function keyFromEnvironment(
  provider: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const owner = keyOwnerOf(provider);
  return (owner && env[KEY_VARIABLES[owner]]?.trim()) || undefined;
}

/**
 * The server that a key is bound to, as scheme, host and port: an empty base URL means the provider's own. Undefined
 * for a text that is no address.
 */
export function keyOrigin(provider: KeyOwner, baseUrl: string): string | undefined {
  const address = describeRoute({ provider, baseUrl, model: "", key: "" }).baseUrl;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** The servers a provider's key may be entered for: those of the settings first, then the provider's own. */
export function keyOrigins(owner: KeyOwner, { provider, baseUrl, auxiliary }: HermesSettings): readonly string[] {
  const { compression } = auxiliary;
  const summaries =
    compression.provider === "auto" ? { provider, baseUrl: compression.baseUrl || baseUrl } : compression;
  const used = [{ provider, baseUrl }, summaries].filter(
    (route) => keyOwnerOf(route.provider) === owner || (route.provider === "auto" && route.baseUrl !== ""),
  );
  const origins = [...used.map((route) => keyOrigin(owner, route.baseUrl)), keyOrigin(owner, "")];
  return [...new Set(origins.filter((origin) => origin !== undefined))];
}

/** Everyone on the way reads a key that is sent over plain `http`, except on this machine. */
export function isPrivateWay(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}

/** As the URL parser writes them, which turns `127.1` and `0x7f000001` into `127.0.0.1`. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
