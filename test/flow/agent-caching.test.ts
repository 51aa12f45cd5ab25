import { expect, it } from "vitest";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

it.each([[40, 1], [12, 25]])("an agent reads 95 percent of its cacheable prefix or more in two turns of %i steps with %i calls each", async (steps, parallel) => {
  const hermes = await runHermes({
    files: { "notes.txt": "a line of notes\n".repeat(20) },
    settings: { "hermes.model": "claude-sonnet-5-5" },
    server: {
      script: (_, n) => (n % steps === steps - 1 ? says("done") : calls(...Array.from({ length: parallel }, (__, index) => toolCall("read_file", { path: "notes.txt", limit: index + 1 }, `c${n}-${index}`)))),
    },
  });
  expect(await hermes.say("read the notes often")).toEqual({ outcome: "answered" });
  expect(await hermes.say("and again")).toEqual({ outcome: "answered" });
  const { requests, violations } = hermes.server;
  const cacheable = requests.slice(0, -1).reduce((sum, { promptTokens }) => sum + promptTokens, 0);
  const read = requests.slice(1).reduce((sum, { cache }) => sum + cache.read, 0);
  expect([violations, hermes.seen("usage-reported").flatMap(({ missCause }) => missCause ?? []), hermes.seen("compression-started")]).toEqual([[], [], []]);
  expect(read / cacheable).toBeGreaterThanOrEqual(0.95);
}, 60_000);
