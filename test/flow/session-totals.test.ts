import { expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const FILES = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`f${index}.txt`, "some words that say little\n".repeat(300)]),
);

/** What the header shows when a session is opened. */
function storedCost(hermes: Awaited<ReturnType<typeof runHermes>>): number {
  const { requests, earlierRequests = [] } = hermes.seen("session-opened").at(-1)!.past!;
  return [...earlierRequests, ...requests].reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
}

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
  expect(spent).toBeGreaterThan(0);
  expect(storedCost(next)).toBeCloseTo(spent, 10);
});

it("the cost of a branch is the same after a reload, whatever the other branch cost later", async () => {
  const hermes = await runHermes({ server: { script: () => says("done") } });
  const spent = () => hermes.seen("usage-reported").reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  await hermes.say("first");
  await hermes.say("second");
  const trunk = hermes.agent.session!;
  const second = hermes.seen("message-stored").findLast(({ message }) => message.role === "user")!.message;
  await hermes.agent.resend(second.id, { text: "instead", images: [] });
  const before = spent();
  const branch = hermes.agent.session!;
  expect(branch).not.toBe(trunk);
  await hermes.agent.resume(trunk);
  await hermes.say("third");
  const next = await hermes.reopen();
  await next.agent.resume(branch);
  expect(spent()).toBeGreaterThan(before);
  expect(storedCost(next)).toBeCloseTo(before, 10);
});
