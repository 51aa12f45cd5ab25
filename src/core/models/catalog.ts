import type { Model, Prices } from "./model";

/** What is known of a model wherever it is served. `id` is a prefix: dated and suffixed names match the longest one. */
export interface CatalogEntry {
  readonly id: string;
  readonly label: string;
  readonly windowTokens: number;
  readonly maxOutputTokens: number;
  readonly sees: Model["sees"];
  readonly thinking: Model["thinking"];
  readonly efforts?: Model["efforts"];
  /** Absent where no single documented price exists (tiers, promotions). */
  readonly prices?: Prices;
  readonly minimumCacheTokens: number;
}

/** Documented multipliers of the input price: a read costs a tenth, a write 1.25× (five minutes) or 2× (one hour). */
const claudePrices = (input: number, output: number): Prices => ({
  input,
  output,
  cacheRead: input * 0.1,
  cacheWrite5m: input * 1.25,
  cacheWrite1h: input * 2,
});

/** Automatic caches charge nothing extra for a write, unless a price for it is stated. */
const automaticPrices = ([input, output, cacheRead, cacheWrite = input]: AutomaticPrices): Prices => ({
  input,
  output,
  cacheRead,
  cacheWrite5m: cacheWrite,
  cacheWrite1h: cacheWrite,
});

type ClaudeRow = readonly [
  id: string,
  label: string,
  window: number,
  maxOutput: number,
  thinking: Model["thinking"],
  input: number,
  output: number,
  minimumCache: number,
];

/**
 * Figures of the vendor's model pages (platform.claude.com, autumn 2026). The smallest cacheable prefix is documented
 * up to the 5 series; for 5.5 the value of the series before is carried on.
 */
const CLAUDE: readonly ClaudeRow[] = [
  ["claude-fable-5", "Claude Fable 5", 1_000_000, 128_000, "always", 10, 50, 512],
  ["claude-mythos-5", "Claude Mythos 5", 1_000_000, 128_000, "always", 10, 50, 512],
  ["claude-opus-5-5", "Claude Opus 5.5", 1_000_000, 128_000, "always", 4, 20, 512],
  ["claude-opus-5", "Claude Opus 5", 1_000_000, 128_000, "optional", 5, 25, 512],
  ["claude-sonnet-5-5", "Claude Sonnet 5.5", 1_000_000, 128_000, "optional", 2, 10, 1_024],
  ["claude-sonnet-5", "Claude Sonnet 5", 1_000_000, 128_000, "optional", 2, 10, 1_024],
  ["claude-haiku-5-5", "Claude Haiku 5.5", 1_000_000, 128_000, "optional", 0.1, 0.5, 4_096],
  ["claude-opus-4-8", "Claude Opus 4.8", 1_000_000, 128_000, "optional", 5, 25, 1_024],
  ["claude-opus-4-7", "Claude Opus 4.7", 1_000_000, 128_000, "optional", 5, 25, 2_048],
  ["claude-opus-4-6", "Claude Opus 4.6", 1_000_000, 128_000, "optional", 5, 25, 4_096],
  ["claude-sonnet-4-6", "Claude Sonnet 4.6", 1_000_000, 64_000, "optional", 3, 15, 1_024],
  ["claude-opus-4-5", "Claude Opus 4.5", 200_000, 64_000, "optional", 5, 25, 4_096],
  ["claude-sonnet-4-5", "Claude Sonnet 4.5", 200_000, 64_000, "optional", 3, 15, 1_024],
  ["claude-haiku-4-5", "Claude Haiku 4.5", 200_000, 64_000, "optional", 1, 5, 4_096],
  ["claude-opus-4-1", "Claude Opus 4.1", 200_000, 32_000, "optional", 15, 75, 1_024],
  ["claude-opus-4", "Claude Opus 4", 200_000, 32_000, "optional", 15, 75, 1_024],
  ["claude-sonnet-4", "Claude Sonnet 4", 200_000, 64_000, "optional", 3, 15, 1_024],
  ["claude-3-7-sonnet", "Claude Sonnet 3.7", 200_000, 64_000, "optional", 3, 15, 1_024],
  ["claude-3-5-haiku", "Claude Haiku 3.5", 200_000, 8_192, "none", 0.8, 4, 2_048],
];

type AutomaticRow = readonly [
  id: string,
  label: string,
  window: number,
  maxOutput: number,
  sees: Model["sees"],
  thinking: Model["thinking"],
  prices: AutomaticPrices | null,
];
type AutomaticPrices = readonly [input: number, output: number, cacheRead: number, cacheWrite?: number];

/**
 * Documented surcharges on long prompts: OpenAI from its 5.4 generation on, the smallest Claude, Gemini Pro and Grok.
 */
const LONG_PROMPTS: readonly (readonly [id: RegExp, long: NonNullable<Prices["long"]>])[] = [
  [/^gpt-(?:5\.[4-9]|6)(?!.*mini)/, { overPromptTokens: 272_000, inputTimes: 2, outputTimes: 1.5 }],
  [/^gemini-(?:2\.5|3)-pro$/, { overPromptTokens: 200_000, inputTimes: 2, outputTimes: 1.5 }],
  [/^grok-4$/, { overPromptTokens: 128_000, inputTimes: 2, outputTimes: 2 }],
  [/^grok-4\.[67]$/, { overPromptTokens: 200_000, inputTimes: 2, outputTimes: 2 }],
  [/^claude-haiku-5-5$/, { overPromptTokens: 100_000, inputTimes: 5, outputTimes: 5 }],
];

/**
 * Vendors' price and model pages as of 2026: OpenAI, DeepSeek, Google, xAI,
 * Moonshot, Z.ai, Alibaba, Mistral. Windows of the last five are those of their hosted endpoints; a server's own
 * listing or refusal overrules all of them. Where sources differ the smaller figure stands, where the price of a cached
 * token is not documented no price does, and xAI, which states no limit for a reply, gets one that leaves room for a
 * prompt.
 */
const AUTOMATIC: readonly AutomaticRow[] = [
  ["gpt-6.1-terra", "GPT-6.1 Terra", 1_050_000, 128_000, "text-and-images", "optional", [1, 5, 0.05, 1.25]],
  ["gpt-6-astra", "GPT-6 Astra", 1_050_000, 128_000, "text-and-images", "optional", [10, 50, 1, 12.5]],
  ["gpt-6-sol", "GPT-6 Sol", 1_050_000, 128_000, "text-and-images", "optional", [2, 10, 0.2, 2.5]],
  ["gpt-6-luna", "GPT-6 Luna", 1_050_000, 128_000, "text-and-images", "optional", [0.1, 0.5, 0.01, 0.125]],
  ["gpt-5.6-terra", "GPT-5.6 Terra", 1_050_000, 128_000, "text-and-images", "optional", [2, 12, 0.2]],
  ["gpt-5.6-luna", "GPT-5.6 Luna", 1_050_000, 128_000, "text-and-images", "optional", [0.2, 1.2, 0.02]],
  ["gpt-5.6-sol", "GPT-5.6 Sol", 1_050_000, 128_000, "text-and-images", "optional", [5, 30, 0.5]],
  ["gpt-5.6", "GPT-5.6", 1_050_000, 128_000, "text-and-images", "optional", [5, 30, 0.5]],
  ["gpt-5.5-pro", "GPT-5.5 Pro", 1_050_000, 128_000, "text-and-images", "always", [30, 180, 3]],
  ["gpt-5.5", "GPT-5.5", 1_050_000, 128_000, "text-and-images", "optional", [5, 30, 0.5]],
  ["gpt-5.4-mini", "GPT-5.4 mini", 400_000, 128_000, "text-and-images", "optional", [0.75, 4.5, 0.075]],
  ["gpt-5.4", "GPT-5.4", 1_050_000, 128_000, "text-and-images", "optional", [2.5, 15, 0.25]],
  ["gpt-5.3", "GPT-5.3", 400_000, 128_000, "text-and-images", "optional", [1.75, 14, 0.175]],
  ["gpt-5.2", "GPT-5.2", 400_000, 128_000, "text-and-images", "optional", [1.75, 14, 0.175]],
  ["gpt-5-mini", "GPT-5 mini", 400_000, 128_000, "text-and-images", "always", [0.25, 2, 0.025]],
  ["gpt-5-nano", "GPT-5 nano", 400_000, 128_000, "text-and-images", "always", [0.05, 0.4, 0.005]],
  ["gpt-5", "GPT-5", 400_000, 128_000, "text-and-images", "always", [1.25, 10, 0.125]],
  ["gpt-4.1-mini", "GPT-4.1 mini", 1_047_576, 32_768, "text-and-images", "none", [0.4, 1.6, 0.1]],
  ["gpt-4.1", "GPT-4.1", 1_047_576, 32_768, "text-and-images", "none", [2, 8, 0.5]],
  ["gpt-4o-mini", "GPT-4o mini", 128_000, 16_384, "text-and-images", "none", [0.15, 0.6, 0.075]],
  ["gpt-4o", "GPT-4o", 128_000, 16_384, "text-and-images", "none", [2.5, 10, 1.25]],
  ["o4-mini", "o4-mini", 200_000, 100_000, "text-and-images", "always", [1.1, 4.4, 0.275]],
  ["o3", "o3", 200_000, 100_000, "text-and-images", "always", [2, 8, 0.5]],
  ["deepseek-v4-pro", "DeepSeek V4 Pro", 1_000_000, 384_000, "text", "optional", [0.435, 0.87, 0.003625]],
  ["deepseek-v4-flash", "DeepSeek V4 Flash", 1_000_000, 384_000, "text", "optional", [0.14, 0.28, 0.0028]],
  ["deepseek-reasoner", "DeepSeek Reasoner", 128_000, 64_000, "text", "always", [0.28, 0.42, 0.028]],
  ["deepseek-chat", "DeepSeek Chat", 128_000, 8_192, "text", "none", [0.28, 0.42, 0.028]],
  ["gemini-3.5-flash", "Gemini 3.5 Flash", 1_000_000, 64_000, "text-and-images", "always", [1.5, 9, 0.15]],
  ["gemini-3-pro", "Gemini 3 Pro", 1_048_576, 65_536, "text-and-images", "always", [2, 12, 0.2]],
  ["gemini-2.5-pro", "Gemini 2.5 Pro", 1_048_576, 65_536, "text-and-images", "always", [1.25, 10, 0.125]],
  ["gemini-2.5-flash", "Gemini 2.5 Flash", 1_048_576, 65_536, "text-and-images", "optional", [0.3, 2.5, 0.03]],
  ["grok-code-fast", "Grok Code Fast", 256_000, 10_000, "text", "always", [0.2, 1.5, 0.02]],
  ["grok-4.7", "Grok 4.7", 500_000, 64_000, "text-and-images", "always", [2, 6, 0.5]],
  ["grok-4.6", "Grok 4.6", 500_000, 64_000, "text-and-images", "always", [2, 6, 0.5]],
  ["grok-4.5", "Grok 4.5", 500_000, 64_000, "text-and-images", "always", null],
  ["grok-4.3", "Grok 4.3", 1_000_000, 64_000, "text-and-images", "optional", null],
  ["grok-4", "Grok 4", 256_000, 64_000, "text-and-images", "always", [3, 15, 0.75]],
  ["kimi-k3", "Kimi K3", 1_048_576, 131_072, "text-and-images", "always", [3, 15, 0.3]],
  ["kimi-k2.6", "Kimi K2.6", 262_144, 32_768, "text-and-images", "optional", null],
  ["kimi-k2", "Kimi K2", 262_144, 32_768, "text", "optional", [0.6, 2.5, 0.15]],
  ["glm-5.3", "GLM-5.3", 1_048_576, 131_072, "text", "optional", [1.4, 4.4, 0.26]],
  ["glm-4.6", "GLM-4.6", 200_000, 128_000, "text", "optional", [0.6, 2.2, 0.11]],
  ["qwen3-coder-plus", "Qwen3 Coder Plus", 1_000_000, 65_536, "text", "none", null],
  ["codestral", "Codestral", 128_000, 32_768, "text", "none", null],
];

/**
 * Models with a documented effort: Claude from Opus 4.5 and Sonnet 4.6 on (`output_config.effort`), OpenAI's reasoning
 * models (`reasoning.effort`, `reasoning_effort`). Others think by themselves, by a budget, or by fields of their own.
 */
const TAKES_EFFORT =
  /^(?:claude-(?:fable|mythos|opus-(?:4-[5-9]|[5-9])|sonnet-(?:4-[6-9]|[5-9])|haiku-5)|gpt-[56]|o[34])/;
const EFFORTS = ["low", "medium", "high"] as const;

/** OpenAI caches from this many tokens on; the others are no stricter. */
const AUTOMATIC_MINIMUM_TOKENS = 1_024;

export const CATALOG: readonly CatalogEntry[] = [...CLAUDE.map(claudeEntry), ...AUTOMATIC.map(automaticEntry)].map(
  (entry) => (TAKES_EFFORT.test(entry.id) ? { ...entry, efforts: EFFORTS } : entry),
);

/** Routers prefix the vendor and write dots for dashes: `anthropic/claude-opus-4.5:beta` is `claude-opus-4-5`. */
export function findInCatalog(model: string): CatalogEntry | undefined {
  const name = bareName(model);
  const fits = CATALOG.filter(
    ({ id }) => name.startsWith(canonical(id)) && !/^\d/.test(name.slice(canonical(id).length)),
  );
  const entry = fits.toSorted((a, b) => b.id.length - a.id.length)[0];
  return entry === undefined || SAME_MODEL.test(name.slice(entry.id.length)) ? entry : withoutPrices(entry);
}

/** What may follow a name without making it another model: a date, a tag of a router, a channel. */
const SAME_MODEL = /^(?:-\d{8}|-\d{4}-\d\d-\d\d|-latest|-preview|@\w+|:\w+|-v\d.*)*$/;

/** A relative we do not list is likely as large, but nobody said that it costs the same. */
function withoutPrices({ prices: _, ...entry }: CatalogEntry): CatalogEntry {
  return entry;
}

export const isClaude = (model: string): boolean => bareName(model).includes("claude");

const bareName = (model: string): string =>
  canonical(
    model
      .toLowerCase()
      .split("/")
      .at(-1)
      ?.replace(/^(?:[a-z]+\.)+(?=[a-z])/, "") ?? "",
  );
const canonical = (id: string): string => id.replaceAll(".", "-");

function claudeEntry([
  id,
  label,
  windowTokens,
  maxOutputTokens,
  thinking,
  input,
  output,
  minimumCacheTokens,
]: ClaudeRow): CatalogEntry {
  return {
    id,
    label,
    windowTokens,
    maxOutputTokens,
    sees: "text-and-images",
    thinking,
    prices: withSurcharge(id, claudePrices(input, output)),
    minimumCacheTokens,
  };
}

function automaticEntry([
  id,
  label,
  windowTokens,
  maxOutputTokens,
  sees,
  thinking,
  prices,
]: AutomaticRow): CatalogEntry {
  const entry = {
    id,
    label,
    windowTokens,
    maxOutputTokens,
    sees,
    thinking,
    minimumCacheTokens: AUTOMATIC_MINIMUM_TOKENS,
  };
  return prices === null ? entry : { ...entry, prices: withSurcharge(id, automaticPrices(prices)) };
}

function withSurcharge(id: string, prices: Prices): Prices {
  const long = LONG_PROMPTS.find(([pattern]) => pattern.test(id))?.[1];
  return long === undefined ? prices : { ...prices, long };
}
