import { expect, it } from "vitest";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import { inEnglish } from "../support/say";

it("tells the price of a change of model, of engine and of an eviction before it happens", async () => {
  let step = 0;
  const hermes = await runHermes({
    files: { "long.txt": "some plain words\n".repeat(2_000) },
    settings: { "hermes.model": "claude-sonnet-4-5", "hermes.maxOutputTokens": 1_000 },
    server: {
      script: () => (++step === 1 ? calls(toolCall("read_file", { path: "long.txt" })) : says("a reply ".repeat(200))),
    },
  });
  expect(hermes.agent.describeEngineSwitch()).toBeUndefined();
  expect(hermes.agent.priceOfModelSwitch(undefined)).toBeUndefined();
  await hermes.say("read it");

  const { usedTokens, items } = hermes.seen("context-measured").at(-1)!.context;
  const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6 };
  expect(hermes.agent.priceOfModelSwitch(prices)).toEqual({
    tokens: usedTokens,
    costUsd: (usedTokens * 3) / 1_000_000,
  });
  expect(hermes.agent.priceOfModelSwitch(undefined)).toEqual({ tokens: usedTokens, costUsd: null });
  expect(inEnglish(hermes.agent.describeEngineSwitch()!)).toMatch(
    /^The next request reads about [\d,]+ tokens without the cache, which costs about \$\d\.\d{3} more\.$/,
  );

  const result = items.find(({ eviction }) => eviction === "possible")!;
  await hermes.agent.evict(result.messageId);
  expect(result.evictionUsd).toBeGreaterThan(0);
  expect(hermes.seen("evicted").at(-1)?.cacheCostUsd).toBeCloseTo(result.evictionUsd!, 10);
});
