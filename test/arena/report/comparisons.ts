import type { ContestResult } from "../measures/result";
import { SUMMARY_QUALITIES } from "../model/summarizer";
import { titleOf, USUAL_QUALITY } from "./tables";

/** What worse summaries do to each agent; empty where all were of the usual quality. */
export function qualityTables(results: readonly ContestResult[]): string {
  const first = results.filter(({ run }) => run.round === 1);
  const groups = Map.groupBy(first, (result) => titleOf({ ...result, quality: "all" }));
  const compared = [...groups].filter(([, group]) => group.some(({ quality }) => quality !== USUAL_QUALITY));
  if (compared.length === 0) return "";
  return [
    "### Other qualities of summaries",
    "Each cell: facts told at the end, % / tasks solved per million units.",
    ...compared.map(([title, group]) => `**${title}**\n\n${qualityTable(group)}`),
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

/** How far contests that were held more than once agree; empty where none was. */
export function agreementTable(results: readonly ContestResult[]): string {
  const groups = Map.groupBy(results, (result) => `${result.contestant} | ${titleOf(result)}`);
  const rows = [...groups].flatMap(([title, group]) => (group.length < 2 ? [] : [`| ${title} | ${spread(group)} |`]));
  if (rows.length === 0) return "";
  return [
    "### Agreement of repeated contests",
    "The largest difference between two times the same contest was held; times are left out.",
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
  return [`${group.length} times`, ...cells.map((difference) => (difference === 0 ? "0" : difference.toFixed(3)))].join(
    " | ",
  );
}

const toldShare = ({ atEnd }: ContestResult): number => atEnd.all.told / Math.max(1, atEnd.all.known);
