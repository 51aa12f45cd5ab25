import { expect, it } from "vitest";
import { limitsInMemory } from "../../src/core/models/learned-limits";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";
import type { Script } from "../support/model-server/server";

const FILES = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [`f${index}.txt`, "some words that say little\n".repeat(300)]),
);
const readsFiles: Script = (request, n) => {
  if (isSummaryCall(request)) return says(handOff());
  return n < 8 ? calls(toolCall("read_file", { path: `f${n}.txt` }, `c${n}`)) : says("done");
};
const outputOf = (body: unknown): number => (body as { readonly max_tokens: number }).max_tokens;

it("a text about the longest reply leaves the window and the conversation as they are", async () => {
  const learnedLimits = limitsInMemory();
  const hermes = await runHermes({
    files: FILES,
    host: { learnedLimits },
    settings: { "hermes.maxOutputTokens": 32_000 },
    server: {
      script: (request, n) =>
        outputOf(request.body) > 8_192 && n > 6
          ? refuses(400, "Total tokens exceed model limit 8192")
          : readsFiles(request, n),
    },
  });
  expect(await hermes.say("read them")).toEqual({ outcome: "answered" });
  expect(new Set(hermes.seen("recovering").map(({ failure }) => failure))).toEqual(new Set(["output-cap"]));
  expect(hermes.seen("compressed")).toEqual([]);
  expect(hermes.seen("context-measured").at(-1)?.context).toMatchObject({ windowOrigin: "catalog" });
  const next = await hermes.reopen();
  await next.agent.newSession();
  expect(next.seen("context-measured")[0]?.context).toMatchObject({ windowOrigin: "catalog" });
});

it("a small window that two refusals state is adopted with its reason and reset on request", async () => {
  const hermes = await runHermes({
    host: { learnedLimits: limitsInMemory() },
    settings: { "hermes.maxOutputTokens": 1_000 },
    server: {
      script: (request, n) =>
        isSummaryCall(request)
          ? says(handOff())
          : n < 2
            ? refuses(400, "This model's maximum context length is 16384 tokens")
            : says("done"),
    },
  });
  await hermes.say("hello");
  const learned = hermes.seen("model-changed").at(-1)?.model;
  expect(learned).toMatchObject({
    windowTokens: 16_384,
    windowOrigin: "learnt",
    windowReason: { text: "400: This model's maximum context length is 16384 tokens" },
  });
  await hermes.forgetLearnedWindows();
  expect(hermes.seen("context-measured").at(-1)?.context.windowOrigin).toBe("catalog");
});

it("a prompt larger than the learned window, once answered, restores the window", async () => {
  const learnedLimits = limitsInMemory();
  const hermes = await runHermes({
    host: { learnedLimits },
    server: { script: () => ({ ...says("hi"), usage: { input_tokens: 45_000, output_tokens: 10 } }) },
  });
  learnedLimits.save({ [`anthropic ${hermes.server.url} claude-sonnet-4-5`]: 40_000 });
  await hermes.agent.newSession();
  expect(hermes.seen("context-measured")[0]?.context).toMatchObject({ windowTokens: 40_000, windowOrigin: "learnt" });
  await hermes.say("hello");
  expect(hermes.seen("context-measured").at(-1)?.context.windowOrigin).toBe("catalog");
  const next = await hermes.reopen();
  await next.agent.newSession();
  expect(next.seen("context-measured")[0]?.context.windowOrigin).toBe("catalog");
});
