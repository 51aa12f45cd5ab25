import type { CachingStatus, MeterPicture } from "../protocol";

/** What the status bar says, and what it says when asked: plain words and Markdown, no VS Code. */
export interface MeterWords {
  readonly text: string;
  readonly tooltip: string;
  /** For screen readers. */
  readonly label: string;
  readonly look: "calm" | "warning" | "error";
}

export function describeMeter(picture: MeterPicture): MeterWords {
  const { gauge } = picture;
  const share = gauge.windowTokens > 0 ? gauge.usedTokens / gauge.windowTokens : 0;
  const numbers = gauge.windowTokens === 0 ? "Hermes" : `${shortCount(gauge.usedTokens)} / ${shortCount(gauge.windowTokens)} · ${percent(share)}`;
  return {
    text: `${ICONS[picture.activity]} ${numbers}`,
    label: `Hermes context: ${gauge.usedTokens} of ${gauge.windowTokens} tokens, ${percent(share)}`,
    tooltip: describeBreakdown(picture),
    look: LOOKS[gauge.state],
  };
}

const ICONS = { idle: "$(dashboard)", working: "$(sync~spin)", compressing: "$(sync~spin) $(fold)" } as const;
const LOOKS = { calm: "calm", near: "warning", over: "warning", full: "error" } as const;

const SEGMENT_NAMES = {
  system: "System prompt", tools: "Tool schemas", rules: "Rules and memory", head: "First messages", summary: "Summary", tail: "Newest messages", pins: "Pins", turn: "This turn",
} as const;

const ORIGINS = {
  catalog: "from the catalog", setting: "from your setting", learnt: "learnt from the provider", provider: "from the provider", guessed: "assumed until the provider says otherwise",
} as const;

function describeBreakdown({ gauge, segments, outputReserveTokens, caching, model, costUsd }: MeterPicture): string {
  const rows = segments.filter(({ tokens }) => tokens > 0).map(({ kind, tokens }) => `| ${SEGMENT_NAMES[kind]} | ${groupDigits(tokens)} |`);
  return [
    `**${escapeMarkdown(model.label || "Hermes")}** · window ${groupDigits(gauge.windowTokens)} tokens (${ORIGINS[gauge.windowOrigin]})`,
    ["| Context | Tokens |", "|:--|--:|", ...rows, `| **In use** (${gauge.source}) | **${groupDigits(gauge.usedTokens)}** |`, `| Reserved for the reply | ${groupDigits(outputReserveTokens)} |`].join("\n"),
    [`Compresses at ${groupDigits(gauge.thresholdTokens)} tokens${gauge.turnsLeft === null ? "" : `, ≈ ${gauge.turnsLeft} turns left`}.`, describeCaching(caching), costUsd === null ? "Cost: –" : `Cost: $${costUsd.toFixed(costUsd < 1 ? 4 : 2)}`].join("  \n"),
    "Click to open the context inspector.",
  ].join("\n\n");
}

function describeCaching({ state, ttl, hitRate, why }: CachingStatus): string {
  if (state === "unknown") return "Prompt cache: no request yet.";
  if (state === "off") return `Prompt cache: off (${escapeMarkdown(why)}).`;
  return `Prompt cache: on, ${ttl}${hitRate === null ? "" : `, ${percent(hitRate)} read from it`}.`;
}

const THOUSAND = 1_000;
const MILLION = 1_000_000;

/** "940", "62.4K", "1M". */
export function shortCount(count: number): string {
  if (count < THOUSAND) return String(Math.round(count));
  if (count < MILLION) return `${oneDecimal(count / THOUSAND)}K`;
  return `${oneDecimal(count / MILLION)}M`;
}

const oneDecimal = (value: number) => value.toFixed(1).replace(/\.0$/, "");
const percent = (share: number) => `${Math.round(share * 100)} %`;
const groupDigits = (count: number) => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!|<>$]/g, "\\$&");
