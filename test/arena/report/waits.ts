import type { ContestResult } from "../measures/result";
import { contestOf, isOurs, shownResults } from "./tables";

/** What a user of ours may wait for summaries, as a share of what the best rival lets its user wait. */
const GOAL = 1 / 3;

/** Where our users wait at most a third of what users of the best rival wait, and where they do not. */
export function waitTable(results: readonly ContestResult[]): string {
  const valid = shownResults(results).filter(({ invalid }) => invalid.length === 0);
  const ours = [...new Set(valid.filter(isOurs).map(({ contestant }) => contestant))];
  const rows = [...Map.groupBy(valid, contestOf)].flatMap(([contest, group]) => {
    const rivals = group.filter((result) => !isOurs(result));
    const best = rivals.filter(({ summaryCalls }) => summaryCalls > 0).toSorted(byWait)[0];
    if (best === undefined) return [];
    const idle = rivals.filter(({ summaryCalls }) => summaryCalls === 0).map(({ contestant }) => contestant);
    const goal = best.summaryWaitSeconds * GOAL;
    const cells = ours.map((agent) => {
      const found = group.find(({ contestant }) => contestant === agent);
      if (found === undefined) return "–";
      return found.summaryWaitSeconds <= goal ? `**${seconds(found)}**` : seconds(found);
    });
    const theirs = [`${best.contestant} ${seconds(best)}`, goal.toFixed(0)];
    return [`| ${[contest, ...theirs, ...cells, idle.join(", ") || "–"].join(" | ")} |`];
  });
  if (rows.length === 0 || ours.length === 0) return "";
  const titles = ["contest", "best rival, s", "a third, s", ...ours.map((agent) => `${agent}, s`), "no summaries"];
  return [
    "### Wait for summaries",
    GOAL_TEXT,
    [`| ${titles.join(" | ")} |`, `| --- | ---: | ---: | ${ours.map(() => "---:").join(" | ")} | --- |`, ...rows].join(
      "\n",
    ),
    REASONS,
  ].join("\n\n");
}

const byWait = (left: ContestResult, right: ContestResult): number =>
  left.summaryWaitSeconds - right.summaryWaitSeconds;
const seconds = ({ summaryWaitSeconds }: ContestResult): string => summaryWaitSeconds.toFixed(0);

const GOAL_TEXT = `The goal is that users of Hermes wait at most a third of what users of the best rival wait; cells
that meet it are bold. The last column names rivals that finished without a summary: their users did not wait at all.`;

const REASONS = `Where a cell is not bold, the reason is the same: Hermes compacts earlier and more often than the
rivals, which is what makes its requests cheap, and unless summaries are prepared in the background its user waits for
each of them. In the background, the user waits only where the window fills up before the summary is there.`;
