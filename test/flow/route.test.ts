import { describe, expect, it, onTestFinished } from "vitest";
import { limitsInMemory } from "../../src/core/models/learned-limits";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";

const FILES = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`f${index}.txt`, "some words that say little\n".repeat(300)]),
);

async function anotherServer(): Promise<ModelServer> {
  const server = await startModelServer({
    script: (request) => says(isSummaryCall(request) ? handOff() : "hello from here"),
  });
  onTestFinished(() => server.close());
  return server;
}

/** Counts generously, so that its figure differs from an estimate. */
const measured = { ...says("hi"), usage: { input_tokens: 3_000, output_tokens: 10 } };

it("a model selected before the first message is shown immediately", async () => {
  const hermes = await runHermes({ server: { script: () => measured } });
  hermes.set({ "hermes.provider": "rehearsal" });
  await hermes.agent.changeRoute();
  expect(hermes.seen("model-changed").map(({ model }) => model.label)).toEqual(["Rehearsal (offline)"]);
  expect(hermes.seen("context-measured")).toEqual([]);
});

describe("the same model on another server", () => {
  it("is measured separately, in the same window and after a restart", async () => {
    const hermes = await runHermes({ server: { script: () => measured } });
    await hermes.say("hello");
    const session = hermes.agent.session!;
    const reported = hermes.seen("context-measured").at(-1)!.context;
    expect(reported.source).toBe("reported");
    expect(reported.usedTokens).toBeGreaterThan(3_000);
    const elsewhere = { "hermes.baseUrl": (await anotherServer()).url };
    hermes.set(elsewhere);
    await hermes.agent.changeRoute();
    expect(hermes.seen("context-measured").at(-1)?.context.source).toBe("estimated");
    const next = await hermes.reopen();
    await next.agent.resume(session);
    const resumed = next.seen("context-measured").at(-1)!.context;
    expect(resumed.source).toBe("estimated");
    expect(Math.abs(resumed.usedTokens - reported.usedTokens)).toBeLessThan(10);
    next.set(elsewhere);
    await next.agent.resume(session);
    expect(next.seen("context-measured").at(-1)!.context.usedTokens).toBeLessThan(resumed.usedTokens / 2);
  });

  it("does not get the limit stated by the other server", async () => {
    const learnedLimits = limitsInMemory();
    let step = 0;
    const hermes = await runHermes({
      files: FILES,
      host: { learnedLimits },
      server: {
        windowTokens: 30_000,
        script: () => (step < 20 ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`)) : says("done")),
      },
      settings: {
        "hermes.maxOutputTokens": 1_000,
        "hermes.auxiliary.compression.provider": "anthropic",
        "hermes.auxiliary.compression.model": "claude-sonnet-4-5",
        "hermes.auxiliary.compression.baseUrl": (await anotherServer()).url,
      },
    });
    expect(await hermes.say("read them")).toEqual({ outcome: "answered" });
    expect(learnedLimits.load()).toEqual({
      [`anthropic ${hermes.server.url} claude-sonnet-4-5`]: {
        acceptedTokens: expect.any(Number),
        stated: {
          tokens: 30_000,
          why: expect.stringMatching(/^400: prompt is too long: \d+ tokens > 30000 maximum$/),
          at: expect.any(Number),
          refusals: 1,
        },
      },
    });
  });
});

describe("a window that the server refuses but the setting allows", () => {
  it("is remembered across restarts, reported once, and learned again on request", async () => {
    const told = new Set<string>();
    let step = 0;
    const hermes = await runHermes({
      files: FILES,
      host: { learnedLimits: limitsInMemory(), seenNotices: told },
      settings: { "hermes.contextLength": 100_000, "hermes.maxOutputTokens": 1_000 },
      server: {
        windowTokens: 30_000,
        script: (request) =>
          isSummaryCall(request)
            ? says(handOff())
            : step < 20
              ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`))
              : says("done"),
      },
    });
    expect(await hermes.say("read them")).toEqual({ outcome: "answered" });
    expect(hermes.seen("notice").map(({ text }) => text)).toEqual([
      expect.stringContaining(
        "allows 30,000 tokens for Claude Sonnet 4.5, less than the 100,000 in `hermes.contextLength`",
      ),
    ]);
    const next = await hermes.reopen();
    step = 0;
    expect(await next.say("once more")).toEqual({ outcome: "answered" });
    expect(next.seen("context-measured")[0]?.context).toMatchObject({ windowTokens: 30_000, windowOrigin: "learnt" });
    expect([next.seen("recovering"), next.seen("notice")]).toEqual([[], []]);
    await next.forgetLearnedWindows();
    expect(next.seen("context-measured").at(-1)?.context).toMatchObject({
      windowTokens: 100_000,
      windowOrigin: "setting",
    });
  });

  it("yields to a smaller setting without a notice", async () => {
    const learnedLimits = limitsInMemory();
    const hermes = await runHermes({ host: { learnedLimits }, settings: { "hermes.contextLength": 20_000 } });
    learnedLimits.save({ [`anthropic ${hermes.server.url} claude-sonnet-4-5`]: 30_000 });
    await hermes.agent.newSession();
    expect(hermes.seen("context-measured")[0]?.context).toMatchObject({
      windowTokens: 20_000,
      windowOrigin: "setting",
    });
    expect(hermes.seen("notice")).toEqual([]);
  });
});
