import type { ContestResult } from "../measures/result";
import { SUMMARY_QUALITIES } from "../model/summarizer";
import { isOurs, titleOf, USUAL_QUALITY } from "./tables";

/** What worse summaries do to each agent; empty where all were of the usual quality. */
export function qualityTables(results: readonly ContestResult[]): string {
  const first = results.filter(({ run }) => run.round === 1);
  const groups = Map.groupBy(first, (result) => titleOf({ ...result, quality: "all" }));
  const compared = [...groups].flatMap(([title, group]) => {
    const others = group.filter(({ quality }) => quality !== USUAL_QUALITY).map(({ contestant }) => contestant);
    const among = group.filter(({ contestant }) => others.includes(contestant));
    return among.length === 0 ? [] : [[title, among] as const];
  });
  if (compared.length === 0) return "";
  return [
    "### Other qualities of summaries",
    "Each cell: facts told at the end, % / tasks solved per million units.",
    ...compared.map(([title, group]) => `**${title}**\n\n${qualityTable(group)}\n\n${orders(group)}`),
  ].join("\n\n");
}

function qualityTable(group: readonly ContestResult[]): string {
  const tried = SUMMARY_QUALITIES.filter((quality) => group.some((result) => result.quality === quality));
  const agents = [...new Set(group.map(({ contestant }) => contestant))];
  const cell = (agent: string, quality: string) => {
    const found = group.find((result) => result.contestant === agent && result.quality === quality);
    if (found === undefined) return "not run";
    if (found.invalid.length > 0) return "did not finish";
    return `${(toldShare(found) * 100).toFixed(0)} / ${found.solvedPerMillion.toFixed(1)}`;
  };
  return [
    `| agent | ${tried.join(" | ")} |`,
    `| --- | ${tried.map(() => "---:").join(" | ")} |`,
    ...agents.map((agent) => `| ${agent} | ${tried.map((quality) => cell(agent, quality)).join(" | ")} |`),
  ].join("\n");
}

/** Whether ours stay ahead with summaries of each quality, and in which order everyone comes. */
function orders(group: readonly ContestResult[]): string {
  const tried = Map.groupBy(group, ({ quality }) => quality);
  const known = SUMMARY_QUALITIES.flatMap((quality) => {
    const ranked = (tried.get(quality) ?? [])
      .filter(({ invalid }) => invalid.length === 0)
      .toSorted((left, right) => right.solvedPerMillion - left.solvedPerMillion);
    if (ranked.length < 2 || !ranked.some(isOurs)) return [];
    const ahead = ranked.slice(0, ranked.findIndex(isOurs)).map(({ contestant }) => contestant);
    const lead = ahead.length === 0 ? "ours lead" : `ahead of all of ours: ${ahead.join(", ")}`;
    return [`- ${quality}: ${lead}; the order is ${ranked.map(({ contestant }) => contestant).join(", ")}.`];
  });
  return known.join("\n");
}

/** How far contests that were held more than once agree; empty where none was. */
export function agreementTable(results: readonly ContestResult[]): string {
  const groups = [...Map.groupBy(results, (result) => `${result.contestant} | ${titleOf(result)}`)];
  const repeated = groups.filter(([, group]) => group.length > 1);
  const rows = repeated.map(([title, group]) => `| ${title} | ${spread(group)} |`);
  if (rows.length === 0) return "";
  const agreeing = repeated.filter(([, group]) => new Set(group.map(figuresOf)).size === 1);
  return [
    "### Agreement of repeated contests",
    `${agreeing.length} of ${rows.length} contests that were held more than once agree in every figure but times. The
table shows the largest difference between two times the same contest was held.`,
    [
      "| agent | contest | held | requests | cost, % | told at end, points | solved | wait, s |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
      ...rows,
    ].join("\n"),
  ].join("\n\n");
}

function spread(group: readonly ContestResult[]): string {
  const range = (of: (result: ContestResult) => number) => Math.max(...group.map(of)) - Math.min(...group.map(of));
  const cheapest = Math.min(...group.map(({ kiloUnits }) => kiloUnits));
  const cells = [
    range(({ requests }) => requests),
    (range(({ kiloUnits }) => kiloUnits) / Math.max(1, cheapest)) * 100,
    range(toldShare) * 100,
    range(({ solved, solvedAfterRereading }) => solved + solvedAfterRereading),
    range(({ summaryWaitSeconds }) => summaryWaitSeconds),
  ];
  const shown = cells.map((difference) => (Number.isInteger(difference) ? String(difference) : difference.toFixed(2)));
  return [`${group.length} times`, ...shown].join(" | ");
}

/** Everything that was measured, without what depends on the machine and the moment. */
const figuresOf = ({ run: _, wallMs: _wall, cpuMs: _cpu, peakMb: _peak, ...figures }: ContestResult): string =>
  JSON.stringify(figures);

const toldShare = ({ atEnd }: ContestResult): number => atEnd.all.told / Math.max(1, atEnd.all.known);
