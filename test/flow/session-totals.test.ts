import { expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const FILES = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`f${index}.txt`, "some words that say little\n".repeat(300)]),
);

it("the cost of a session does not fall after a compression and a reload", async () => {
  let step = 0;
  const hermes = await runHermes({
    files: FILES,
    settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
    server: {
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff());
        return step < 12 ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`)) : says("done");
      },
    },
  });
  await hermes.say("read them");
  expect(await hermes.agent.compress()).toBe("smaller");
  await hermes.say("and now?");
  const spent = hermes.seen("usage-reported").reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  const session = hermes.agent.session!;
  const next = await hermes.reopen();
  await next.agent.resume(session);
  const opened = next.seen("session-opened").at(-1)!;
  const { requests, earlierRequests = [] } = opened.past!;
  const stored = [...earlierRequests, ...requests].reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  expect(spent).toBeGreaterThan(0);
  expect(stored).toBeCloseTo(spent, 10);
});
