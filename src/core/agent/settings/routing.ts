import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { Message } from "../../conversation/message";
import { findInCatalog } from "../../models/catalog";
import type { StatedLimit } from "../../models/learned-limits";
import type { Model } from "../../models/model";
import { routeKey } from "../../models/model";
import type { ModelHints, ModelRegistry, Served } from "../../models/model-registry";
import type { ListedModel } from "../../providers/discovery/listing";
import type { Provider } from "../../providers/provider";
import { ProviderError } from "../../providers/provider";
import { createRehearsal, rehearsalModel } from "../../providers/rehearsal/rehearsal";
import type { RouteChoice, RouteId } from "../../providers/routes/routes";
import { openRoute } from "../../providers/routes/routes";
import type { Host } from "../host";
import type { KnownWindow, Learned, Route } from "../world";
import { isPrivateWay, keyOrigin, keyOwnerOf } from "./keys";
import type { HermesSettings } from "./settings";

/** Providers that require a key, in the order in which `auto` looks for one. */
const KEYED: readonly RouteId[] = ["anthropic", "openai-responses", "openrouter"];
const LOCAL: readonly RouteId[] = ["ollama", "lmstudio"];

export interface RoutingParts {
  readonly host: Host;
  readonly registry: ModelRegistry;
  countTokens(message: Message): number;
  /** Models a route offers, with their windows; empty where it does not list them. */
  discover(route: Pick<RouteChoice, "provider" | "baseUrl" | "key">): Promise<readonly ListedModel[]>;
}

interface Wish {
  readonly provider: HermesSettings["provider"];
  readonly model: string;
  readonly baseUrl: string;
  readonly contextLength: number | null;
}

interface Opened {
  readonly served: Served;
  readonly hints: ModelHints;
}

interface FoundKey {
  /** Empty where there is none. */
  readonly key: string;
  readonly note?: Sentence;
}

/** Finds the models that the settings name, and remembers what their providers refused. */
export class Routing {
  private readonly parts: RoutingParts;
  private readonly rehearsal: Provider;
  private readonly opened = new Map<string, Opened>();
  private readonly cache = new Map<string, Route>();

  constructor(parts: RoutingParts) {
    const { host, countTokens } = parts;
    this.parts = parts;
    this.rehearsal = createRehearsal({
      ...host,
      now: () => host.now(),
      newId: () => host.newId(),
      wait: (ms, signal) => host.wait(ms, signal),
      countTokens,
    });
  }

  /** The main model, according to the current settings. */
  main(): Promise<Route> {
    return this.open(this.parts.host.settings());
  }

  /** Another model of the same provider; the main one for an empty name. */
  named(model: string): Promise<Route> {
    const settings = this.parts.host.settings();
    return this.open(model === "" || model === settings.model ? settings : { ...settings, model, contextLength: null });
  }

  /** The model that writes summaries, where one is configured in addition to the main one. */
  async summary(): Promise<Route | undefined> {
    const wish = summaryWish(this.parts.host.settings());
    return wish && this.open(wish);
  }

  /** A provider stated its window. */
  learn(route: Route, stated: StatedLimit): Learned {
    const opened = this.openedOf(route);
    const credibility = this.parts.registry.learn(opened.served, stated, opened.hints);
    return { credibility, window: this.windowOf(opened) };
  }

  /** A provider refused a request for its size without stating a limit: the next smaller guess. */
  guess(route: Route): KnownWindow | undefined {
    if (route.model.windowOrigin !== "guessed") return undefined;
    const windowTokens = this.parts.registry.stepDown(this.openedOf(route).served, route.model.windowTokens);
    return windowTokens === undefined ? undefined : { windowTokens, windowOrigin: "guessed" };
  }

  /** A provider answered a prompt of this size. Returns the window as it is known now. */
  accept(route: Route, promptTokens: number): KnownWindow {
    const opened = this.openedOf(route);
    this.parts.registry.accept(opened.served, promptTokens);
    return this.windowOf(opened);
  }

  /** Forgets learned windows. */
  forget(): void {
    this.parts.registry.forget();
  }

  /** Models of the host and the rehearsal are opened elsewhere; their own window is what they serve. */
  private openedOf({ model }: Route): Opened {
    const known = this.opened.get(routeKey(model));
    if (known !== undefined) return known;
    const opened: Opened = {
      served: { ...model, baseUrl: model.baseUrl ?? "", marks: "refused" },
      hints: { servedWindowTokens: model.windowTokens },
    };
    this.opened.set(routeKey(model), opened);
    return opened;
  }

  private windowOf({ served, hints }: Opened): KnownWindow {
    const { windowTokens, windowOrigin, windowReason } = this.parts.registry.resolve(served, hints);
    return { windowTokens, windowOrigin, ...(windowReason !== undefined && { windowReason }) };
  }

  private async open(wish: Wish): Promise<Route> {
    const { provider } = wish;
    if (provider === "rehearsal") return rehearsalRoute(this.rehearsal, wish);
    if (provider === "vscode-lm")
      return (
        (await this.openFromHost(wish)) ??
        refusing(wish, sentence("VS Code offers no language model here. Sign in to one, or choose another provider."))
      );
    if (provider === "auto") return this.openAuto(wish);
    return this.openKeyed(provider, wish);
  }

  private async openKeyed(provider: RouteId, wish: Wish): Promise<Route> {
    const { host, registry } = this.parts;
    const { key, note } = await this.findKey(provider, wish.baseUrl);
    if (key === "" && needsKey(provider, wish.baseUrl))
      return refusing(wish, sentence("No API key is set for {provider}.", { provider }));
    const listed = isWorthAsking(provider, wish)
      ? await this.findListed({ provider, baseUrl: wish.baseUrl, key }, wish.model)
      : undefined;
    const choice = choiceOf(
      host.settings(),
      { ...wish, model: wish.model === "" ? (listed?.name ?? "") : wish.model },
      { provider, key },
    );
    const served = listed?.windowTokens === undefined ? {} : { servedWindowTokens: listed.windowTokens };
    const hints = { ...choice.hints, ...served };
    const opened = openRoute({ ...choice, hints }, registry);
    this.opened.set(routeKey(opened.model), { served: opened.served, hints });
    const id = JSON.stringify(choice);
    const open = this.cache.get(id)?.provider ?? opened.provider;
    const route: Route = { provider: open, model: opened.model, ...(note && { note }) };
    this.cache.set(id, route);
    return route;
  }

  /** A key belongs to the server it was entered for, and travels only where nobody else can read it. */
  private async findKey(provider: RouteId, baseUrl: string): Promise<FoundKey> {
    const owner = keyOwnerOf(provider);
    const origin = owner && keyOrigin(owner, baseUrl);
    if (origin === undefined) return { key: "" };
    const key = (await this.parts.host.keyFor(provider, origin)) ?? "";
    const server = { server: origin };
    if (key !== "" && !isPrivateWay(origin))
      return {
        key: "",
        note: sentence(
          "The API key is not sent to {server}, because the connection is not encrypted. Use https.",
          server,
        ),
      };
    const isMissing = key === "" && provider !== "openai-compatible" && baseUrl !== "";
    if (!isMissing) return { key };
    return { key, note: sentence("No API key is stored for {server}, so requests are sent without one.", server) };
  }

  private async findListed(
    route: Pick<RouteChoice, "provider" | "baseUrl" | "key">,
    model: string,
  ): Promise<ListedModel | undefined> {
    const models = await this.parts.discover(route);
    return model === "" ? models[0] : models.find(({ name }) => name === model);
  }

  private async openFromHost(wish: Wish): Promise<Route | undefined> {
    const route = await this.parts.host.hostRoute?.(wish.model);
    return route && { ...route, model: sized(route.model, wish) };
  }

  private async openAuto(wish: Wish): Promise<Route> {
    for (const provider of KEYED)
      if ((await this.findKey(provider, wish.baseUrl)).key !== "") return this.openKeyed(provider, wish);
    const fromHost = await this.openFromHost(wish);
    if (fromHost) return fromHost;
    for (const provider of LOCAL)
      if ((await this.parts.discover({ provider, baseUrl: "", key: "" })).length > 0)
        return this.openKeyed(provider, wish);
    return {
      ...rehearsalRoute(this.rehearsal, wish),
      note: sentence([
        "No API key is set and no local model answers, so the built-in offline rehearsal model is used.",
        "Add a key to use a real model.",
      ]),
    };
  }
}

/** A model named without a provider is requested from the provider of the main one. */
function summaryWish({ provider, baseUrl, auxiliary: { compression: wish } }: HermesSettings): Wish | undefined {
  if (wish.provider === "main") return undefined;
  if (wish.provider !== "auto") return { ...wish, provider: wish.provider };
  return wish.model === "" ? undefined : { ...wish, provider, baseUrl: wish.baseUrl === "" ? baseUrl : wish.baseUrl };
}

const rehearsalRoute = (provider: Provider, wish: Wish): Route => ({ provider, model: sized(rehearsalModel, wish) });

const sized = (model: Model, wish: Wish): Model =>
  wish.contextLength === null ? model : { ...model, windowTokens: wish.contextLength, windowOrigin: "setting" };

/**
 * A local server lists its models and their actual windows; a router or gateway is asked about a model the catalog does
 * not contain. A window from the settings needs no request.
 */
function isWorthAsking(provider: RouteId, wish: Wish): boolean {
  if (wish.model === "") return LOCAL.includes(provider) || provider === "openai-compatible";
  if (wish.contextLength !== null) return false;
  return (
    LOCAL.includes(provider) ||
    ((provider === "openrouter" || provider === "openai-compatible") && findInCatalog(wish.model) === undefined)
  );
}

/** A local server or a gateway may need no key; a vendor does. */
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

/** Opens and refuses the first request, so that the chat can be read and its row can offer a solution. */
function refusing(wish: Wish, reason: Sentence): Route {
  return {
    model: {
      ...rehearsalModel,
      provider: wish.provider,
      model: wish.model === "" ? wish.provider : wish.model,
      label: wish.model === "" ? wish.provider : wish.model,
    },
    provider: {
      stream: () => {
        throw new ProviderError(reason, { kind: "unauthorized" });
      },
    },
    note: reason,
  };
}
