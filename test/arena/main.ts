/** Runs the arena; `scripts/arena.mjs` calls it twice: to install, then to compete where only loopback exists. */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { holdContest } from "./contest";
import type { Contestant } from "./contestants/contestant";
import { hermesContestants } from "./contestants/hermes";
import { rivalContestants } from "./contestants/rivals";
import type { ContestResult, MeasuredContest } from "./measures/result";
import type { SummaryQuality } from "./model/summarizer";
import type { ArenaOptions } from "./options";
import { OptionError, readOptions } from "./options";
import { agreementTable, qualityTables } from "./report/comparisons";
import { mergeResults, reportDocument } from "./report/document";
import { plot } from "./report/plot";
import { contestantTable, contestTables, shownResults, timeTable } from "./report/tables";
import { generateTask } from "./task/generate";
import type { ArenaTask } from "./task/task";

/** The window whose results are plotted. */
const PLOTTED_WINDOW = 100_000;
const CONTESTANTS: readonly Contestant[] = [...hermesContestants, ...rivalContestants];

try {
  await main();
} catch (error) {
  if (!(error instanceof OptionError)) throw error;
  console.error(`arena: ${error.message}`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), ["hermes", ...CONTESTANTS.map(({ id }) => id)]);
  const chosen = CONTESTANTS.filter(({ id }) => options.agents.includes(id));
  if (options.rewrite) return writeReport(resolve(options.report ?? join("docs", "arena.md")), []);
  if (options.install) return install(chosen, options);
  const present = chosen.filter((contestant) => !isMissing(contestant));
  for (const { name } of chosen.filter(isMissing)) console.log(`${name} is not installed and does not take part.`);
  for (const prepare of new Set(present.map((contestant) => contestant.prepare))) prepare?.();
  const results = await runAll(present, options);
  const text = [
    contestantTable(present),
    contestTables(results),
    qualityTables(results),
    agreementTable(results),
    `### Times\n\n${timeTable(results)}`,
  ];
  console.log(`\n${text.filter(Boolean).join("\n\n")}`);
}

/** The results stay beside this file, so that a later run of some agents renews only their rows. */
function writeReport(path: string, now: readonly ContestResult[]): void {
  const stored = join(dirname(path), "arena.jsonl");
  const lines = existsSync(stored) ? readFileSync(stored, "utf8").split("\n").filter(Boolean) : [];
  const results = mergeResults(
    lines.map((line): ContestResult => JSON.parse(line)),
    now,
  );
  writeFileSync(stored, results.map((result) => `${JSON.stringify(result)}\n`).join(""));
  const named = new Set(results.map(({ contestant }) => contestant));
  const contestants = CONTESTANTS.filter(({ id }) => named.has(id));
  writeFileSync(path, reportDocument(contestants, results));
  const drawn = shownResults(results).filter(
    ({ invalid, windowTokens }) => invalid.length === 0 && windowTokens === PLOTTED_WINDOW,
  );
  const one = drawn.filter(({ family }) => family === "debugging");
  const shown = `${PLOTTED_WINDOW / 1_000}K window`;
  const told = ({ atEnd }: ContestResult) => (atEnd.all.told / Math.max(1, atEnd.all.known)) * 100;
  writeFileSync(join(dirname(path), "arena-told.svg"), plot(one, `Facts told at the end, %, ${shown}`, told));
  const solved = (result: ContestResult) => result.solved + result.solvedAfterRereading;
  writeFileSync(join(dirname(path), "arena-solved.svg"), plot(one, `Tasks solved, ${shown}`, solved));
}

function isMissing({ install: order }: Contestant): boolean {
  return order !== undefined && !existsSync(join(order.folder, "ready"));
}

/** Asks before the first download. Without a terminal nobody can be asked, so only `--yes` installs. */
async function install(chosen: readonly Contestant[], { offline, yes }: ArenaOptions): Promise<void> {
  const missing = chosen.filter(isMissing);
  if (missing.length === 0 || offline) return;
  const megabytes = missing.reduce((sum, contestant) => sum + (contestant.install?.megabytes ?? 0), 0);
  const names = missing.map(({ name, version }) => `${name} ${version}`).join(", ");
  if (!yes && !(await confirm(`Install ${names} from npm into the cache folder (about ${megabytes} MB)? [y/N] `)))
    return;
  // One agent that cannot be installed does not keep the others from competing.
  for (const { name, install: order } of missing)
    await order?.run().catch((error: unknown) => console.error(`${name} could not be installed: ${String(error)}`));
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log(`${question}\nPass --yes to install without a question.`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y/i.test(answer.trim());
}

async function runAll(contestants: readonly Contestant[], options: ArenaOptions): Promise<readonly ContestResult[]> {
  const contests = contestsOf(contestants, options);
  const results: ContestResult[] = [];
  const [startedAt, started] = [new Date().toISOString(), performance.now()];
  // Each has a clock of its own, which stands still while its agent computes: one does not change another's figures.
  const work = async () => {
    for (let next = contests.shift(); next !== undefined; next = contests.shift()) {
      const { contestant, task, round, ...how } = next;
      const measured = await inFolder((folder) => holdContest(contestant, task(), { ...options, ...how, folder }));
      const run = { startedAt, endedAfterMs: performance.now() - started, jobs: options.jobs, round };
      results.push({ ...measured, run });
      console.error(progressOf(measured));
      // After each contest, so that an interrupted run keeps what it has.
      if (options.report !== undefined) writeReport(resolve(options.report), results.slice(-1));
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return mergeResults([], results);
}

interface PlannedContest {
  readonly contestant: Contestant;
  readonly windowTokens: number;
  readonly quality: SummaryQuality;
  readonly round: number;
  task(): ArenaTask;
}

function contestsOf(contestants: readonly Contestant[], options: ArenaOptions): PlannedContest[] {
  const rounds = Array.from({ length: options.rounds }, (_, index) => index + (options.again ? 2 : 1));
  const planned: PlannedContest[] = [];
  for (const family of options.families)
    for (const seed of options.seeds)
      for (const windowTokens of options.windowTokens)
        for (const quality of options.qualities)
          for (const contestant of contestants)
            for (const round of rounds)
              planned.push({ contestant, windowTokens, quality, round, task: () => generateTask(family, seed) });
  // An interrupted run then has nearly everything.
  return planned.toSorted(
    (left, right) => Number(left.contestant.takesMinutes) - Number(right.contestant.takesMinutes),
  );
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = freeFolder();
  try {
    return await work(folder);
  } finally {
    if (process.env["ARENA_KEEP"] === undefined) rmSync(folder, { recursive: true, force: true });
    else console.error(`kept ${folder}`);
  }
}

/** The same name in every run, or one as long: agents send the path of the workspace along. */
function freeFolder(): string {
  for (let number = 100; ; number++) {
    const folder = join(realpathSync(tmpdir()), `arena-${number}`);
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

function progressOf({ contestant, family, windowTokens, wallMs, invalid }: MeasuredContest): string {
  const what = [contestant, family, `${windowTokens / 1_000}K`, `${(wallMs / 1_000).toFixed(0)} s`];
  return [...what, ...invalid].join(" · ");
}
