import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "../../scripts/browser.mjs";
import { recordingFolders } from "../support/trajectories";
import { WINDOWS } from "./conditions";
import { JobPool, serveJobs } from "./job-pool";
import { drawPareto } from "./pareto";
import type { Recording } from "./recordings";
import { isShort, readRecordings } from "./recordings";
import type { BenchResults } from "./report";
import { renderReport } from "./report";
import type { SectionName } from "./sections";
import { measureSections, SECTIONS } from "./sections";
import { checkSimulator } from "./simulator-check";
import { failSummaries } from "./summarizing";

const { values } = parseArgs({
  options: {
    root: { type: "string", default: process.cwd() },
    data: { type: "string" },
    only: { type: "string" },
    windows: { type: "string" },
    session: { type: "string" },
    strategy: { type: "string" },
    failures: { type: "string", default: "0" },
    worker: { type: "boolean", default: false },
  },
});

await main();

async function main(): Promise<void> {
  failSummaries(Number(values.failures));
  const folders = values.data === undefined ? recordingFolders(values.root) : [values.data];
  if (values.only === "delegation") return (await import("./delegation/main")).reportDelegation(values.root, folders);
  if (values.only === "claims") return (await import("./claims/main")).reportClaims(values.root, folders);
  const recordings = folders.flatMap(readRecordings).filter(({ name }) => name.includes(values.session ?? ""));
  if (values.worker) serveJobs(recordings);
  else await measure(recordings);
}

/** With any choice the tables are only printed; the report is of a whole run. */
async function measure(recordings: readonly Recording[]): Promise<void> {
  const isWhole =
    values.failures === "0" &&
    [values.only, values.windows, values.session, values.strategy, values.data].every((value) => value === undefined);
  const chosen = values.only?.split(",") ?? [...SECTIONS, "speed"];
  let results: BenchResults = { simulator: checkSimulator(), recordings };
  const take = (more: Partial<BenchResults>) => {
    results = { ...results, ...more };
    if (isWhole) writeReport(results);
  };
  // Only the last section needs a browser; where there is none, that is said before a quarter of an hour of work.
  if (chosen.includes("speed")) ensureBrowser();
  const pool = new JobPool([...process.argv.slice(2), "--worker"]);
  await measureSections(
    {
      pool,
      sections: SECTIONS.filter((name): name is SectionName => chosen.includes(name)),
      windows: values.windows?.split(",").map((thousands) => Number(thousands) * 1_000) ?? WINDOWS,
      strategy: values.strategy ?? "",
      recordings,
    },
    take,
  );
  pool.close();
  if (chosen.includes("speed")) {
    const { measureSpeed } = await import("./speed");
    take({
      speed: await measureSpeed(
        values.root,
        recordings.filter((recording) => !isShort(recording)),
      ),
    });
  }
  console.log(renderReport(results));
}

function writeReport(results: BenchResults): void {
  const folder = join(values.root, "test", "bench");
  mkdirSync(folder, { recursive: true });
  for (const { condition, scores } of results.base ?? [])
    writeFileSync(
      join(folder, `pareto-${condition.windowTokens / 1_000}k.svg`),
      drawPareto(`${condition.windowTokens / 1_000}K window: cost against edits that could be made`, scores),
    );
  writeFileSync(join(folder, "REPORT.md"), renderReport(results));
}
