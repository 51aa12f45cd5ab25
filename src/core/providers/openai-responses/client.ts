import type { OpenAiRoute } from "../openai-chat/client";
import { createOpenAiClient } from "../openai-chat/client";
import type { ModelRequest, Provider } from "../provider";
import { streamReply } from "../wire/reply-stream";
import { responsesDecoder } from "./decode";
import type { ResponsesDialect } from "./dialect";
import { encodeRequest } from "./encode";

export interface ResponsesRoute extends OpenAiRoute {
  readonly dialect: ResponsesDialect;
}

export function createResponsesProvider(route: ResponsesRoute): Provider {
  return {
    stream: (request, signal) =>
      streamReply(request, responsesDecoder, (abort) => openStream(route, request, abort), signal),
  };
}

async function openStream(
  route: ResponsesRoute,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<unknown>> {
  const client = await createOpenAiClient(route);
  return client.responses.create(encodeRequest(request, route.dialect), { signal });
}
