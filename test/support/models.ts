import type { Model } from "../../src/core/models/model";

/** A model with default figures, so that a test specifies only the relevant ones. */
export const model = (over: Partial<Model> = {}): Model => ({
  protocol: "anthropic-messages",
  provider: "anthropic",
  model: "claude-x",
  label: "Claude X",
  windowTokens: 200_000,
  windowOrigin: "catalog",
  maxOutputTokens: 32_000,
  sees: "text-and-images",
  thinking: "none",
  prices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6 },
  cache: { kind: "breakpoints", minimumTokens: 1_024 },
  ...over,
});
