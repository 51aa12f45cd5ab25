import { describe, expect, it } from "vitest";
import { readFlatSettings } from "../../src/core/agent/settings/settings";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import type { Answer } from "../support/model-server/reply";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";
import type { Script } from "../support/model-server/server";

const FILES = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `f${index}.txt`,
    `file ${index}: some words that say little\n`.repeat(200),
  ]),
);
const SMALL = { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 };

/** Reads one file per step; `change` alters the replies. */
function reads(steps: number, change: (answer: Answer, step: number) => Answer = (answer) => answer): Script {
  let step = 0;
  return (request) => {
    if (isSummaryCall(request)) return says(handOff());
    const answer = step < steps ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step}`)) : says("done");
    return change(answer, step++);
  };
}

/**
 * From the tenth step on, the provider reports a growing prompt above the threshold of 32,000 tokens, no matter how
 * much is folded.
 */
const alwaysFull = (answer: Answer, step: number): Answer =>
  step < 10 ? answer : { ...answer, usage: { input_tokens: 33_000 + 400 * (step - 10), output_tokens: 20 } };

describe("automatic compression that does not help", () => {
  it("pauses after two compressions and reports once, with the three largest blocks", async () => {
    const hermes = await runHermes({ files: FILES, settings: SMALL, server: { script: reads(30, alwaysFull) } });
    expect(await hermes.say("read them")).toEqual({ outcome: "answered" });
    expect(hermes.seen("compressed")).toHaveLength(2);
    expect(hermes.seen("compression-paused")).toEqual([
      {
        type: "compression-paused",
        session: hermes.agent.session,
        largest: [expect.anything(), expect.anything(), expect.anything()],
        reason:
          "Automatic compression is paused: two compressions in a row did not bring the context below the threshold.",
      },
    ]);
  });

  it("stays paused after a restart and reports again when the session is opened", async () => {
    const hermes = await runHermes({ files: FILES, settings: SMALL, server: { script: reads(30, alwaysFull) } });
    await hermes.say("read them");
    const session = hermes.agent.session!;
    const next = await hermes.reopen();
    await next.agent.resume(session);
    await next.say("go on");
    expect(next.seen("compression-paused")).toHaveLength(1);
    expect(next.seen("compressed")).toEqual([]);
    expect(await next.agent.compress()).toBe("smaller");
  });
});

describe("preflight", () => {
  it("does not touch a conversation that consists only of head and tail, however large", async () => {
    const hermes = await runHermes({
      settings: { ...SMALL, "hermes.toolOutput.resultChars": 1_000_000 },
      server: { script: () => ({ ...says("seen"), usage: { input_tokens: 40_000, output_tokens: 5 } }) },
    });
    await hermes.say("x ".repeat(40_000));
    await hermes.say("and?");
    expect(hermes.seen("compression-started")).toEqual([]);
  });
});

describe("a provider that never reports usage", () => {
  it("is treated as being as full as the estimate", async () => {
    const hermes = await runHermes({
      files: FILES,
      settings: SMALL,
      server: { windowTokens: 64_000, script: reads(30, (answer) => ({ ...answer, usage: null })) },
    });
    expect(await hermes.say("read them")).toEqual({ outcome: "answered" });
    expect(hermes.seen("recovering")).toEqual([]);
    expect(hermes.seen("compressed").map(({ trigger }) => trigger)).toContain("automatic");
  });
});

describe("session hygiene", () => {
  /** A session of about 51,000 tokens, resumed in a window of 58,000. */
  async function oldSession(enabled: boolean) {
    let windowTokens = 200_000;
    const late = {
      "hermes.compression.threshold": 1,
      "hermes.compression.enabled": enabled,
      "hermes.maxOutputTokens": 1_000,
    };
    const hermes = await runHermes({
      files: FILES,
      server: { script: reads(25) },
      host: {
        settings: () =>
          readFlatSettings({
            "hermes.provider": "anthropic",
            "hermes.model": "claude-sonnet-4-5",
            "hermes.baseUrl": hermes.server.url,
            ...late,
            "hermes.contextLength": windowTokens,
          }).settings,
      },
    });
    await hermes.say("read them");
    windowTokens = 58_000;
    await hermes.agent.resume(hermes.agent.session!);
    const asked = hermes.server.requests.length;
    await hermes.say("and now?");
    return { hermes, first: hermes.server.requests[asked]! };
  }
  it("compresses an old session above 85% of the window before the first request, at any threshold", async () => {
    const { hermes, first } = await oldSession(true);
    expect(hermes.seen("compressed").map(({ trigger }) => trigger)).toEqual(["automatic"]);
    expect(isSummaryCall(first)).toBe(true);
  });
  it("does nothing if compression is turned off", async () => {
    const { hermes } = await oldSession(false);
    expect(hermes.seen("compression-started")).toEqual([]);
  });
});

describe("a request that the provider rejects as too long", () => {
  it("is summarized in a separate call, because the same prefix would be refused again", async () => {
    const hermes = await runHermes({
      files: FILES,
      settings: { "hermes.maxOutputTokens": 1_000 },
      server: { script: reads(40), windowTokens: 30_000 },
    });
    expect(await hermes.say("read them")).toEqual({ outcome: "answered" });
    expect(hermes.seen("recovering").map(({ failure }) => failure)).toEqual(["overflow"]);
    expect(hermes.seen("compressed").map(({ outcome }) => outcome)).not.toContain("fallback");
  });
});

describe("a failed manual compression", () => {
  it("keeps everything, states the reason, and can be done without a model", async () => {
    const agent = reads(12);
    const hermes = await runHermes({
      files: FILES,
      settings: SMALL,
      server: { script: (request, n) => (isSummaryCall(request) ? refuses(403, "not today") : agent(request, n)) },
    });
    await hermes.say("read them");
    const before = hermes.agent.messages;
    expect(await hermes.agent.compress()).toBe("unchanged");
    expect(hermes.seen("compression-failed")).toMatchObject([
      { cause: "summary", reason: expect.stringContaining("everything was kept") },
    ]);
    expect(hermes.agent.messages).toBe(before);
    expect(await hermes.agent.compress({ summary: "deterministic" })).toBe("smaller");
    expect(hermes.seen("compressed")).toMatchObject([{ outcome: "fallback" }]);
  });
});

describe("gpt-5.5 over the Codex route", () => {
  const codex = { "hermes.provider": "openai-codex", "hermes.model": "gpt-5.5" };
  it("announces once that it compresses at 85% of its window, across sessions and windows", async () => {
    const told = new Set<string>();
    const hermes = await runHermes({ settings: codex, host: { seenNotices: told } });
    await hermes.agent.newSession();
    await hermes.agent.newSession();
    expect(hermes.seen("notice")).toEqual([
      {
        type: "notice",
        level: "info",
        text: expect.stringContaining("hermes.compression.codexGpt55Autoraise"),
        actions: ["open-settings"],
      },
    ]);
    expect(hermes.seen("context-measured").at(-1)?.context).toMatchObject({
      windowTokens: 272_000,
      thresholdTokens: 231_200,
    });
    const next = await hermes.reopen();
    await next.agent.newSession();
    expect(next.seen("notice")).toEqual([]);
  });
  it("announces nothing if the setting is off", async () => {
    const hermes = await runHermes({ settings: { ...codex, "hermes.compression.codexGpt55Autoraise": false } });
    await hermes.agent.newSession();
    expect(hermes.seen("notice")).toEqual([]);
  });
});
