import type { CachingStatus, GaugePicture, MeterPicture } from "../protocol";
import type { Say } from "./say";

/** What the status bar says, and what it says when asked: plain words and Markdown, no VS Code. */
export interface MeterWords {
  readonly text: string;
  readonly tooltip: string;
  /** For screen readers. */
  readonly label: string;
  readonly look: "calm" | "warning" | "error";
}

export function describeMeter(picture: MeterPicture, say: Say): MeterWords {
  const { gauge } = picture;
  const share = gauge.windowTokens > 0 ? gauge.usedTokens / gauge.windowTokens : 0;
  const numbers =
    gauge.windowTokens === 0
      ? "Hermes"
      : `${shortCount(gauge.usedTokens)} / ${shortCount(gauge.windowTokens)} · ${percent(share)}`;
  return {
    text: `${ICONS[picture.activity]} ${numbers}`,
    label: say("Hermes context: {0} of {1} tokens, {2}", gauge.usedTokens, gauge.windowTokens, percent(share)),
    tooltip: describeBreakdown(picture, say),
    look: LOOKS[gauge.state],
  };
}

const ICONS = { idle: "$(dashboard)", working: "$(sync~spin)", compressing: "$(sync~spin) $(fold)" } as const;
const LOOKS = { calm: "calm", near: "warning", over: "warning", full: "error" } as const;

function describeBreakdown(
  { gauge, segments, outputReserveTokens, caching, model, costUsd }: MeterPicture,
  say: Say,
): string {
  const names = segmentNames(say);
  const rows = segments
    .filter(({ tokens }) => tokens > 0)
    .map(({ kind, tokens }) => `| ${names[kind]} | ${groupDigits(tokens)} |`);
  const cost = costUsd === null ? "–" : `$${costUsd.toFixed(costUsd < 1 ? 4 : 2)}`;
  return [
    `**${escapeMarkdown(model.label || "Hermes")}** · ${sayWindow(gauge, say)}`,
    [
      `| ${say("Context")} | ${say("Tokens")} |`,
      "|:--|--:|",
      ...rows,
      `| **${say("In use")}** (${saySource(gauge, say)}) | **${groupDigits(gauge.usedTokens)}** |`,
      `| ${say("Reserved for the reply")} | ${groupDigits(outputReserveTokens)} |`,
    ].join("\n"),
    [sayThreshold(gauge, say), describeCaching(caching, say), say("Cost: {0}", cost)].join("  \n"),
    say("Click to open the context inspector."),
  ].join("\n\n");
}

const segmentNames = (say: Say): Readonly<Record<MeterPicture["segments"][number]["kind"], string>> => ({
  system: say("System prompt"),
  tools: say("Tool schemas"),
  rules: say("Rules and memory"),
  head: say("First messages"),
  summary: say("Summary"),
  tail: say("Newest messages"),
  pins: say("Pins"),
  turn: say("This turn"),
});

function sayWindow({ windowTokens, windowOrigin }: GaugePicture, say: Say): string {
  const tokens = groupDigits(windowTokens);
  const words: Readonly<Record<GaugePicture["windowOrigin"], string>> = {
    catalog: say("window {0} tokens (from the catalog)", tokens),
    setting: say("window {0} tokens (from your setting)", tokens),
    learnt: say("window {0} tokens (learnt from the provider)", tokens),
    provider: say("window {0} tokens (from the provider)", tokens),
    guessed: say("window {0} tokens (assumed until the provider says otherwise)", tokens),
  };
  return words[windowOrigin];
}

const saySource = ({ source }: GaugePicture, say: Say): string =>
  source === "reported" ? say("reported") : say("estimated");

const sayThreshold = ({ thresholdTokens, turnsLeft }: GaugePicture, say: Say): string =>
  turnsLeft === null
    ? say("Compresses at {0} tokens.", groupDigits(thresholdTokens))
    : say("Compresses at {0} tokens, ≈ {1} turns left.", groupDigits(thresholdTokens), turnsLeft);

function describeCaching({ state, ttl, hitRate, why }: CachingStatus, say: Say): string {
  if (state === "unknown") return say("Prompt cache: no request yet.");
  if (state === "off") return say("Prompt cache: off ({0}).", escapeMarkdown(why));
  return hitRate === null
    ? say("Prompt cache: on, {0}.", ttl)
    : say("Prompt cache: on, {0}, {1} read from it.", ttl, percent(hitRate));
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
