import type { Sentence } from "../../core/base/sentence";
import { counted, sentence } from "../../core/base/sentence";
import { formatCount, formatExact, formatShare, formatUsd } from "../../format";
import type { CachingStatus, GaugePicture, MeterPicture } from "../../protocol/status";
import type { Say } from "./say";

/** The status bar item and its tooltip, as plain words and Markdown. */
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
      : `${formatCount(gauge.usedTokens)} / ${formatCount(gauge.windowTokens)} · ${formatShare(share)}`;
  return {
    text: `${ICONS[picture.activity]} ${numbers}`,
    label: say(
      sentence("Hermes context: {used} of {window} tokens, {share}", {
        used: gauge.usedTokens,
        window: gauge.windowTokens,
        share: formatShare(share),
      }),
    ),
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
  const rows = segments
    .filter(({ tokens }) => tokens !== 0)
    .map(({ kind, tokens, onDemand }) => {
      const saved =
        onDemand === undefined
          ? ""
          : ` (${say(sentence("{tokens} saved by tools on demand", { tokens: formatCount(onDemand.tokens) }))})`;
      return `| ${say(SEGMENT_NAMES[kind])}${saved} | ${formatExact(tokens)} |`;
    });
  return [
    `**${escapeMarkdown(model.label || "Hermes")}** · ${say(describeWindow(gauge))}`,
    [
      `| ${say(sentence("Context"))} | ${say(sentence("Tokens"))} |`,
      "|:--|--:|",
      ...rows,
      `| **${say(sentence("In use"))}** (${say(SOURCES[gauge.source])}) | **${formatExact(gauge.usedTokens)}** |`,
      `| ${say(sentence("Reserved for the reply"))} | ${formatExact(outputReserveTokens)} |`,
    ].join("\n"),
    [describeThreshold(gauge), describeCaching(caching), sentence("Cost: {cost}", { cost: formatUsd(costUsd) })]
      .map(say)
      .join("  \n"),
    ...describeReason(gauge, say),
    say(sentence("Click to open the context inspector.")),
  ].join("\n\n");
}

const SEGMENT_NAMES: Readonly<Record<MeterPicture["segments"][number]["kind"], Sentence>> = {
  system: sentence("System prompt"),
  tools: sentence("Tool schemas"),
  skills: sentence("Skills"),
  rules: sentence("Rules and memory"),
  head: sentence("First messages"),
  summary: sentence("Summary"),
  tail: sentence("Newest messages"),
  pins: sentence("Pins"),
  turn: sentence("This turn"),
  overhead: sentence("Provider overhead"),
};

function describeWindow({ windowTokens, windowOrigin }: GaugePicture): Sentence {
  const tokens = formatExact(windowTokens);
  const origins: Readonly<Record<GaugePicture["windowOrigin"], Sentence>> = {
    catalog: sentence("window {tokens} tokens (from the catalog)", { tokens }),
    setting: sentence("window {tokens} tokens (from your setting)", { tokens }),
    learnt: sentence("window {tokens} tokens (learned from the provider)", { tokens }),
    provider: sentence("window {tokens} tokens (from the provider)", { tokens }),
    guessed: sentence("window {tokens} tokens (assumed until the provider says otherwise)", { tokens }),
  };
  return origins[windowOrigin];
}

function describeReason({ windowReason }: GaugePicture, say: Say): readonly string[] {
  if (windowReason === undefined || windowReason.text === "") return [];
  const text = escapeMarkdown(windowReason.text);
  return [say(sentence("The provider stated this window: {text}", { text }))];
}

const SOURCES: Readonly<Record<GaugePicture["source"], Sentence>> = {
  reported: sentence("reported"),
  estimated: sentence("estimated"),
};

function describeThreshold({ thresholdTokens, automatic, turnsLeft }: GaugePicture): Sentence {
  const tokens = formatExact(thresholdTokens);
  if (automatic === "off") return sentence("Threshold {tokens} tokens; automatic compression is off.", { tokens });
  if (turnsLeft === null) return sentence("Compresses at {tokens} tokens.", { tokens });
  return counted(
    turnsLeft,
    "Compresses at {tokens} tokens, ≈ 1 turn left.",
    "Compresses at {tokens} tokens, ≈ {count} turns left.",
    { tokens },
  );
}

function describeCaching({ state, ttl, hitRate, why }: CachingStatus): Sentence {
  if (state === "unknown")
    return hitRate === null
      ? sentence("Prompt cache: no request yet.")
      : sentence("Prompt cache: {share} read from it so far, no request since this session was opened.", {
          share: formatShare(hitRate),
        });
  if (state === "off") return sentence("Prompt cache: off ({reason}).", { reason: escapeMarkdown(why) });
  return hitRate === null
    ? sentence("Prompt cache: on, {lifetime}.", { lifetime: ttl })
    : sentence("Prompt cache: on, {lifetime}, {share} read from it.", { lifetime: ttl, share: formatShare(hitRate) });
}

const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!|<>$]/g, "\\$&");
