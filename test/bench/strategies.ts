import { createCompressor } from "../../src/core/context/compressor/compressor";
import { createLosslessEngine } from "../../src/core/context/lossless/lossless-engine";
import { boundsWithin } from "../../src/core/spill/plan";
import type { EngineSetup } from "./engines";
import { engineStrategy } from "./engines";
import {
  CODEX_90,
  foldingPeer,
  fullHistory,
  HERMES_50,
  HERMES_75,
  LCM_75,
  maskEveryStep,
  maskInBatches,
  truncateToFit,
} from "./peers";
import type { Strategy } from "./strategy";

const DEFAULT_BOUNDS = { resultChars: 100_000, turnChars: 200_000, previewChars: 1_500 } as const;

const hermes: EngineSetup = {
  name: "ours: compressor, policy hermes",
  group: "ours",
  summaryCall: "prefix",
  recall: "on",
  spillBounds: () => DEFAULT_BOUNDS,
  engine: ({ contextLength, overheadTokens, desk, now }) =>
    createCompressor({ contextLength, overheadTokens, now, summarize: desk.summarize }),
};

const adaptive: EngineSetup = {
  ...hermes,
  name: "ours: compressor, policy adaptive",
  spillBounds: (windowTokens) => boundsWithin(DEFAULT_BOUNDS, windowTokens),
  engine: ({ contextLength, overheadTokens, desk, now }) =>
    createCompressor({ contextLength, overheadTokens, now, summarize: desk.summarize, trigger: "adaptive" }),
};

const lossless: EngineSetup = {
  ...hermes,
  name: "ours: lcm",
  engine: ({ contextLength, overheadTokens, desk, now }) =>
    createLosslessEngine({ contextLength, overheadTokens, now, summarize: desk.summarize }),
};

const parts: readonly EngineSetup[] = [
  { ...adaptive, name: "adaptive without early spill", spillBounds: () => DEFAULT_BOUNDS },
  {
    ...adaptive,
    name: "adaptive without room for facts and names",
    engine: ({ contextLength, overheadTokens, desk, now }) =>
      createCompressor({
        contextLength,
        overheadTokens,
        now,
        summarize: desk.summarize,
        trigger: "adaptive",
        budgets: { factsTokens: 0 },
      }),
  },
  { ...adaptive, name: "adaptive without same-prefix summary", summaryCall: "separate" },
  { ...adaptive, name: "adaptive without recall", recall: "off" },
];

export const strategies: readonly Strategy[] = [
  fullHistory,
  truncateToFit,
  maskEveryStep,
  maskInBatches,
  ...[CODEX_90, LCM_75, HERMES_75, HERMES_50].map(foldingPeer),
  ...[hermes, adaptive, lossless, ...parts.map((setup) => ({ ...setup, group: "part switched off" as const }))].map(
    engineStrategy,
  ),
];
