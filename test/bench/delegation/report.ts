import type { Comparison, DelegationResults } from "./measure";
import { lineShare } from "./measure";
import type { Group } from "./tables";
import {
  callTable,
  equalTable,
  fullTable,
  meanOf,
  perSession,
  sessionTable,
  smaller,
  table,
  windowTable,
  within,
} from "./tables";

/** The share by which the parent's mean prompt should shrink. */
const GOAL = 0.3;

export function renderDelegation(results: DelegationResults, groups: readonly Group[]): string {
  const oracle = results.fullHistory.find(({ variant }) => variant === "oracle");
  return `${[
    "# What delegating exploration saves",
    "Written by `npm run bench -- --only delegation`.",
    METHOD,
    "## What is exploration",
    CALLS,
    callTable(results.recordings),
    "## Without a window",
    FULL,
    fullTable(results.fullHistory, groups),
    "With the oracle's reports, session by session:",
    oracle === undefined ? "" : sessionTable(oracle),
    "## Under a window",
    WINDOW,
    windowTable(results.windows),
    EQUAL,
    equalTable(results.equal),
    "## Does the goal hold?",
    GOAL_TEXT,
    verdicts(results, groups),
    NOTES,
  ].join("\n\n")}\n`;
}

const METHOD = `\
A run of exploration is at least three consecutive calls that only read. It is replaced by one \`delegate\` call and the
report of a sub-agent, written by the product's own code: its format, its bounds (6,000 characters of words; with the
lines it names, 4 % of the window, between 10,000 and 24,000 characters), its check against the record, and the lines
that it names as \`path:12-30\` quoted from what was read. Three kinds of reports:

- **nothing quoted later**: only runs of which no later reply uses a line; the report names what was read. The strictest
  reading.
- **oracle**: the report names exactly the lines that later replies of the parent use; a run is delegated only if they
  all fit. An upper bound: no sub-agent knows what its parent will do next.
- **code alone**: every run is delegated, and about 6,000 characters of lines are chosen without a look at what follows:
  rare names of the task and of the searches, definitions, matches. A lower bound: a model that knows why it reads
  chooses better, and asks for fewer lines.

Both replays are compared on the same replies: those that the parent gives with and without delegation. Lines, edits,
names, and cost are those of \`REPORT.md\`. Cost includes the sub-agents' own requests and what they and the parent
write to delegate. Extractive summarizer, 2.5K of overhead, entries that live for five minutes.`;

const CALLS = `\
_Reads_ are tools that read and commands that the product lets pass unasked; _asked about_ are commands that change
nothing but are not vouched for: with substitutions or loops, \`gh … view\`, \`curl\` without a body. Lists and
thoughts of the agent's own neither count nor end a run; a message of the user or any other call does. Calls of
PowerShell, of terminal multiplexers, and polls of a running command count as acting.`;

const FULL = `\
_Smaller_ compares the means over all calls, so that sessions with many calls decide; _mean of sessions_ gives each
session the same weight; _all prompts_ is everything the parent sends, without the calls it no longer makes.`;

const WINDOW = `\
A parent that compresses fills its window up to the same trigger either way, so its mean prompt is a sawtooth below the
same line. What delegation changes is how often it gets there, what that costs, and what is still shown.`;

const EQUAL = `\
With a smaller window the delegating parent's prompts shrink, and so does what it shows. The smallest of 90, 80, … % of
the window in which it still shows as many used lines as the plain parent in the whole one (policy adaptive):`;

const GOAL_TEXT = `\
The parent's mean prompt at least 30 % smaller, at equal or better line-availability, with the oracle's reports:`;

const NOTES = `\
What this does not prove: that a model delegates these runs, or names these lines. The recorded agents had no sub-agents
for them; a delegating agent words its task, and a sub-agent reads more or less than the run.`;

const percent = (share: number): string => `${(share * 100).toFixed(1).replace("-", "−")} %`;

function verdicts({ fullHistory, windows }: DelegationResults, groups: readonly Group[]): string {
  const oracle = ({ variant }: Comparison): boolean => variant === "oracle";
  const full = fullHistory.filter(oracle).flatMap((whole) =>
    groups.flatMap((group) => {
      const one = within(whole, group);
      return [
        verdict(`no window, ${group.name}, all calls`, smaller(one), one),
        verdict(`no window, ${group.name}, mean of sessions`, meanOf(perSession(one)), one),
      ];
    }),
  );
  return table(
    ["condition", "smaller", "lines", "delegated", "holds"],
    [
      ...full,
      ...windows
        .filter(oracle)
        .map((one) =>
          verdict(`${one.windowTokens / 1_000}K, ${one.strategy.replace("ours: ", "")}`, smaller(one), one),
        ),
    ],
  );
}

function verdict(name: string, share: number, { plain, delegated }: Comparison): readonly string[] {
  const holds = share >= GOAL && lineShare(delegated) >= lineShare(plain);
  return [name, percent(share), percent(lineShare(plain)), percent(lineShare(delegated)), holds ? "yes" : "no"];
}
