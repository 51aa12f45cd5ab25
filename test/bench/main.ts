import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { renderRecall } from "../support/recall-probes";
import { recordingsFolder } from "../support/trajectories";
import { drawPareto } from "./pareto";
import { measureRecall } from "./recall";
import type { Recording } from "./recordings";
import { isShort, readRecordings } from "./recordings";
import type { Replay } from "./replay";
import { groundOf, replay } from "./replay";
import type { WindowScores } from "./report";
import { renderReport, renderScores } from "./report";
import { scoreRuns } from "./scores";
import { checkSimulator } from "./simulator-check";
import { strategies } from "./strategies";
import { failSummaries } from "./summarizing";

const WINDOWS = [32_000, 64_000, 200_000] as const;

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
  const recordings = readRecordings(values.data ?? recordingsFolder(values.root)).filter(({ name }) =>
    name.includes(values.session ?? ""),
  );
  const windows = values.window === undefined ? WINDOWS : [Number(values.window)];
  const simulator = checkSimulator();
  console.log(
    `Simulator against the recorded session: ${(simulator.outcomesRight * 100).toFixed(1)} % of ${simulator.calls} ` +
      `outcomes right, tokens read ${(simulator.readRatio * 100).toFixed(1)} % of those reported.`,
  );
  const replayed = values.only === "speed" ? [] : await replayAll(recordings, windows);
  const recall = values.only === "speed" ? [] : await measureRecall(recordings);
  console.log(`\n${renderRecall(recall)}`);
  const speed = values.only === "replay" ? undefined : await (await import("./speed")).measureSpeed(values.root);
  for (const line of speed ?? []) console.log(`${line.what.padEnd(44)} ${line.value.padStart(14)}  ${line.ratio}`);
  const whole =
    values.only !== "speed" &&
    values.window === undefined &&
    values.session === undefined &&
    values.strategy === undefined &&
    values.data === undefined &&
    values.failures === "0";
  if (whole) writeReport({ replayed, recall, speed: speed ?? [], simulator, recordings });
}

async function replayAll(
  recordings: readonly Recording[],
  windows: readonly number[],
): Promise<readonly WindowScores[]> {
  const grounds = recordings.map(groundOf);
  const chosen = strategies.filter(({ name, group }) => group === "reference" || name.includes(values.strategy ?? ""));
  const all: WindowScores[] = [];
  for (const windowTokens of windows) {
    const runs = new Map<string, readonly Replay[]>();
    for (const strategy of chosen) {
      const done: Replay[] = [];
      for (const ground of grounds) done.push(await replay(ground, strategy, windowTokens));
      runs.set(strategy.name, done);
    }
    const among = (wanted: (recording: Recording) => boolean) =>
      chosen.map((strategy) => {
        const of = (name: string | undefined) =>
          (runs.get(name ?? "") ?? []).filter(
            (_, index) => recordings[index] !== undefined && wanted(recordings[index]),
          );
        return scoreRuns(strategy, of(strategy.name), of(chosen[0]?.name));
      });
    const scores: WindowScores = {
      windowTokens,
      all: among(() => true),
      long: among((recording) => !isShort(recording)),
      short: among(isShort),
    };
    console.log(`\n${renderScores(windowTokens, scores.all)}`);
    all.push(scores);
  }
  return all;
}

function writeReport(results: Parameters<typeof renderReport>[0]): void {
  const folder = join(values.root, "test", "bench");
  mkdirSync(folder, { recursive: true });
  for (const { windowTokens, all } of results.replayed)
    writeFileSync(
      join(folder, `pareto-${windowTokens / 1_000}k.svg`),
      drawPareto(`${windowTokens / 1_000}K window: cost against what stays visible`, all),
    );
  writeFileSync(join(folder, "REPORT.md"), renderReport(results));
  console.log("\nWritten: test/bench/REPORT.md");
}
