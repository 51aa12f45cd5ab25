import type { Contestant } from "../contestants/contestant";
import type { ContestResult } from "../measures/result";
import type { SummaryQuality } from "../model/summarizer";
import { FACT_KINDS } from "../task/task";

type Column = readonly [title: string, cell: (result: ContestResult) => string];

const percent = (share: number): string => (share * 100).toFixed(0);
const told = ({ told: count, known }: { readonly told: number; readonly known: number }): string =>
  known === 0 ? "–" : percent(count / known);

const COLUMNS: readonly Column[] = [
  ["agent", ({ contestant }) => contestant],
  ["cost, k units", ({ kiloUnits }) => kiloUnits.toFixed(0)],
  ["cache reads, %", ({ readShare }) => percent(readShare)],
  ["overhead, tokens", ({ overheadTokens }) => String(overheadTokens)],
  ["requests", ({ requests }) => String(requests)],
  ["compactions", ({ compactions }) => String(compactions)],
  ["summary calls", ({ summaryCalls }) => String(summaryCalls)],
  ["wait for summaries, s", ({ summaryWaitSeconds: seconds }) => seconds.toFixed(0)],
  ["overflows", ({ overflows }) => String(overflows)],
  ["seen at end, %", ({ atEnd }) => percent(atEnd.all.seen / Math.max(1, atEnd.all.known))],
  ["told at end, %", ({ atEnd }) => told(atEnd.all)],
  ["told after compactions, %", ({ toldAfterCompaction: share }) => (share === undefined ? "–" : percent(share))],
  ["stale told, %", ({ atEnd }) => told(atEnd.stale)],
  ["edit-avail, %", ({ editAvail }) => percent(editAvail)],
  ["re-reads", ({ rereads }) => String(rereads)],
  ["solved", ({ solved, solvedAfterRereading }) => `${solved} + ${solvedAfterRereading}`],
  ["failed", ({ failed }) => String(failed)],
  ["solved per M units", ({ solvedPerMillion }) => solvedPerMillion.toFixed(1)],
];

const TIMES: readonly Column[] = [
  ["agent", ({ contestant }) => contestant],
  ["contest", (result) => contestOf(result)],
  ["wall, s", ({ wallMs }) => (wallMs / 1_000).toFixed(0)],
  ["CPU, s", ({ cpuMs }) => (cpuMs / 1_000).toFixed(0)],
  ["memory, MB", ({ peakMb }) => peakMb.toFixed(0)],
];

const KINDS: readonly Column[] = [
  ["agent", ({ contestant }) => contestant],
  ...FACT_KINDS.map((kind): Column => [`${kind}, %`, ({ atEnd }) => told(atEnd.byKind[kind])]),
];

/** The quality of the main tables; the others have one of their own. */
export const USUAL_QUALITY: SummaryQuality = "extractive";

/** The results that the main tables show: the first time each was held, with summaries of the usual quality. */
export const shownResults = (results: readonly ContestResult[]): readonly ContestResult[] =>
  results.filter(({ run, quality }) => run.round === 1 && quality === USUAL_QUALITY);

/** One table per contest: family, seed, window, and quality of the summaries. */
export function contestTables(all: readonly ContestResult[]): string {
  const results = shownResults(all);
  const groups = Map.groupBy(results, titleOf);
  const agents = [...new Set(results.map(({ contestant }) => contestant))];
  return [...groups]
    .map(([title, group]) => {
      const absent = agents.filter((contestant) => !group.some((result) => result.contestant === contestant));
      const missing = absent.length === 0 ? "" : `\n\nNot run: ${absent.join(", ")}.`;
      return `### ${title}\n\n${tablesOf(group)}${missing}`;
    })
    .join("\n\n");
}

/** A contest in few words, where seed and quality are the usual ones. */
export const contestOf = ({ family, windowTokens }: ContestResult): string => `${family}, ${windowTokens / 1_000}K`;

export const isOurs = ({ contestant }: ContestResult): boolean => contestant.startsWith("hermes");

export const titleOf = ({ family, seed, windowTokens, quality }: ContestResult): string =>
  `${family}, seed ${seed}, ${windowTokens / 1_000}K window, ${quality} summaries`;

function tablesOf(group: readonly ContestResult[]): string {
  const valid = group.filter(({ invalid }) => invalid.length === 0);
  const ranked = valid.toSorted((left, right) => right.solvedPerMillion - left.solvedPerMillion);
  const broken = group.filter(({ invalid }) => invalid.length > 0);
  return [
    table(ranked, COLUMNS),
    `Told at the end, by kind of fact:\n\n${table(ranked, KINDS)}`,
    ...broken.map((result) => `**${result.contestant}** did not finish: ${howItEnded(result)}`),
  ].join("\n\n");
}

function howItEnded({ invalid, overheadTokens, windowTokens, overflows }: ContestResult): string {
  const share = percent(overheadTokens / windowTokens);
  const refused = overflows === 0 ? "" : `, and the model refused ${overflows} of its requests as too long`;
  const said = invalid.join("; ");
  const reasons = said.endsWith(".”") ? said : `${said}.`;
  return `${reasons} Its system prompt and tools take ${share}% of the window${refused}.`;
}

/** Times differ from run to run, so they stay out of the tables that two runs must agree on. */
export const timeTable = (results: readonly ContestResult[]): string => table(results, TIMES);

/** How many contests the figures come from, and how long they took: together, and by the clock. */
export function totalTime(results: readonly ContestResult[]): string {
  const shown = shownResults(results);
  const others = results.filter((result) => !shown.includes(result));
  return [
    `The contests of the main tables come from ${runsOf(shown)}`,
    ...(others.length === 0 ? [] : [`Repeated contests and those with other summaries come from ${runsOf(others)}`]),
  ].join("\n\n");
}

function runsOf(results: readonly ContestResult[]): string {
  const wallMs = results.reduce((sum, result) => sum + result.wallMs, 0);
  const runs = [...Map.groupBy(results, ({ run }) => run.startedAt)].toSorted();
  const begun = runs.map(([startedAt, held]) => {
    const endedMs = Math.max(...held.map(({ run }) => run.endedAfterMs));
    const jobs = Math.max(...held.map(({ run }) => run.jobs));
    const when = `begun ${startedAt.slice(0, 16).replace("T", " ")} UTC`;
    return `- ${when}: ${held.length} contests, ${jobs} at a time, ${minutes(endedMs)}`;
  });
  const from = runs.length === 1 ? "one run of the arena" : `${runs.length} runs of the arena`;
  return [`${from}; one after another they would take ${minutes(wallMs)}:`, "", ...begun].join("\n");
}

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(0)} minutes`;

function table(results: readonly ContestResult[], columns: readonly Column[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(columns.map(([title]) => title)),
    row(columns.map((_, index) => (index === 0 ? "---" : "---:"))),
    ...results.map((result) => row(columns.map(([, cell]) => cell(result)))),
  ].join("\n");
}

export const contestantTable = (contestants: readonly Contestant[]): string =>
  [
    "| agent | version | settings |",
    "| --- | --- | --- |",
    ...contestants.map(({ id, name, version, settings }) => `| ${id} (${name}) | ${version} | ${settings} |`),
  ].join("\n");
