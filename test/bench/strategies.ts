import { createCompressor } from "../../src/core/context/compressor/compressor";
import type { ContextEngine } from "../../src/core/context/engine";
import { createLosslessEngine } from "../../src/core/context/lossless/lossless-engine";
import { DEFAULT_POLICY } from "../../src/core/context/policy";
import { adaptiveBudgets, USUAL_COSTS } from "../../src/core/context/trigger/adaptive-budgets";
import type { BudgetOverrides } from "../../src/core/context/trigger/threshold";
import { boundsThatFit, boundsWithin } from "../../src/core/spill/plan";
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
  coldMoments: "used",
  spillBounds: (roomTokens) => boundsThatFit(DEFAULT_BOUNDS, roomTokens),
  engine: ({ contextLength, overheadTokens, desk, now }) =>
    createCompressor({ contextLength, overheadTokens, now, summarize: desk.summarize }),
};

const adaptive: EngineSetup = {
  ...hermes,
  name: ADAPTIVE,
  spillBounds: (roomTokens) => boundsWithin(DEFAULT_BOUNDS, roomTokens),
  engine: (world) => adaptiveEngine(world),
};

/** The adaptive policy, with other budgets where a part is measured. */
function adaptiveEngine(
  { contextLength, overheadTokens, prices, desk, now, readFile }: EngineWorld,
  budgets: BudgetOverrides = {},
): ContextEngine {
  return createCompressor({
    contextLength,
    overheadTokens,
    now,
    readFile,
    summarize: desk.summarize,
    trigger: "adaptive",
    model: { name: "", prices },
    budgets,
  });
}

const lossless: EngineSetup = {
  ...hermes,
  name: LOSSLESS,
  engine: ({ contextLength, overheadTokens, desk, now }) =>
    createLosslessEngine({ contextLength, overheadTokens, now, summarize: desk.summarize }),
};

/** A quarter of the room at three characters a token. */
const SPILLED_TURN_CHARS = 0.75;

const parts: readonly EngineSetup[] = [
  {
    ...adaptive,
    name: "adaptive without early spill",
    spillBounds: (roomTokens) => boundsThatFit(DEFAULT_BOUNDS, roomTokens),
  },
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
  { ...adaptive, name: "adaptive without free moments", coldMoments: "unused" },
  {
    ...adaptive,
    name: "adaptive with large files spilled",
    spillBounds: (roomTokens) => ({
      ...boundsWithin(DEFAULT_BOUNDS, roomTokens),
      turnChars: Math.min(DEFAULT_BOUNDS.turnChars, roomTokens * SPILLED_TURN_CHARS),
    }),
  },
];

const peers = [CODEX_90, LCM_75, HERMES_75, HERMES_50].map(foldingPeer);
const ours = [hermes, adaptive, lossless].map(engineStrategy);

/** For sweeps: the baseline, the two best peers, and ours. */
export const mainStrategies: readonly Strategy[] = [fullHistory, ...peers.slice(0, 2), ...ours];

/** Neighbors of the default, for choosing without the agent they are judged on. */
const SHARES = [
  { name: "longer tail, less of files", tail: 1.5, live: 0.75 },
  { name: "shorter tail, more of files", tail: 0.75, live: 1.25 },
  { name: "more of files, fewer facts", live: 1.2, facts: 0.6 },
] as const;

export const candidates: readonly Strategy[] = SHARES.map(({ name, ...times }) =>
  engineStrategy({
    ...adaptive,
    name,
    group: "candidate",
    engine: (world) => adaptiveEngine(world, scaled(world, times)),
  }),
);

function scaled(
  { contextLength, overheadTokens, prices }: EngineWorld,
  { tail = 1, live = 1, facts = 1 }: { readonly tail?: number; readonly live?: number; readonly facts?: number },
): BudgetOverrides {
  const usual = adaptiveBudgets(DEFAULT_POLICY, contextLength, overheadTokens, { ...USUAL_COSTS, ...prices });
  return {
    tailTokens: Math.floor(usual.tailTokens * tail),
    liveTokens: Math.floor((usual.liveTokens ?? 0) * live),
    factsTokens: Math.floor((usual.factsTokens ?? 0) * facts),
  };
}

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
