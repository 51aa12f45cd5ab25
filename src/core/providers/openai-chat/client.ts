import type { OpenAI } from "openai";
import type { ModelRequest, Provider } from "../provider";
import { streamReply } from "../wire/reply-stream";
import type { SilenceLimits } from "../wire/watched-fetch";
import { watchedFetch } from "../wire/watched-fetch";
import { chatDecoder } from "./decode";
import type { ChatDialect } from "./dialect";
import { encodeRequest } from "./encode";

/** What both OpenAI protocols need to reach their server. */
export interface OpenAiRoute {
  /** With `/v1` or whatever the server calls it. */
  readonly baseUrl: string;
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly silence: SilenceLimits;
}

export interface ChatRoute extends OpenAiRoute {
  readonly dialect: ChatDialect;
}

export function createChatProvider(route: ChatRoute): Provider {
  return {
    stream: (request, signal) =>
      streamReply(request, chatDecoder, (abort) => openStream(route, request, abort), signal),
  };
}

async function openStream(
  route: ChatRoute,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const client = await createOpenAiClient(route);
  return client.chat.completions.create(encodeRequest(request, route.dialect), { signal });
}

export async function createOpenAiClient(route: OpenAiRoute): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  return new OpenAI({
    apiKey: route.key,
    baseURL: route.baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: "off",
    fetch: watchedFetch(fetch, route.silence, route.key),
    defaultHeaders: route.headers ?? {},
  });
}
