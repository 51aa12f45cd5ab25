import { expect, it } from "vitest";
import { messageText, SUMMARY_MARKER } from "../../src/core/conversation/render";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const TOOL_TURNS = 200;
const REQUEST = "read every module and tell me what they have in common";
const WINDOW_TOKENS = 64_000;
const FILES = Object.fromEntries(
  Array.from({ length: TOOL_TURNS }, (_, index) => [`src/module-${index}.ts`, source(index)]),
);

function source(index: number): string {
  const lines = Array.from(
    { length: 60 },
    (_, line) => `export const value_${index}_${line} = compute(${index * 1_000 + line}, "module-${index}");`,
  );
  return `// module ${index}\n${lines.join("\n")}\n`;
}

it("completes 200 tool turns in a 64K window without an overflow, a loop, or a cold cache", async () => {
  let step = 0;
  const hermes = await runHermes({
    files: FILES,
    settings: {
      "hermes.contextLength": WINDOW_TOKENS,
      "hermes.maxOutputTokens": 2_000,
      "hermes.agent.maxSteps": TOOL_TURNS + 10,
    },
    server: {
      windowTokens: WINDOW_TOKENS,
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff("read every module"));
        return step < TOOL_TURNS
          ? calls(toolCall("read_file", { path: `src/module-${step}.ts` }, `c${step++}`))
          : says("All modules are read.");
      },
    },
  });
  expect(await hermes.say(REQUEST)).toEqual({ outcome: "answered" });
  expect(hermes.server.violations).toEqual([]);
  expect(hermes.seen("recovering")).toEqual([]);
  expect(hermes.seen("retrying")).toEqual([]);
  expect(hermes.seen("compression-failed")).toEqual([]);
  expect(hermes.seen("compression-paused")).toEqual([]);

  const compressed = hermes.seen("compressed");
  expect(compressed.length).toBeGreaterThanOrEqual(2);
  expect(compressed.length).toBeLessThan(TOOL_TURNS / 8);
  for (const { to } of compressed) {
    const { events, messages } = await hermes.sessions.read(to);
    expect(events.filter(({ name }) => name === "compression").map(({ data }) => data)).toEqual([
      expect.objectContaining({
        trigger: "automatic",
        outcome: "folded",
        beforeTokens: expect.any(Number),
        afterTokens: expect.any(Number),
        foldedMessages: expect.any(Number),
        verification: expect.objectContaining({ score: 1, lost: [] }),
      }),
    ]);
    expect(messages.flatMap((message) => (message.role === "user" ? [messageText(message)] : []))).toEqual([REQUEST]);
    expect(messages.filter(({ role }) => role === "summary")).toHaveLength(1);
  }

  const agentRequests = hermes.server.requests.filter((request) => !isSummaryCall(request));
  expect(cacheReadShare(agentRequests)).toBeGreaterThanOrEqual(0.95);
});

/** Between compressions: the share of the previous request's content that was read from the cache. */
function cacheReadShare(
  requests: readonly {
    readonly text: string;
    readonly promptTokens: number;
    readonly cache: { readonly read: number };
  }[],
): number {
  let held = 0;
  let read = 0;
  requests.forEach((request, index) => {
    const before = requests[index - 1];
    if (
      before === undefined ||
      summariesIn(before.text) !== summariesIn(request.text) ||
      request.promptTokens < before.promptTokens
    )
      return;
    held += before.promptTokens;
    read += Math.min(request.cache.read, before.promptTokens);
  });
  return read / held;
}

const summariesIn = (text: string): string =>
  text.slice(text.indexOf(SUMMARY_MARKER), text.indexOf(SUMMARY_MARKER) + 2_000);
