import type { ModelRequest, Provider } from "../provider";
import { streamReply } from "../wire/reply-stream";
import type { SilenceLimits } from "../wire/watched-fetch";
import { watchedFetch } from "../wire/watched-fetch";
import { toWireJson } from "../wire/wire-json";
import { anthropicDecoder } from "./decode";
import { encodeRequest } from "./encode";

export interface AnthropicRoute {
  /** The vendor's root, without `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Compatible gateways may know only one of the two. */
  readonly auth: "x-api-key" | "bearer";
  readonly silence: SilenceLimits;
}

/** The version every compatible gateway knows; the SDK would announce a newer one. */
const API_VERSION = "2023-06-01";

export function createAnthropicProvider(route: AnthropicRoute): Provider {
  return {
    stream: (request, signal) =>
      streamReply(request, anthropicDecoder, (abort) => openStream(route, request, abort), signal),
  };
}

/** The body is printed by us, not by the SDK, so that tool input keeps the bytes the model wrote. */
async function openStream(
  route: AnthropicRoute,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const { Anthropic } = await import("@anthropic-ai/sdk");
  const client = new Anthropic({
    apiKey: null,
    authToken: route.key,
    baseURL: route.baseUrl,
    maxRetries: 0,
    logLevel: "off",
    fetch: watchedFetch(fetch, route.silence, route.key),
    defaultHeaders: {
      "anthropic-version": API_VERSION,
      ...(route.auth === "x-api-key" && { authorization: null, "x-api-key": route.key }),
    },
  });
  return client.post("/v1/messages", {
    body: toWireJson(encodeRequest(request)),
    headers: { "content-type": "application/json" },
    stream: true,
    signal,
  });
}
