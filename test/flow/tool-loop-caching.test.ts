import { afterEach, describe, expect, it } from "vitest";
import type { Breakpoint } from "../../src/core/caching/breakpoints";
import { placeBreakpoints } from "../../src/core/caching/breakpoints";
import type { SentPrefix } from "../../src/core/caching/prefix";
import { findDivergence } from "../../src/core/caching/prefix";
import { messageId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import type { RouteChoice } from "../../src/core/providers/routes/routes";
import { result, user } from "../support/conversation";
import { calls, toolCall } from "../support/model-server/reply";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { ask, requestOf, routeTo } from "../support/requests";

let server: ModelServer;
afterEach(() => server.close());

const STEPS = 40;

/**
 * Runs a tool loop with this many parallel calls per step and returns the share of the cacheable prefix that was read.
 */
async function loop(
  choice: Pick<RouteChoice, "provider" | "model">,
  parallel: number,
): Promise<{ readonly readShare: number; readonly surprises: readonly unknown[] }> {
  server = await startModelServer({
    script: (_, n) =>
      calls(
        { type: "text", text: `Step ${n}.` },
        ...Array.from({ length: parallel }, (__, index) =>
          toolCall("read", { path: `src/file-${n}-${index}.ts` }, `c${n}-${index}`),
        ),
      ),
  });
  const route = routeTo(server.url, choice);
  const messages: Message[] = [user("Go through the sources.")];
  let breakpoints: readonly Breakpoint[] = [];
  const surprises: unknown[] = [];
  let before: SentPrefix | undefined;
  for (let step = 0; step < STEPS; step++) {
    breakpoints = placeBreakpoints(messages, route.model.cache, breakpoints);
    const request = requestOf(route.model, [...messages], { system: "You help with code. ".repeat(400), breakpoints });
    const prefix: SentPrefix = { ...request, sentAtMs: 0 };
    surprises.push(...[before && findDivergence(before, prefix)].filter((found) => found !== undefined));
    before = prefix;
    const done = await ask(route.provider, request);
    messages.push({ ...done.message, id: messageId(`a${step}`) });
    for (const part of done.message.parts)
      if (part.type === "tool-call")
        messages.push(result("read", `content of ${part.callId}\n`.repeat(8), part.callId));
  }
  const cacheable = server.requests.slice(0, -1).reduce((sum, { promptTokens }) => sum + promptTokens, 0);
  const read = server.requests.slice(1).reduce((sum, { cache }) => sum + cache.read, 0);
  return { readShare: read / cacheable, surprises };
}

describe.each([
  { provider: "anthropic", model: "claude-sonnet-5-5" },
  { provider: "openrouter", model: "anthropic/claude-sonnet-5.5" },
] as const)("a forty-call tool loop on $provider", (choice) => {
  it.each([1, 25])("reads at least 95% of its cacheable prefix, with %i results per step", async (parallel) => {
    const { readShare, surprises } = await loop(choice, parallel);
    expect(server.violations).toEqual([]);
    expect(surprises).toEqual([]);
    expect(readShare).toBeGreaterThanOrEqual(0.95);
  });
});

it("uses one-hour cache markers if configured", async () => {
  server = await startModelServer();
  const route = routeTo(server.url, { provider: "anthropic", model: "claude-sonnet-5-5" });
  const messages = [user("hello")];
  await ask(
    route.provider,
    requestOf(route.model, messages, {
      cacheTtl: "1h",
      breakpoints: placeBreakpoints(messages, route.model.cache),
      systemNote: "Folded.",
    }),
  );
  expect(server.requests[0]?.body["system"]).toEqual([
    { type: "text", text: "You help.", cache_control: { type: "ephemeral", ttl: "1h" } },
    { type: "text", text: "Folded." },
  ]);
  expect(server.requests[0]?.body["messages"]).toEqual([
    { role: "user", content: [{ type: "text", text: "hello", cache_control: { type: "ephemeral", ttl: "1h" } }] },
  ]);
});
