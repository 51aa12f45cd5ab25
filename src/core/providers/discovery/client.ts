import type { Served } from "../../models/registry";
import type { ListedModel } from "./listing";
import { readListing, readLoaded, readShown } from "./listing";

/** A server on the same machine answers at once or is not there; a slow one must not hold up the start. */
const DISCOVERY_MS = 2_500;

/** Models a route offers; empty where it does not say. */
export async function listModels(served: Pick<Served, "baseUrl" | "protocol">, key: string, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const root = served.protocol === "anthropic-messages" ? `${served.baseUrl}/v1` : served.baseUrl;
  const headers: Record<string, string> = served.protocol === "anthropic-messages"
    ? { "x-api-key": key, "anthropic-version": "2023-06-01" }
    : key === "" ? {} : { authorization: `Bearer ${key}` };
  return readListing(await getJson(`${root}/models`, { headers }, signal));
}

/** The window a server says it serves for this model; undefined where it does not say. */
export async function readServedWindow(served: Served, key: string, signal: AbortSignal): Promise<number | undefined> {
  const root = served.baseUrl.replace(/\/v1$/, "");
  if (served.provider === "ollama") {
    return readLoaded(await getJson(`${root}/api/ps`, {}, signal), served.model)
      ?? readShown(await getJson(`${root}/api/show`, { method: "POST", body: JSON.stringify({ model: served.model }) }, signal));
  }
  const listed = served.provider === "lmstudio" ? readListing(await getJson(`${root}/api/v0/models`, {}, signal)) : await listModels(served, key, signal);
  return listed.find(({ id }) => id === served.model)?.windowTokens;
}

/** Silence is an answer here: whoever does not reply in time or in JSON has nothing to list. */
async function getJson(url: string, init: RequestInit, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(DISCOVERY_MS)]) });
    return response.ok ? ((await response.json()) as unknown) : undefined;
  } catch {
    if (signal.aborted) throw signal.reason;
    return undefined;
  }
}
