import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { renderRecall } from "../support/recall-probes";
import { recordingFolders } from "../support/trajectories";
import { baseCondition, describeCondition, qualityConditions, sweepConditions, WINDOWS } from "./conditions";
import { leaveOneAgentOut } from "./leave-one-out";
import { drawPareto } from "./pareto";
import { measureRecall } from "./recall";
import { isShort, readRecordings } from "./recordings";
import type { Ground, Replay } from "./replay";
import { groundOf, replay } from "./replay";
import type { BenchResults, ConditionScores, Difference } from "./report";
import { renderReport, renderScores } from "./report";
import { pairedDifference, scoreRuns } from "./scores";
import { checkSimulator } from "./simulator-check";
import { ADAPTIVE, candidates, mainStrategies, strategies } from "./strategies";
import type { Condition, Strategy } from "./strategy";
import { failSummaries } from "./summarizing";

const { values } = parseArgs({
  options: {
    root: { type: "string", default: process.cwd() },
    data: { type: "string" },
    only: { type: "string" },
    window: { type: "string" },
    session: { type: "string" },
    strategy: { type: "string" },
    failures: { type: "string", default: "0" },
  },
});

await main();

async function main(): Promise<void> {
  failSummaries(Number(values.failures));
  const folders = values.data === undefined ? recordingFolders(values.root) : [values.data];
  const recordings = folders.flatMap(readRecordings).filter(({ name }) => name.includes(values.session ?? ""));
  const windows = values.window === undefined ? WINDOWS : [Number(values.window)];
  const simulator = checkSimulator();
  console.log(
    `Simulator against the recorded session: ${(simulator.outcomesRight * 100).toFixed(1)} % of ${simulator.calls} ` +
      `outcomes right, tokens read ${(simulator.readRatio * 100).toFixed(1)} % of those reported.`,
  );
  const isWhole = [values.window, values.session, values.strategy, values.data].every((value) => value === undefined);
  const long = recordings.filter((recording) => !isShort(recording)).map(groundOf);
  const short = recordings.filter(isShort).map(groundOf);
  const chosen = strategies.filter(({ name, group }) => group === "reference" || name.includes(values.strategy ?? ""));
  const base: ConditionScores[] = [];
  if (values.only !== "speed")
    for (const windowTokens of windows) {
      base.push(await scoreCondition(long, chosen, baseCondition(windowTokens)));
      console.log(
        `\n${renderScores(base.at(-1) ?? { condition: baseCondition(windowTokens), scores: [], differences: [] })}`,
      );
    }
  const recall = values.only === "speed" ? [] : await measureRecall(recordings);
  console.log(`\n${renderRecall(recall)}`);
  const speed =
    values.only === "replay"
      ? []
      : await (await import("./speed")).measureSpeed(
          values.root,
          long.map(({ recording }) => recording),
        );
  for (const line of speed) console.log(`${line.what.padEnd(52)} ${line.value.padStart(14)}  ${line.ratio}`);
  if (!isWhole || values.only === "speed" || values.failures !== "0") return;
  writeReport({
    base,
    sweeps: await scoreAll(long, WINDOWS.flatMap(sweepConditions)),
    qualities: await scoreAll(long, WINDOWS.flatMap(qualityConditions)),
    short: await scoreAll(short, WINDOWS.map(baseCondition)),
    heldOut: await holdOut(long),
    recall,
    speed,
    simulator,
    recordings,
  });
}

async function scoreAll(
  grounds: readonly Ground[],
  conditions: readonly Condition[],
): Promise<readonly ConditionScores[]> {
  const all: ConditionScores[] = [];
  for (const condition of conditions) {
    all.push(await scoreCondition(grounds, mainStrategies, condition));
    console.log(`done: ${describeCondition(condition)}`);
  }
  return all;
}

async function scoreCondition(
  grounds: readonly Ground[],
  chosen: readonly Strategy[],
  condition: Condition,
): Promise<ConditionScores> {
  const runs = new Map<string, readonly Replay[]>();
  for (const strategy of chosen) runs.set(strategy.name, await replayAll(grounds, strategy, condition));
  const full = runs.get(chosen[0]?.name ?? "") ?? [];
  const ours = runs.get(ADAPTIVE);
  return {
    condition,
    scores: chosen.map((strategy) => scoreRuns(strategy, runs.get(strategy.name) ?? [], full)),
    differences:
      ours === undefined
        ? []
        : chosen
            .filter(({ name }) => name !== ADAPTIVE)
            .map(({ name }) => differenceTo(name, { runs: ours, others: runs.get(name) ?? [], full })),
  };
}

function differenceTo(strategy: string, compared: Parameters<typeof pairedDifference>[1]): Difference {
  const of = (measure: Parameters<typeof pairedDifference>[0]) => pairedDifference(measure, compared);
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

async function replayAll(
  grounds: readonly Ground[],
  strategy: Strategy,
  condition: Condition,
): Promise<readonly Replay[]> {
  const done: Replay[] = [];
  for (const ground of grounds) done.push(await replay(ground, strategy, condition));
  return done;
}

async function holdOut(grounds: readonly Ground[]): Promise<BenchResults["heldOut"]> {
  const all: BenchResults["heldOut"][number][] = [];
  for (const windowTokens of WINDOWS) {
    const condition = baseCondition(windowTokens);
    const [reference] = strategies;
    const full = reference === undefined ? [] : await replayAll(grounds, reference, condition);
    const runs: { readonly name: string; readonly runs: readonly Replay[] }[] = [];
    for (const candidate of candidates)
      runs.push({ name: candidate.name, runs: await replayAll(grounds, candidate, condition) });
    all.push({ windowTokens, agents: leaveOneAgentOut(runs, full) });
  }
  return all;
}

function writeReport(results: BenchResults): void {
  const folder = join(values.root, "test", "bench");
  mkdirSync(folder, { recursive: true });
  for (const { condition, scores } of results.base)
    writeFileSync(
      join(folder, `pareto-${condition.windowTokens / 1_000}k.svg`),
      drawPareto(`${condition.windowTokens / 1_000}K window: cost against edits that could be made`, scores),
    );
  writeFileSync(join(folder, "REPORT.md"), renderReport(results));
  console.log("\nWritten: test/bench/REPORT.md");
}
