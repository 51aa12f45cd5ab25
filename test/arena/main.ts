/** Runs the arena; `scripts/arena.mjs` calls it twice: to install, then to compete where only loopback exists. */
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { holdContest } from "./contest";
import type { Contestant } from "./contestants/contestant";
import { hermesContestants } from "./contestants/hermes";
import { rivalContestants } from "./contestants/rivals";
import type { ContestResult } from "./measures/result";
import type { ArenaOptions } from "./options";
import { OptionError, readOptions } from "./options";
import { contestantTable, contestTables, timeTable } from "./report";
import { generateTask } from "./task/generate";

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
  if (options.install) return install(chosen, options);
  const present = chosen.filter((contestant) => !isMissing(contestant));
  for (const { name } of chosen.filter(isMissing)) console.log(`${name} is not installed and does not take part.`);
  const results = await runAll(present, options);
  const text = [contestantTable(present), contestTables(results), `### Times\n\n${timeTable(results)}`].join("\n\n");
  console.log(`\n${text}`);
  if (options.report === undefined) return;
  writeFileSync(resolve(options.report), `${text}\n`);
  writeFileSync(resolve(`${options.report}.json`), JSON.stringify(results, null, 1));
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
  const results: ContestResult[] = [];
  for (const family of options.families)
    for (const seed of options.seeds)
      for (const windowTokens of options.windowTokens)
        for (const quality of options.qualities)
          for (const contestant of contestants) {
            const result = await inFolder((folder) =>
              holdContest(contestant, generateTask(family, seed), { ...options, windowTokens, quality, folder }),
            );
            results.push(result);
            console.error(progressOf(result));
          }
  return results;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "arena-")));
  try {
    return await work(folder);
  } finally {
    if (process.env["ARENA_KEEP"] === undefined) rmSync(folder, { recursive: true, force: true });
    else console.error(`kept ${folder}`);
  }
}

function progressOf({ contestant, family, windowTokens, wallMs, invalid }: ContestResult): string {
  const what = [contestant, family, `${windowTokens / 1_000}K`, `${(wallMs / 1_000).toFixed(0)} s`];
  return [...what, ...invalid].join(" · ");
}
