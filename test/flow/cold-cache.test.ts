import { expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const FILES = Object.fromEntries(
  Array.from({ length: 16 }, (_, index) => [
    `f${index}.txt`,
    `file ${index}: some words that say little\n`.repeat(280),
  ]),
);
const MINUTE_MS = 60_000;

/** Fills most of a window, but not so much that a compression is due. */
async function filledSession(policy: "adaptive" | "hermes") {
  let step = 0;
  const clock = { offsetMs: 0 };
  const hermes = await runHermes({
    files: FILES,
    settings: {
      "hermes.contextLength": policy === "adaptive" ? 64_000 : 120_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.compression.policy": policy,
      "hermes.promptCaching.cacheTtl": "5m",
    },
    host: { now: () => Date.now() + clock.offsetMs },
    server: {
      script: (request) =>
        isSummaryCall(request)
          ? says(handOff())
          : step < 16
            ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`))
            : says("done"),
    },
  });
  await hermes.say("read them");
  return { hermes, clock };
}

it("compresses before the threshold once the prompt cache has expired, and the row says why", async () => {
  const { hermes, clock } = await filledSession("adaptive");
  clock.offsetMs += 4 * MINUTE_MS;
  await hermes.say("and now?");
  expect(hermes.seen("compressed")).toEqual([]);
  clock.offsetMs += 6 * MINUTE_MS;
  await hermes.say("back again");
  expect(hermes.seen("compressed")).toMatchObject([{ trigger: "automatic", moment: "cold-cache" }]);
  await hermes.say("go on");
  expect(hermes.seen("compressed")).toHaveLength(1);
});

it("leaves the threshold of the documented rule alone, whatever the cache holds", async () => {
  const { hermes, clock } = await filledSession("hermes");
  clock.offsetMs += 6 * MINUTE_MS;
  await hermes.say("back again");
  expect(hermes.seen("compressed")).toEqual([]);
});
