import { readBounded } from "../../base/bounded-body";
import { directFetch } from "../../base/direct-fetch";
import { parseJson } from "../../base/json";
import type { RouteChoice, RouteId } from "../routes/routes";
import { describeRoute } from "../routes/routes";
import type { ListedModel } from "./listing";
import { readListing, readLoaded, readShown } from "./listing";

/** A server on the same machine answers at once or is not there; a slow one must not hold up the start. */
const DISCOVERY_MS = 2_500;
/** Ollama tells the window of each model apart; more than these nobody chooses from at once. */
const SHOWN_MODELS = 24;

export type DiscoverModels = (
  route: Pick<RouteChoice, "provider" | "baseUrl" | "key">,
  signal: AbortSignal,
) => Promise<readonly ListedModel[]>;

/**
 * Models a route offers, with the windows it serves; empty where it does not say. What a remote route said is kept,
 * because its list is long and stable; a local server is asked each time, because models come and go in it.
 */
export function createDiscovery(): DiscoverModels {
  const kept = new Map<string, readonly ListedModel[]>();
  return async (route, signal) => {
    const served = describeRoute({ ...route, model: "" });
    const known = kept.get(served.baseUrl);
    if (known !== undefined) return known;
    const listed = await LISTERS[route.provider](served.baseUrl, route.key, signal);
    if (listed.length > 0 && !isLocal(route.provider)) kept.set(served.baseUrl, listed);
    return listed;
  };
}

/** "unchecked": the server could not be reached, or has no address that tells. */
export type KeyCheck = "accepted" | "refused" | "unchecked";

/** Asks the server of a route whether it knows a key, with a request that costs nothing. */
export async function checkKey(
  route: Pick<RouteChoice, "provider" | "baseUrl" | "key">,
  signal: AbortSignal,
): Promise<KeyCheck> {
  const { provider, key } = route;
  const served = describeRoute({ ...route, model: "" });
  const path = provider === "anthropic" ? "/v1/models" : provider === "openrouter" ? "/key" : "/models";
  const headers: Record<string, string> =
    provider === "anthropic"
      ? { "x-api-key": key, "anthropic-version": "2023-06-01" }
      : { authorization: `Bearer ${key}` };
  try {
    const response = await directFetch(fetch)(`${served.baseUrl}${path}`, {
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(KEY_CHECK_MS)]),
    });
    await response.body?.cancel();
    if (response.ok) return "accepted";
    return response.status === 401 || response.status === 403 ? "refused" : "unchecked";
  } catch {
    if (signal.aborted) throw signal.reason;
    return "unchecked";
  }
}

/** A person waits for this one; a vendor's server may be far away. */
const KEY_CHECK_MS = 8_000;

type Lister = (baseUrl: string, key: string, signal: AbortSignal) => Promise<readonly ListedModel[]>;

const listOpenAi: Lister = async (baseUrl, key, signal) =>
  readListing(
    await getJson(`${baseUrl}/models`, { headers: key === "" ? {} : { authorization: `Bearer ${key}` } }, signal),
  );

const listAnthropic: Lister = async (baseUrl, key, signal) =>
  readListing(
    await getJson(`${baseUrl}/v1/models`, { headers: { "x-api-key": key, "anthropic-version": "2023-06-01" } }, signal),
  );

const listLmStudio: Lister = async (baseUrl, _, signal) =>
  readListing(await getJson(`${rootOf(baseUrl)}/api/v0/models`, {}, signal));

/** What a loaded model runs with is the truth; else its model file says what it would run with. */
const listOllama: Lister = async (baseUrl, _, signal) => {
  const root = rootOf(baseUrl);
  const [tags, running] = await Promise.all([
    getJson(`${root}/api/tags`, {}, signal),
    getJson(`${root}/api/ps`, {}, signal),
  ]);
  return Promise.all(
    readListing(tags)
      .slice(0, SHOWN_MODELS)
      .map(async ({ name }) => {
        const show = () =>
          getJson(`${root}/api/show`, { method: "POST", body: JSON.stringify({ model: name }) }, signal);
        const windowTokens = readLoaded(running, name) ?? readShown(await show());
        return windowTokens === undefined ? { name } : { name, windowTokens };
      }),
  );
};

const LISTERS: Readonly<Record<RouteId, Lister>> = {
  anthropic: listAnthropic,
  openai: listOpenAi,
  "openai-responses": listOpenAi,
  openrouter: listOpenAi,
  "openai-codex": listOpenAi,
  "openai-compatible": listOpenAi,
  ollama: listOllama,
  lmstudio: listLmStudio,
};

const isLocal = (provider: RouteId): boolean => provider === "ollama" || provider === "lmstudio";
const rootOf = (baseUrl: string): string => baseUrl.replace(/\/v1$/, "");

/** The longest list of a gateway has two megabytes. */
const MAX_LISTING_BYTES = 8 * 1024 * 1024;

/** Silence is an answer here: whoever does not reply in time or in JSON has nothing to list. */
async function getJson(url: string, init: RequestInit, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await directFetch(fetch)(url, {
      ...init,
      signal: AbortSignal.any([signal, AbortSignal.timeout(DISCOVERY_MS)]),
    });
    const text = response.ok ? await readBounded(response.body, MAX_LISTING_BYTES) : undefined;
    return text === undefined ? undefined : parseJson(text);
  } catch {
    if (signal.aborted) throw signal.reason;
    return undefined;
  }
}
