import type { ContestResult } from "../measures/result";
import { isOurs, shownResults } from "./tables";

/** In how many contests of each window an agent reached the end, of those it took part in. */
export function finisherTable(results: readonly ContestResult[]): string {
  const shown = shownResults(results);
  const windows = [...new Set(shown.map(({ windowTokens }) => windowTokens))].toSorted((left, right) => left - right);
  const rows = [...Map.groupBy(shown, ({ contestant }) => contestant)].map(([agent, held]) => {
    const cells = windows.map((windowTokens) => {
      const some = held.filter((result) => result.windowTokens === windowTokens);
      const finished = some.filter(({ invalid }) => invalid.length === 0);
      return some.length === 0 ? "not run" : `${finished.length} of ${some.length}`;
    });
    return `| ${[agent, ...cells].join(" | ")} |`;
  });
  const rivals = [...new Set(shown.filter((result) => !isOurs(result)).map(({ contestant }) => contestant))];
  const finished = rivals.filter((agent) => shown.some((one) => one.contestant === agent && one.invalid.length === 0));
  return [
    "### Who reached the end",
    [
      `${finished.length} of ${rivals.length} rivals finished at least one contest.`,
      "Each cell: contests finished, of those held. The table of a contest says why an agent did not finish it.",
    ].join(" "),
    [
      `| agent | ${windows.map((tokens) => `${tokens / 1_000}K`).join(" | ")} |`,
      `| --- | ${windows.map(() => "---:").join(" | ")} |`,
      ...rows,
    ].join("\n"),
  ].join("\n\n");
}
