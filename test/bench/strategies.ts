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

/** For sweeps: the baseline, the two best peers, and ours. */
export const mainStrategies: readonly Strategy[] = [fullHistory, ...peers.slice(0, 2), ...ours];

/** Other shares for recent messages and live files, for choosing them without the agent they are judged on. */
const SHARES = [
  { tail: 0.16, live: 0.2 },
  { tail: 0.2, live: 0.14 },
  { tail: 0.12, live: 0.24 },
] as const;
const MOST_TAIL_TOKENS = 12_000;
const MOST_LIVE_TOKENS = 14_000;

export const candidates: readonly Strategy[] = SHARES.map(({ tail, live }) =>
  engineStrategy({
    ...adaptive,
    name: `recent messages ${tail * 100} %, live files ${live * 100} %`,
    group: "candidate",
    engine: (world) => {
      const room = world.contextLength - world.overheadTokens;
      return adaptiveEngine(world, {
        tailTokens: Math.floor(Math.min(room * tail, MOST_TAIL_TOKENS)),
        liveTokens: Math.floor(Math.min(room * live, MOST_LIVE_TOKENS)),
      });
    },
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

/** Everything that can be named in a job. */
export const allStrategies: readonly Strategy[] = [...strategies, ...candidates];
