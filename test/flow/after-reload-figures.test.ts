import { expect, it } from "vitest";
import { ownLines } from "../../src/presenter/history/history-lines";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const FILES = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`f${index}.txt`, `file ${index}\n${"some words to read ".repeat(240)}\n`]),
);

async function start(): Promise<RunningHermes> {
  let step = 0;
  const hermes = await runHermes({
    files: FILES,
    settings: {
      "hermes.contextLength": 64_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.compression.protectLastN": 2,
      "hermes.compression.targetRatio": 0.1,
    },
    server: {
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff());
        step++;
        return step % 8 === 0 ? says("done") : calls(toolCall("read_file", { path: `f${step}.txt` }));
      },
    },
  });
  await hermes.say("read some files");
  await hermes.say("read more files");
  await hermes.say("and still more");
  await hermes.agent.compress();
  await hermes.say("and a few more");
  return hermes;
}

const requestsOf = (hermes: RunningHermes) =>
  hermes.inspector().timeline.map(({ requestId, usage, costUsd, afterCompression }) => ({
    requestId,
    usage,
    costUsd,
    afterCompression,
  }));

async function reload(hermes: RunningHermes): Promise<RunningHermes> {
  const session = hermes.agent.session!;
  const reopened = await hermes.reopen();
  await reopened.agent.resume(session);
  return reopened;
}

const historyCost = async (hermes: RunningHermes) =>
  ownLines(await hermes.sessions.list(), hermes.agent.session).find(({ state }) => state === "open")?.figures?.costUsd;

it("lists after a reload every request that the session has cost, with the compression among them", async () => {
  const hermes = await start();
  const before = requestsOf(hermes);
  expect(before.filter(({ afterCompression }) => afterCompression !== null)).toHaveLength(1);
  expect(requestsOf(await reload(hermes))).toEqual(before);
});

it("lists them likewise after an undo, and agrees with the history about their cost", async () => {
  const hermes = await start();
  await hermes.agent.undoCompression("replay");
  await hermes.say("go on");
  expect(await historyCost(hermes)).toBeCloseTo(hermes.costUsd() ?? 0, 9);
  const before = requestsOf(hermes);
  const reopened = await reload(hermes);
  expect(requestsOf(reopened)).toEqual(before);
  expect(before.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)).toBeCloseTo(reopened.costUsd() ?? 0, 9);
  expect(await historyCost(reopened)).toBeCloseTo(reopened.costUsd() ?? 0, 9);
});
