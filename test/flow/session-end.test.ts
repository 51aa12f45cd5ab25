import { describe, expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const FILES = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [`f${index}.txt`, `file ${index}\n${"some words to read ".repeat(240)}\n`]),
);

const start = () => {
  let step = 0;
  return runHermes({
    files: FILES,
    settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
    server: {
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff());
        return step < 24 ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`)) : says("done");
      },
    },
  });
};

it("is left before the next one is announced, so that whoever asks then is answered about that one", async () => {
  const opened: (readonly [announced: string, open: string | undefined])[] = [];
  const hermes: RunningHermes = await runHermes({
    server: { script: () => says("done") },
    host: {
      emit: (event) => void (event.type === "session-opened" && opened.push([event.session, hermes.agent.session])),
    },
  });
  await hermes.say("hello");
  const first = hermes.agent.session!;
  await hermes.agent.newSession();
  await hermes.say("hello again");
  await hermes.agent.resume(first);
  await hermes.agent.branch(first);
  await hermes.agent.showVersion(first);
  expect(opened).toHaveLength(5);
  expect(opened.map(([announced]) => announced)).toEqual(opened.map(([, open]) => open));
});

describe("a session that the user leaves", () => {
  it("is summed up across its compressions, in the new session", async () => {
    const hermes = await start();
    await hermes.say("read every file");
    await hermes.agent.compress();
    await hermes.say("go on");
    const lines = await hermes.sessions.list();
    const shown = hermes.inspector();
    await hermes.agent.newSession();
    const [ended] = hermes.seen("session-ended");
    expect(ended).toMatchObject({ title: "read every file #2", compressions: 1 });
    const sum = (kind: "input" | "output" | "cacheRead") => lines.reduce((total, { usage }) => total + usage[kind], 0);
    expect(ended?.usage).toMatchObject({ input: sum("input"), output: sum("output"), cacheRead: sum("cacheRead") });
    expect(ended?.auxiliaryUsage.output).toBeGreaterThan(0);
    expect(ended?.costUsd).toBeCloseTo(
      lines.reduce((total, { costUsd }) => total + (costUsd ?? 0), 0),
      9,
    );
    expect(ended?.cacheShare).toBe(shown.cache.status.hitRate);
    expect(hermes.rows()).toMatchObject([{ kind: "context", change: { type: "session-ended" } }]);
  });

  it("is summed up when another one is opened, and only then", async () => {
    const hermes = await start();
    const first = await hermes.agent.newSession();
    await hermes.agent.newSession();
    expect(hermes.seen("session-ended")).toEqual([]);
    await hermes.say("hello");
    const left = hermes.agent.session!;
    await hermes.agent.resume(left);
    expect(hermes.seen("session-ended")).toEqual([]);
    await hermes.agent.resume(first);
    expect(hermes.seen("session-ended")).toMatchObject([{ session: left, title: "hello", compressions: 0 }]);
    expect(hermes.events.findLast(({ type }) => /^session/.test(type))?.type).toBe("session-ended");
  });
});
