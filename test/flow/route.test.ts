import { describe, expect, it, onTestFinished } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { limitsInMemory } from "../support/requests";

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

/** Counts generously, so that its figure is told from an estimate. */
const measured = { ...says("hi"), usage: { input_tokens: 9_000, output_tokens: 10 } };

it("a model chosen before the first message is told at once", async () => {
  const hermes = await runHermes({ server: { script: () => measured } });
  hermes.set({ "hermes.provider": "rehearsal" });
  await hermes.agent.changeRoute();
  expect(hermes.seen("model-changed").map(({ model }) => model.label)).toEqual(["Rehearsal (offline)"]);
  expect(hermes.seen("context-measured")).toEqual([]);
});

describe("the same model on another server", () => {
  it("is measured anew, in the same window and after a restart", async () => {
    const hermes = await runHermes({ server: { script: () => measured } });
    await hermes.say("hello");
    const session = hermes.agent.session!;
    expect(hermes.seen("context-measured").at(-1)?.context).toMatchObject({ usedTokens: 9_010, source: "reported" });
    const elsewhere = { "hermes.baseUrl": (await anotherServer()).url };
    hermes.set(elsewhere);
    await hermes.agent.changeRoute();
    expect(hermes.seen("context-measured").at(-1)?.context.source).toBe("estimated");
    const next = await hermes.reopen();
    await next.agent.resume(session);
    expect(next.seen("context-measured").at(-1)?.context).toMatchObject({ usedTokens: 9_010, source: "reported" });
    next.set(elsewhere);
    await next.agent.resume(session);
    expect(next.seen("context-measured").at(-1)?.context.source).toBe("estimated");
  });

  it("does not get the limit the other one stated", async () => {
    const learntLimits = limitsInMemory();
    let step = 0;
    const hermes = await runHermes({
      files: FILES,
      host: { learntLimits },
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
    expect(learntLimits.load()).toEqual({ [`anthropic ${hermes.server.url} claude-sonnet-4-5`]: 30_000 });
  });
});

describe("a window that the server refuses although the setting allows it", () => {
  it("stays what the server stated in the next process, is told once, and is found out anew when asked", async () => {
    const told = new Set<string>();
    let step = 0;
    const hermes = await runHermes({
      files: FILES,
      host: { learntLimits: limitsInMemory(), toldNotices: told },
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
        "allows 30,000 tokens for Claude Sonnet 4.5, less than the 100,000 of `hermes.contextLength`",
      ),
    ]);
    const next = await hermes.reopen();
    step = 0;
    expect(await next.say("once more")).toEqual({ outcome: "answered" });
    expect(next.seen("context-measured")[0]?.context).toMatchObject({ windowTokens: 30_000, windowOrigin: "learnt" });
    expect([next.seen("recovering"), next.seen("notice")]).toEqual([[], []]);
    await next.forgetLearntWindows();
    expect(next.seen("context-measured").at(-1)?.context).toMatchObject({
      windowTokens: 100_000,
      windowOrigin: "setting",
    });
  });

  it("gives way to a smaller setting without a word", async () => {
    const learntLimits = limitsInMemory();
    const hermes = await runHermes({ host: { learntLimits }, settings: { "hermes.contextLength": 20_000 } });
    learntLimits.save({ [`anthropic ${hermes.server.url} claude-sonnet-4-5`]: 30_000 });
    await hermes.agent.newSession();
    expect(hermes.seen("context-measured")[0]?.context).toMatchObject({
      windowTokens: 20_000,
      windowOrigin: "setting",
    });
    expect(hermes.seen("notice")).toEqual([]);
  });
});
