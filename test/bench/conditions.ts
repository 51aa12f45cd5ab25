import type { Condition } from "./strategy";
import { QUALITIES } from "./summarizers";

export const WINDOWS = [32_000, 64_000, 200_000] as const;
/** A bare agent, one with a usual set of tools, and one with several MCP servers. */
const OVERHEADS = [2_500, 8_000, 14_000] as const;
const TTLS = ["5m", "1h"] as const;

export const baseCondition = (windowTokens: number): Condition => ({
  windowTokens,
  overheadTokens: OVERHEADS[0],
  ttl: "5m",
  quality: "extractive",
});

/** Every other combination of overhead and lifetime. */
export const sweepConditions = (windowTokens: number): readonly Condition[] =>
  OVERHEADS.flatMap((overheadTokens) =>
    TTLS.map((ttl) => ({ ...baseCondition(windowTokens), overheadTokens, ttl })),
  ).filter(({ overheadTokens, ttl }) => overheadTokens !== OVERHEADS[0] || ttl !== "5m");

/** The other summarizers. */
export const qualityConditions = (windowTokens: number): readonly Condition[] =>
  QUALITIES.filter((quality) => quality !== "extractive").map((quality) => ({
    ...baseCondition(windowTokens),
    quality,
  }));

export const describeCondition = ({ windowTokens, overheadTokens, ttl, quality }: Condition): string =>
  `${windowTokens / 1_000}K window, ${overheadTokens / 1_000}K overhead, ${ttl}, ${quality}`;
