import { describe, expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { Script } from "../support/model-server/server";

const FILES = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `f${index}.txt`,
    `file ${index}: { "value": ${index}, "words": "that say little" }\n`.repeat(60),
  ]),
);
const SETTINGS = { "hermes.contextLength": 200_000, "hermes.maxOutputTokens": 1_000 };

/** Reads four files in every turn. */
function readsInTurns(): Script {
  let file = 0;
  return (request) => {
    if (isSummaryCall(request)) return says(handOff());
    file++;
    return file % 5 === 0 ? says(`seen until ${file}`) : calls(toolCall("read_file", { path: `f${file}.txt` }));
  };
}

async function afterFiveTurns(settings = {}): Promise<RunningHermes> {
  const hermes = await runHermes({
    files: FILES,
    settings: { ...SETTINGS, ...settings },
    server: { script: readsInTurns() },
  });
  for (let turn = 0; turn < 5; turn++) await hermes.say(`turn ${turn}`);
  return hermes;
}

/** The gauge as it stands, and the request that follows: both are to say the same. */
async function gaugeAndNextPrompt(hermes: RunningHermes) {
  const gauge = hermes.seen("context-measured").at(-1)!.context;
  const asked = hermes.server.requests.length;
  hermes.server.use(() => says("ok"));
  await hermes.say("go on");
  return { gauge, promptTokens: hermes.server.requests[asked]!.promptTokens };
}

describe("the gauge is an estimate within 1% of the next request", () => {
  it.each<[string, (hermes: RunningHermes) => Promise<unknown>]>([
    [
      "after a compression was undone",
      async (hermes) => {
        await hermes.agent.compress();
        await hermes.say("one more");
        await hermes.agent.undoCompression();
      },
    ],
    [
      "after a compression was undone and later turns were replayed",
      async (hermes) => {
        await hermes.agent.compress();
        await hermes.say("one more");
        await hermes.agent.undoCompression("replay");
      },
    ],
    [
      "on a branch before an earlier message",
      async (hermes) => {
        const third = (await hermes.stored()).filter(({ role }) => role === "user")[2]!;
        const target = { kind: "message", id: third.id, what: "conversation" } as const;
        await hermes.agent.restore(await hermes.agent.planRestore(target));
      },
    ],
    ["after a resume", (hermes) => hermes.agent.resume(hermes.agent.session!)],
    [
      "after an eviction",
      async (hermes) => hermes.agent.evict((await hermes.stored()).find(({ role }) => role === "tool")!.id),
    ],
    [
      "after the engine was changed",
      async (hermes) => {
        hermes.set({ "hermes.context.engine": "lcm" });
        await hermes.agent.changeEngine();
      },
    ],
  ])("%s", async (_, change) => {
    const hermes = await afterFiveTurns();
    expect(hermes.seen("context-measured").at(-1)!.context.source).toBe("reported");
    await change(hermes);
    const { gauge, promptTokens } = await gaugeAndNextPrompt(hermes);
    expect(gauge.source).toBe("estimated");
    expect(gauge.segments.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(gauge.usedTokens);
    expect(Math.abs(gauge.usedTokens - promptTokens) / promptTokens).toBeLessThan(0.01);
  });
});

describe("an undo past the trigger", () => {
  it("compresses before the next request, although no prompt on record was that large", async () => {
    const hermes = await afterFiveTurns({ "hermes.contextLength": 54_000 });
    await hermes.agent.compress();
    for (let turn = 0; turn < 2; turn++) await hermes.say("more");
    expect(hermes.seen("compressed")).toHaveLength(1);
    await hermes.agent.undoCompression("replay");
    const gauge = hermes.seen("context-measured").at(-1)!.context;
    expect(gauge.usedTokens).toBeGreaterThan(gauge.thresholdTokens);
    const asked = hermes.server.requests.length;
    await hermes.say("go on");
    expect(isSummaryCall(hermes.server.requests[asked]!)).toBe(true);
  });
});
