import { describe, expect, it } from "vitest";
import { CATALOG, findInCatalog } from "../../../src/core/models/catalog";
import { costOf } from "../../../src/core/models/cost";
import { limitsInMemory } from "../../../src/core/models/learned-limits";
import type { Prices } from "../../../src/core/models/model";
import type { Served } from "../../../src/core/models/model-registry";
import { createRegistry, WINDOW_LADDER } from "../../../src/core/models/model-registry";

const served = (more: Partial<Served> = {}): Served => ({
  protocol: "anthropic-messages",
  provider: "anthropic",
  model: "claude-opus-5-5",
  baseUrl: "https://api.anthropic.com",
  marks: "taken",
  ...more,
});
const unknown = served({
  protocol: "openai-chat",
  provider: "openai-compatible",
  model: "my-own-model",
  marks: "refused",
});

const stated = (tokens: number) => ({ tokens, why: `at most ${tokens} tokens`, at: 1_000 });

describe("the catalog", () => {
  it.each([
    ["claude-opus-4-5-20251101", "claude-opus-4-5"],
    ["anthropic/claude-opus-4.5", "claude-opus-4-5"],
    ["anthropic/claude-sonnet-5.5:beta", "claude-sonnet-5-5"],
    ["us.anthropic.claude-haiku-4-5", "claude-haiku-4-5"],
    ["anthropic.claude-haiku-4-5", "claude-haiku-4-5"],
    ["claude-opus-4-1-20250805", "claude-opus-4-1"],
    ["claude-sonnet-4-20250514", "claude-sonnet-4"],
    ["openai/gpt-5.5", "gpt-5.5"],
    ["gpt-5.5-pro-2026-05-03", "gpt-5.5-pro"],
    ["gpt-5-mini", "gpt-5-mini"],
    ["x-ai/grok-4.7", "grok-4.7"],
    ["grok-4.20-0309-reasoning", "grok-4"],
    ["moonshotai/kimi-k2.7-code", "kimi-k2"],
    ["z-ai/glm-5.3", "glm-5.3"],
    ["gpt-50", undefined],
    ["llama3", undefined],
  ])("knows %s as %s", (name, id) => {
    expect(findInCatalog(name)?.id).toBe(id);
  });

  it("knows no price of a relative it does not list", () => {
    expect(
      ["gpt-6-sol", "gpt-6-sol-2026-09-22", "gpt-6-sol-max", "claude-opus-5-7"].map(
        (name) => findInCatalog(name)?.prices?.input,
      ),
    ).toEqual([2, 2, undefined, undefined]);
  });

  it("has no entry twice and no window smaller than its output", () => {
    expect(new Set(CATALOG.map(({ id }) => id)).size).toBe(CATALOG.length);
    expect(CATALOG.filter(({ windowTokens, maxOutputTokens }) => maxOutputTokens > windowTokens)).toEqual([]);
  });

  it("asks nothing implausible: a cached token costs less than a fresh one, a written one no less, output more", () => {
    const isPlausible = ({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: Prices) =>
      0 < cacheRead &&
      cacheRead < input &&
      input <= cacheWrite5m &&
      cacheWrite5m <= cacheWrite1h &&
      input < output &&
      output < 1_000;
    expect(CATALOG.filter(({ prices }) => prices !== undefined && !isPlausible(prices)).map(({ id }) => id)).toEqual(
      [],
    );
    expect(
      CATALOG.filter(
        ({ windowTokens, maxOutputTokens, minimumCacheTokens }) =>
          windowTokens < 100_000 || maxOutputTokens < 8_000 || minimumCacheTokens < 512,
      ).map(({ id }) => id),
    ).toEqual([]);
  });
});

describe("the registry", () => {
  it("describes a known model", () => {
    expect(createRegistry(limitsInMemory()).resolve(served())).toEqual({
      protocol: "anthropic-messages",
      provider: "anthropic",
      baseUrl: "https://api.anthropic.com",
      model: "claude-opus-5-5",
      label: "Claude Opus 5.5",
      windowTokens: 1_000_000,
      windowOrigin: "catalog",
      maxOutputTokens: 128_000,
      sees: "text-and-images",
      thinking: "always",
      efforts: ["low", "medium", "high"],
      prices: { input: 4, output: 20, cacheRead: 0.4, cacheWrite5m: 5, cacheWrite1h: 8 },
      cache: { kind: "breakpoints", minimumTokens: 512 },
    });
  });

  it("guesses what nobody knows, without a price", () => {
    const model = createRegistry(limitsInMemory()).resolve(unknown);
    expect([model.windowTokens, model.windowOrigin, model.maxOutputTokens, model.prices, model.cache]).toEqual([
      256_000,
      "guessed",
      16_384,
      undefined,
      { kind: "automatic", minimumTokens: 1_024 },
    ]);
  });

  it("believes the smaller of a stated refusal and the user, then the server, then the catalog", () => {
    const registry = createRegistry(limitsInMemory());
    const window = (hints = {}) => {
      const { windowTokens, windowOrigin } = registry.resolve(served(), hints);
      return [windowTokens, windowOrigin];
    };
    expect([window(), window({ servedWindowTokens: 500_000 })]).toEqual([
      [1_000_000, "catalog"],
      [500_000, "provider"],
    ]);
    registry.learn(served(), stated(200_000));
    expect([
      window({ servedWindowTokens: 500_000 }),
      window({ contextLength: 60_000 }),
      window({ contextLength: 400_000 }),
    ]).toEqual([
      [200_000, "learnt"],
      [60_000, "setting"],
      [200_000, "learnt"],
    ]);
  });

  it("remembers stated limits per route and across lives, and never a larger one", () => {
    const limits = limitsInMemory();
    createRegistry(limits).learn(unknown, stated(32_000));
    createRegistry(limits).learn(unknown, stated(64_000));
    const again = createRegistry(limits);
    const elsewhere = { ...unknown, baseUrl: "http://127.0.0.1:9" };
    expect([again.resolve(unknown).windowTokens, again.resolve(elsewhere).windowTokens]).toEqual([32_000, 256_000]);
  });

  it("forgets what it learnt and guessed when asked", () => {
    const registry = createRegistry(limitsInMemory());
    registry.learn(served(), stated(200_000));
    registry.stepDown(unknown, 256_000);
    registry.forget();
    expect([registry.resolve(served()).windowOrigin, registry.resolve(unknown).windowTokens]).toEqual([
      "catalog",
      256_000,
    ]);
  });

  it("steps down the ladder in memory only", () => {
    const limits = limitsInMemory();
    const registry = createRegistry(limits);
    const steps = WINDOW_LADDER.map(() => registry.stepDown(unknown, registry.resolve(unknown).windowTokens));
    expect(steps).toEqual([128_000, 64_000, 32_000, 16_000, 8_000, undefined]);
    expect([registry.resolve(unknown).windowOrigin, limits.load()]).toEqual(["guessed", {}]);
  });

  it("caps the window on the Codex route", () => {
    const codex = served({
      protocol: "openai-responses",
      provider: "openai-codex",
      model: "gpt-5.5",
      marks: "refused",
    });
    const model = createRegistry(limitsInMemory()).resolve(codex);
    expect([model.windowTokens, model.prices]).toEqual([272_000, undefined]);
  });

  it("never lets the output take more than half of a small window", () => {
    expect(createRegistry(limitsInMemory()).resolve(served(), { contextLength: 8_000 }).maxOutputTokens).toBe(4_000);
  });

  it("leaves caching alone where marks are refused", () => {
    expect(createRegistry(limitsInMemory()).resolve(served({ marks: "refused" })).cache).toEqual({ kind: "none" });
  });
});

describe("costOf", () => {
  const usage = { input: 1_000, cacheRead: 10_000, cacheWrite: 2_000, output: 500, reasoning: 100 };
  const prices = { input: 5, output: 25, cacheRead: 0.5, cacheWrite5m: 6.25, cacheWrite1h: 10 };

  it("prices each part once, and reasoning as the output it is", () => {
    expect([costOf(usage, { prices }, "5m"), costOf(usage, { prices }, "1h")]).toEqual([0.035, 0.0425]);
  });

  it.each([
    ["gemini-2.5-pro", 200_000, 1.25, 2.5],
    ["gemini-3-pro-preview", 200_000, 2, 4],
    ["grok-4", 128_000, 3, 6],
    ["grok-4.7", 200_000, 2, 4],
  ])("charges more for prompts of %s beyond %d tokens", (name, over, usual, dear) => {
    const perMillion = (input: number) =>
      ((costOf({ input, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }, findInCatalog(name) ?? {}, "5m") ?? 0) /
        input) *
      1_000_000;
    expect([perMillion(over), perMillion(over + 1)].map((usd) => Math.round(usd * 100) / 100)).toEqual([usual, dear]);
  });

  it("prices long prompts as the vendors do", () => {
    const luna = findInCatalog("gpt-6-luna");
    const haiku = findInCatalog("claude-haiku-5-5");
    const long = { input: 0, cacheRead: 300_000, cacheWrite: 0, output: 1_000, reasoning: 0 };
    expect([costOf(long, luna ?? {}, "5m"), costOf(long, haiku ?? {}, "5m")].map((usd) => usd?.toFixed(6))).toEqual([
      "0.006750",
      "0.017500",
    ]);
  });

  it("knows no price where there is none", () => {
    expect(costOf(usage, {}, "5m")).toBeNull();
  });
});

describe("a stated limit", () => {
  const known = served({ model: "claude-sonnet-4-5" });
  const window = (registry: ReturnType<typeof createRegistry>, hints = {}) =>
    registry.resolve(known, hints).windowTokens;

  it("far below the catalog is believed only when a second refusal states the same", () => {
    const registry = createRegistry(limitsInMemory());
    const before = window(registry);
    expect([registry.learn(known, stated(8_192)), window(registry)]).toEqual(["doubted", before]);
    expect([registry.learn(known, stated(4_096)), window(registry)]).toEqual(["doubted", before]);
    expect([registry.learn(known, stated(4_096)), window(registry)]).toEqual(["believed", 4_096]);
  });

  it("far below the setting or the server's own list is doubted too", () => {
    const hints = [{ contextLength: 150_000 }, { servedWindowTokens: 150_000 }];
    expect(hints.map((hint) => createRegistry(limitsInMemory()).learn(unknown, stated(8_192), hint))).toEqual([
      "doubted",
      "doubted",
    ]);
    expect(createRegistry(limitsInMemory()).learn(unknown, stated(8_192))).toBe("believed");
  });

  it("below a prompt the model has answered is never believed", () => {
    const limits = limitsInMemory();
    createRegistry(limits).accept(known, 60_000);
    const registry = createRegistry(limits);
    const verdicts = [1, 2, 3].map(() => registry.learn(known, stated(50_000)));
    expect([verdicts, registry.resolve(known).windowOrigin]).toEqual([["refuted", "refuted", "refuted"], "catalog"]);
  });

  it("is removed for good by a longer prompt that is answered", () => {
    const limits = limitsInMemory();
    const registry = createRegistry(limits);
    registry.learn(known, stated(50_000));
    registry.accept(known, 50_000);
    expect(registry.resolve(known)).toMatchObject({
      windowTokens: 50_000,
      windowOrigin: "learnt",
      windowReason: { text: "at most 50000 tokens", at: 1_000 },
    });
    registry.accept(known, 50_001);
    expect([registry, createRegistry(limits)].map((one) => one.resolve(known).windowOrigin)).toEqual([
      "catalog",
      "catalog",
    ]);
  });

  it("stored by an earlier version is doubted like any other", () => {
    const limits = limitsInMemory();
    const key = "anthropic https://api.anthropic.com claude-sonnet-4-5";
    const origins = [8_192, 100_000, "damaged", null, { stated: { tokens: -1 } }].map((record) => {
      limits.save({ [key]: record });
      return createRegistry(limits).resolve(known).windowOrigin;
    });
    expect(origins).toEqual(["catalog", "learnt", "catalog", "catalog", "catalog"]);
  });

  it("is not guessed below a prompt the model has answered", () => {
    const registry = createRegistry(limitsInMemory());
    registry.accept(unknown, 100_000);
    expect([registry.stepDown(unknown, 256_000), registry.stepDown(unknown, 128_000)]).toEqual([128_000, undefined]);
    registry.accept(unknown, 130_000);
    expect(registry.resolve(unknown).windowTokens).toBe(256_000);
  });
});
