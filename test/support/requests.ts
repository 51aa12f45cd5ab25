import type { Message } from "../../src/core/conversation/message";
import { limitsInMemory } from "../../src/core/models/learned-limits";
import type { Model } from "../../src/core/models/model";
import { createRegistry } from "../../src/core/models/model-registry";
import type { ModelEvent, ModelRequest, Provider, ToolSchema } from "../../src/core/providers/provider";
import type { OpenedRoute, RouteChoice } from "../../src/core/providers/routes/routes";
import { openRoute } from "../../src/core/providers/routes/routes";

export const readTool: ToolSchema = {
  name: "read",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } } },
};

export const requestOf = (
  model: Model,
  messages: readonly Message[],
  more: Partial<ModelRequest> = {},
): ModelRequest => ({
  model,
  messages,
  system: "You help.",
  tools: [readTool],
  breakpoints: [],
  cacheTtl: "5m",
  outputTokens: 1_000,
  thinking: "replay",
  conversationKey: "conversation-1",
  ...more,
});

/** A route to the test server. */
export const routeTo = (url: string, choice: Partial<RouteChoice> & Pick<RouteChoice, "provider">): OpenedRoute =>
  openRoute({ model: "model-x", key: "test-key", baseUrl: url, ...choice }, createRegistry(limitsInMemory()));

export const neverStopped = new AbortController().signal;

export async function readAll(
  provider: Provider,
  request: ModelRequest,
  signal = neverStopped,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of provider.stream(request, signal)) events.push(event);
  return events;
}

export async function ask(
  provider: Provider,
  request: ModelRequest,
  signal = neverStopped,
): Promise<Extract<ModelEvent, { type: "done" }>> {
  const last = (await readAll(provider, request, signal)).at(-1);
  if (last?.type !== "done") throw new Error("the reply did not end");
  return last;
}
