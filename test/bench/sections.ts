import type { RecallRow } from "../support/recall-probes";
import { poolScores } from "../support/recall-probes";
import { baseCondition, qualityConditions, sweepConditions } from "./conditions";
import type { JobPool } from "./job-pool";
import type { Job } from "./jobs";
import { leaveOneAgentOut } from "./leave-one-out";
import type { Recording } from "./recordings";
import { isShort } from "./recordings";
import type { Replay } from "./replay";
import type { BenchResults, ConditionScores, Difference, HeldOutWindow } from "./report";
import type { Measure } from "./scores";
import { pairedDifference, scoreRuns } from "./scores";
import { ADAPTIVE, candidates, mainStrategies, strategies } from "./strategies";
import type { Condition, Strategy } from "./strategy";

/** Parts of the report that replay sessions, in the order in which they are computed. */
export const SECTIONS = ["base", "held-out", "recall", "qualities", "sweeps", "short"] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface SectionChoice {
  readonly pool: JobPool;
  readonly sections: readonly SectionName[];
  readonly windows: readonly number[];
  /** A part of the names of strategies; all if empty. */
  readonly strategy: string;
  readonly recordings: readonly Recording[];
}

/** Everything is asked for at once, so that no process waits; each section is handed over as soon as it is measured. */
export async function measureSections(
  choice: SectionChoice,
  take: (results: Partial<BenchResults>) => void,
): Promise<void> {
  await Promise.all(choice.sections.map((name) => measureSection(name, choice).then(take)));
}

function measureSection(name: SectionName, choice: SectionChoice): Promise<Partial<BenchResults>> {
  const { pool, windows, recordings } = choice;
  const isChosen = ({ name: full, group }: Strategy) => group === "reference" || full.includes(choice.strategy);
  const main = mainStrategies.filter(isChosen);
  const under = async (
    conditions: readonly Condition[],
    tested: readonly Strategy[],
    sessions: "long" | "short" = "long",
  ) => Promise.all(conditions.map((condition) => scoreCondition(pool, { condition, tested, sessions })));
  switch (name) {
    case "base":
      return under(windows.map(baseCondition), strategies.filter(isChosen)).then((base) => ({ base }));
    case "held-out":
      return Promise.all(windows.map((window) => holdOut(pool, window))).then((heldOut) => ({ heldOut }));
    case "recall":
      return measureRecall(pool, recordings).then((recall) => ({ recall }));
    case "qualities":
      return under(windows.flatMap(qualityConditions), main).then((qualities) => ({ qualities }));
    case "sweeps":
      return under(windows.flatMap(sweepConditions), main).then((sweeps) => ({ sweeps }));
    case "short":
      return under(windows.map(baseCondition), main, "short").then((short) => ({ short }));
  }
}

interface Tested {
  readonly condition: Condition;
  readonly tested: readonly Strategy[];
  readonly sessions: "long" | "short";
}

async function scoreCondition(pool: JobPool, { condition, tested, sessions }: Tested): Promise<ConditionScores> {
  const runs = await Promise.all(
    tested.map(({ name }) => replays(pool, { kind: "replay", strategy: name, condition, sessions })),
  );
  const full = runs[0] ?? [];
  const ours = runs[tested.findIndex(({ name }) => name === ADAPTIVE)];
  return {
    condition,
    scores: tested.map((strategy, index) => scoreRuns(strategy, runs[index] ?? [], full)),
    differences:
      ours === undefined
        ? []
        : tested.flatMap(({ name }, index) =>
            name === ADAPTIVE ? [] : [differenceTo(name, { runs: ours, others: runs[index] ?? [], full })],
          ),
  };
}

function differenceTo(strategy: string, compared: Parameters<typeof pairedDifference>[1]): Difference {
  const of = (measure: Measure) => pairedDifference(measure, compared);
  return {
    strategy,
    by: {
      cost: of("cost"),
      costWithRereads: of("costWithRereads"),
      edit: of("edit"),
      line: of("line"),
      fact: of("fact"),
      ref: of("ref"),
      miss: of("miss"),
    },
  };
}

async function holdOut(pool: JobPool, windowTokens: number): Promise<HeldOutWindow> {
  const condition = baseCondition(windowTokens);
  const run = ({ name }: Strategy) => replays(pool, { kind: "replay", strategy: name, condition, sessions: "long" });
  const [reference] = strategies;
  const adaptive = strategies.find(({ name }) => name === ADAPTIVE);
  const named = async (name: string, strategy: Strategy) => ({ name, runs: await run(strategy) });
  const [full, runs] = await Promise.all([
    reference === undefined ? [] : run(reference),
    Promise.all([
      ...(adaptive === undefined ? [] : [named("default", adaptive)]),
      ...candidates.map((candidate) => named(candidate.name, candidate)),
    ]),
  ]);
  return { windowTokens, agents: leaveOneAgentOut(runs, full) };
}

async function replays(pool: JobPool, job: Job): Promise<readonly Replay[]> {
  const result = await pool.run(job);
  return result.kind === "replay" ? result.runs : [];
}

const LONG_WINDOWS = [12_000, 32_000, 64_000] as const;
/** Smaller than any real window, in which short sessions would never be folded. */
const SHORT_WINDOW = 3_000;

/** Each long session on its own in several windows, and all short sessions together. */
async function measureRecall(pool: JobPool, recordings: readonly Recording[]): Promise<readonly RecallRow[]> {
  const score = async (session: string, windowTokens: number): Promise<readonly RecallRow[]> => {
    const result = await pool.run({ kind: "recall", session, windowTokens });
    return result.kind === "recall" ? [{ name: `${session}, ${windowTokens / 1_000}K`, ...result.score }] : [];
  };
  const all = (chosen: readonly Recording[], windows: readonly number[]) =>
    Promise.all(chosen.flatMap(({ name }) => windows.map((window) => score(name, window))));
  const [long, short] = await Promise.all([
    all(
      recordings.filter((recording) => !isShort(recording)),
      LONG_WINDOWS,
    ),
    all(recordings.filter(isShort), [SHORT_WINDOW]),
  ]);
  return [
    ...long.flat().filter(({ hidden }) => hidden > 0),
    ...(short.length === 0 ? [] : [poolScores(`${short.length} short ones, ${SHORT_WINDOW / 1_000}K`, short.flat())]),
  ];
}
