import type { ForeignAgent } from "./session";

/** A small window is never compacted before it is half full, whatever an agent keeps free in a large one. */
const LEAST_SHARE = 0.5;

/** Where each agent compacts: a share of the window, or the tokens that it keeps free. */
const RULES: Readonly<Record<ForeignAgent, { readonly share: number } | { readonly freeTokens: number }>> = {
  "claude-code": { freeTokens: 33_000 },
  codex: { share: 0.9 },
  opencode: { freeTokens: 20_000 },
  pi: { freeTokens: 16_384 },
  cline: { share: 0.9 },
  "copilot-chat": { share: 0.9 },
};

/** About how large a prompt may grow before the agent compacts by itself, with its default settings. */
export function compactionThreshold(agent: ForeignAgent, windowTokens: number): number {
  const rule = RULES[agent];
  if ("share" in rule) return Math.round(windowTokens * rule.share);
  return Math.max(Math.round(windowTokens * LEAST_SHARE), windowTokens - rule.freeTokens);
}
