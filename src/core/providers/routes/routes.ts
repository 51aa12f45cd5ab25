import type { Protocol } from "../../conversation/message";
import { isClaude } from "../../models/catalog";
import type { Model } from "../../models/model";
import type { ModelHints, ModelRegistry, Served } from "../../models/model-registry";
import { createAnthropicProvider } from "../anthropic/client";
import { createChatProvider } from "../openai-chat/client";
import type { ChatDialect } from "../openai-chat/dialect";
import { compatibleDialect, openAiDialect, openRouterDialect } from "../openai-chat/dialect";
import { createResponsesProvider } from "../openai-responses/client";
import { codexHeaders } from "../openai-responses/codex-headers";
import type { Provider } from "../provider";
import { withKeylessReplies } from "../wire/keyless-replies";
import type { SilenceLimits } from "../wire/watched-fetch";
import { DEFAULT_SILENCE, LOCAL_SILENCE } from "../wire/watched-fetch";

/** Routes made of a base URL and a key. VS Code language models and the rehearsal have their own. */
export type RouteId =
  | "anthropic"
  | "openai"
  | "openai-responses"
  | "openrouter"
  | "openai-codex"
  | "openai-compatible"
  | "ollama"
  | "lmstudio";

export interface RouteChoice {
  readonly provider: RouteId;
  readonly model: string;
  readonly key: string;
  /** Empty or absent: the vendor's own. With or without a trailing `/v1`. */
  readonly baseUrl?: string;
  /** Header the key travels in, on Anthropic routes; by default the vendor's own. */
  readonly auth?: "x-api-key" | "bearer";
  /** Whether a gateway that is not the vendor takes cache marks on Claude models. */
  readonly markOnCompatible?: "on" | "off";
  readonly silence?: SilenceLimits;
  readonly hints?: ModelHints;
}

export interface OpenedRoute {
  readonly provider: Provider;
  readonly model: Model;
  /** Key of learned limits: `registry.learn(served, …)`, `registry.stepDown(served, …)`. */
  readonly served: Served;
}

interface RoutePlan {
  readonly protocol: Protocol;
  readonly baseUrl: string;
  readonly defaultModel: string;
  readonly dialect?: ChatDialect;
}

const PLANS: Readonly<Record<RouteId, RoutePlan>> = {
  anthropic: {
    protocol: "anthropic-messages",
    baseUrl: "https://api.anthropic.com",
    defaultModel: "claude-sonnet-5-5",
  },
  openai: {
    protocol: "openai-chat",
    baseUrl: "https://api.openai.com/v1",
    defaultModel: "gpt-6-sol",
    dialect: openAiDialect,
  },
  "openai-responses": { protocol: "openai-responses", baseUrl: "https://api.openai.com/v1", defaultModel: "gpt-6-sol" },
  openrouter: {
    protocol: "openai-chat",
    baseUrl: "https://openrouter.ai/api/v1",
    defaultModel: "anthropic/claude-sonnet-5.5",
    dialect: openRouterDialect,
  },
  "openai-codex": {
    protocol: "openai-responses",
    baseUrl: "https://chatgpt.com/backend-api/codex",
    defaultModel: "gpt-5.5",
  },
  "openai-compatible": {
    protocol: "openai-chat",
    baseUrl: "http://127.0.0.1:8000/v1",
    defaultModel: "",
    dialect: compatibleDialect,
  },
  ollama: {
    protocol: "openai-chat",
    baseUrl: "http://127.0.0.1:11434/v1",
    defaultModel: "",
    dialect: compatibleDialect,
  },
  lmstudio: {
    protocol: "openai-chat",
    baseUrl: "http://127.0.0.1:1234/v1",
    defaultModel: "",
    dialect: compatibleDialect,
  },
};

/** Servers that want no key still want the header to be there. */
const NO_KEY = "none";

/** Everything needed to talk to a model; the SDK itself is loaded with the first request. */
export function openRoute(choice: RouteChoice, registry: ModelRegistry): OpenedRoute {
  const served = describeRoute(choice);
  const provider = withKeylessReplies(createProvider(choice, served), choice.key);
  return { provider, model: registry.resolve(served, choice.hints), served };
}

export function describeRoute(choice: RouteChoice): Served {
  const plan = PLANS[choice.provider];
  return {
    protocol: plan.protocol,
    provider: choice.provider,
    model: choice.model === "" ? plan.defaultModel : choice.model,
    baseUrl: baseUrlOf(choice),
    marks: takesMarks(choice) ? "taken" : "refused",
  };
}

/** OpenAI-style roots carry `/v1`, Anthropic's does not; either is accepted and brought to the form its SDK takes. */
function baseUrlOf(choice: Pick<RouteChoice, "provider" | "baseUrl">): string {
  const plan = PLANS[choice.provider];
  const given = (choice.baseUrl ?? "").trim().replace(/\/+$/, "");
  if (given === "") return plan.baseUrl;
  if (plan.protocol === "anthropic-messages") return given.replace(/\/v1$/, "");
  return /\/v\d+\w*$|\/(?:openai|codex)$/.test(given) ? given : `${given}/v1`;
}

function takesMarks(choice: RouteChoice): boolean {
  if (choice.provider === "anthropic") return true;
  if (choice.provider === "openrouter") return true;
  return choice.provider === "openai-compatible" && choice.markOnCompatible === "on";
}

function createProvider(choice: RouteChoice, served: Served): Provider {
  const isLocal = choice.provider === "ollama" || choice.provider === "lmstudio";
  const silence = choice.silence ?? (isLocal ? LOCAL_SILENCE : DEFAULT_SILENCE);
  const key = choice.key === "" ? NO_KEY : choice.key;
  switch (served.protocol) {
    case "anthropic-messages":
      return createAnthropicProvider({ baseUrl: served.baseUrl, key, auth: choice.auth ?? "x-api-key", silence });
    case "openai-responses":
      return choice.provider === "openai-codex"
        ? createResponsesProvider({
            baseUrl: served.baseUrl,
            key,
            dialect: { outputLimit: "left-out" },
            headers: codexHeaders(key),
            silence,
          })
        : createResponsesProvider({ baseUrl: served.baseUrl, key, dialect: { outputLimit: "sent" }, silence });
    case "openai-chat":
      return createChatProvider({ baseUrl: served.baseUrl, key, dialect: dialectOf(choice, served), silence });
    default:
      throw new Error(`No provider speaks ${String(served.protocol)}`);
  }
}

function dialectOf(choice: RouteChoice, served: Served): ChatDialect {
  const dialect = PLANS[choice.provider].dialect ?? compatibleDialect;
  return { ...dialect, cacheControl: served.marks === "taken" && isClaude(served.model) ? "parts" : "none" };
}
