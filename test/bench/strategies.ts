import { createCompressor } from "../../src/core/context/compressor/compressor";
import type { ContextEngine } from "../../src/core/context/engine";
import { createLosslessEngine } from "../../src/core/context/lossless/lossless-engine";
import type { BudgetOverrides } from "../../src/core/context/trigger/threshold";
import { boundsWithin } from "../../src/core/spill/plan";
import type { EngineSetup, EngineWorld } from "./engines";
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

const HERMES = "ours: compressor, policy hermes";
export const ADAPTIVE = "ours: compressor, policy adaptive";
const LOSSLESS = "ours: lcm";

const hermes: EngineSetup = {
  name: HERMES,
  group: "ours",
  summaryCall: "prefix",
  recall: "on",
  spillBounds: () => DEFAULT_BOUNDS,
  engine: ({ contextLength, overheadTokens, desk, now }) =>
    createCompressor({ contextLength, overheadTokens, now, summarize: desk.summarize }),
};

const adaptive: EngineSetup = {
  ...hermes,
  name: ADAPTIVE,
  spillBounds: (windowTokens) => boundsWithin(DEFAULT_BOUNDS, windowTokens),
  engine: (world) => adaptiveEngine(world),
};

/** The adaptive policy, with other budgets where a part is measured. */
function adaptiveEngine(
  { contextLength, overheadTokens, desk, now, readFile }: EngineWorld,
  budgets: BudgetOverrides = {},
): ContextEngine {
  return createCompressor({
    contextLength,
    overheadTokens,
    now,
    readFile,
    summarize: desk.summarize,
    trigger: "adaptive",
    budgets,
  });
}

const lossless: EngineSetup = {
  ...hermes,
  name: LOSSLESS,
  engine: ({ contextLength, overheadTokens, desk, now }) =>
    createLosslessEngine({ contextLength, overheadTokens, now, summarize: desk.summarize }),
};

const parts: readonly EngineSetup[] = [
  { ...adaptive, name: "adaptive without early spill", spillBounds: () => DEFAULT_BOUNDS },
  {
    ...adaptive,
    name: "adaptive without room for facts and names",
    engine: (world) => adaptiveEngine(world, { factsTokens: 0 }),
  },
  {
    ...adaptive,
    name: "adaptive without live files",
    engine: (world) => adaptiveEngine(world, { liveTokens: 0 }),
  },
  { ...adaptive, name: "adaptive without same-prefix summary", summaryCall: "separate" },
  { ...adaptive, name: "adaptive without recall", recall: "off" },
];

const peers = [CODEX_90, LCM_75, HERMES_75, HERMES_50].map(foldingPeer);
const ours = [hermes, adaptive, lossless].map(engineStrategy);

/** For sweeps: the baseline, the summarizing peers, and ours. */
export const mainStrategies: readonly Strategy[] = [fullHistory, ...peers, ...ours];

/** Other values of the two shares that matter most, for choosing them without the agent they are judged on. */
export const candidates: readonly Strategy[] = [0.75, 1, 1.25].map((times) =>
  engineStrategy({
    ...adaptive,
    name: `tail × ${times}`,
    group: "candidate",
    engine: (world) =>
      adaptiveEngine(world, { tailTokens: Math.floor(Math.min(world.contextLength * 0.25, 20_000) * times) }),
  }),
);

export const strategies: readonly Strategy[] = [
  fullHistory,
  truncateToFit,
  maskEveryStep,
  maskInBatches,
  ...peers,
  ...ours,
  ...parts.map((setup) => engineStrategy({ ...setup, group: "part switched off" })),
];
