import type { Message } from "../conversation/message";
import { findInCatalog } from "../models/catalog";
import type { Model } from "../models/model";
import { routeKey } from "../models/model";
import type { ModelRegistry, Served } from "../models/registry";
import type { ListedModel } from "../providers/discovery/listing";
import { ProviderError } from "../providers/provider";
import type { Provider } from "../providers/provider";
import { createRehearsal, rehearsalModel } from "../providers/rehearsal/rehearsal";
import { openRoute } from "../providers/routes";
import type { RouteChoice, RouteId } from "../providers/routes";
import type { Host } from "./host";
import type { HermesSettings } from "./settings";
import type { Route } from "./world";

/** Providers that answer only to a key, in the order `auto` looks for one. */
const KEYED: readonly RouteId[] = ["anthropic", "openai-responses", "openrouter"];
const LOCAL: readonly RouteId[] = ["ollama", "lmstudio"];

export interface Routing {
  /** The main model, as the settings stand now. */
  main(): Promise<Route>;
  /** The model that writes summaries, where one is configured beside the main one. */
  summary(): Promise<Route | undefined>;
  /** A provider stated its window, or refused without stating one. */
  learn(route: Route, limitTokens: number | undefined): number | undefined;
  /** Gives up what was learnt about windows. */
  forget(): void;
}

export interface RoutingParts {
  readonly host: Host;
  readonly registry: ModelRegistry;
  countTokens(message: Message): number;
  /** Models a route offers now, with the windows it serves; empty where it does not say. */
  discover(route: Pick<RouteChoice, "provider" | "baseUrl" | "key">): Promise<readonly ListedModel[]>;
}

interface Wish {
  readonly provider: HermesSettings["provider"];
  readonly model: string;
  readonly baseUrl: string;
  readonly contextLength: number | null;
}

export function createRouting(parts: RoutingParts): Routing {
  const rehearsal = createRehearsal({
    ...parts.host,
    now: () => parts.host.now(),
    newId: () => parts.host.newId(),
    wait: (ms, signal) => parts.host.wait(ms, signal),
    countTokens: parts.countTokens,
  });
  const served = new Map<string, Served>();
  const cache = new Map<string, Route>();

  const openNow = async (wish: Wish): Promise<Route> => {
    const { provider } = wish;
    if (provider === "rehearsal") return rehearsalRoute(rehearsal, wish);
    if (provider === "vscode-lm")
      return (
        (await openFromHost(wish)) ??
        refusing(wish, "VS Code offers no language model here. Sign in to one, or choose another provider")
      );
    if (provider === "auto") return openAuto(wish);
    return openKeyed(provider, wish);
  };

  const openKeyed = async (provider: RouteId, wish: Wish): Promise<Route> => {
    const key = (await parts.host.keyFor(provider)) ?? "";
    if (key === "" && needsKey(provider, wish.baseUrl)) return refusing(wish, `No API key is set for ${provider}`);
    const listed = isWorthAsking(provider, wish)
      ? await findListed({ provider, baseUrl: wish.baseUrl, key }, wish.model)
      : undefined;
    const choice = choiceOf(
      parts.host.settings(),
      { ...wish, model: wish.model === "" ? (listed?.name ?? "") : wish.model },
      { provider, key },
    );
    const known = cache.get(JSON.stringify(choice));
    const opened = openRoute(
      {
        ...choice,
        hints: {
          ...choice.hints,
          ...(listed?.windowTokens !== undefined && { servedWindowTokens: listed.windowTokens }),
        },
      },
      parts.registry,
    );
    served.set(routeKey(opened.model), opened.served);
    const route: Route = { provider: known?.provider ?? opened.provider, model: opened.model };
    cache.set(JSON.stringify(choice), route);
    return route;
  };

  const findListed = async (
    route: Pick<RouteChoice, "provider" | "baseUrl" | "key">,
    model: string,
  ): Promise<ListedModel | undefined> => {
    const models = await parts.discover(route);
    return model === "" ? models[0] : models.find(({ name }) => name === model);
  };

  const openFromHost = async (wish: Wish): Promise<Route | undefined> => {
    const route = await parts.host.hostRoute?.(wish.model);
    return route && { ...route, model: sized(route.model, wish) };
  };

  const openAuto = async (wish: Wish): Promise<Route> => {
    for (const provider of KEYED) if (await parts.host.keyFor(provider)) return openKeyed(provider, wish);
    const fromHost = await openFromHost(wish);
    if (fromHost) return fromHost;
    for (const provider of LOCAL)
      if ((await parts.discover({ provider, baseUrl: "", key: "" })).length > 0) return openKeyed(provider, wish);
    return {
      ...rehearsalRoute(rehearsal, wish),
      note: "No API key is set and no local model answers, so the built-in rehearsal model works offline. Add a key to use a real one.",
    };
  };

  return {
    main: () => openNow(parts.host.settings()),
    async summary() {
      const wish = summaryWish(parts.host.settings());
      return wish && openNow(wish);
    },
    learn(route, limitTokens) {
      const where = served.get(routeKey(route.model));
      if (where === undefined) return limitTokens;
      if (limitTokens === undefined)
        return route.model.windowOrigin === "guessed"
          ? parts.registry.stepDown(where, route.model.windowTokens)
          : undefined;
      parts.registry.learn(where, limitTokens);
      return limitTokens;
    },
    forget: () => parts.registry.forget(),
  };
}

/** A model named without a provider is asked for where the main one is. */
function summaryWish({ provider, baseUrl, auxiliary: { compression: wish } }: HermesSettings): Wish | undefined {
  if (wish.provider !== "auto") return wish;
  return wish.model === "" ? undefined : { ...wish, provider, baseUrl: wish.baseUrl === "" ? baseUrl : wish.baseUrl };
}

const rehearsalRoute = (provider: Provider, wish: Wish): Route => ({ provider, model: sized(rehearsalModel, wish) });

const sized = (model: Model, wish: Wish): Model =>
  wish.contextLength === null ? model : { ...model, windowTokens: wish.contextLength, windowOrigin: "setting" };

/**
 * A local server knows best which models it has and how large they run; a router or gateway is asked about a model the
 * catalog does not know. Nobody is asked for what the settings already say.
 */
function isWorthAsking(provider: RouteId, wish: Wish): boolean {
  if (wish.model === "") return LOCAL.includes(provider) || provider === "openai-compatible";
  if (wish.contextLength !== null) return false;
  return (
    LOCAL.includes(provider) ||
    ((provider === "openrouter" || provider === "openai-compatible") && findInCatalog(wish.model) === undefined)
  );
}

/** A server on one's own machine or a gateway may do without a key; a vendor does not. */
const needsKey = (provider: RouteId, baseUrl: string): boolean =>
  !LOCAL.includes(provider) && provider !== "openai-compatible" && baseUrl === "";

function choiceOf(
  settings: HermesSettings,
  wish: Wish,
  found: { readonly provider: RouteId; readonly key: string },
): RouteChoice {
  return {
    ...found,
    model: wish.model,
    baseUrl: wish.baseUrl,
    markOnCompatible: settings.promptCaching.onCompatibleRoutes ? "on" : "off",
    hints: { ...(wish.contextLength !== null && { contextLength: wish.contextLength }) },
  };
}

/** Opens anyway and refuses the first request, so that the chat can be read and the row can offer the way out. */
function refusing(wish: Wish, reason: string): Route {
  return {
    model: {
      ...rehearsalModel,
      provider: wish.provider,
      model: wish.model === "" ? wish.provider : wish.model,
      label: wish.model === "" ? wish.provider : wish.model,
    },
    provider: {
      async *stream() {
        throw new ProviderError(reason, { kind: "unauthorized" });
      },
    },
    note: `${reason}.`,
  };
}
