import { callsOf } from "../../../src/core/conversation/exchanges";
import { estimateMessageTokens } from "../../../src/core/tokens/estimate";
import type { Recording } from "../recordings";
import type { Comparison, DelegationResults } from "./measure";
import { lineShare, total } from "./measure";
import type { Play } from "./play";
import type { CallKind } from "./reading-calls";
import { kindOf } from "./reading-calls";
import { explorationsOf } from "./runs";

type Row = readonly (string | number)[];

export function table(head: Row, rows: readonly Row[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const tokens = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
const percent = (share: number): string => `${(share * 100).toFixed(1).replace("-", "−")} %`;
const points = (share: number): string => `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(1)}`;

const meanPrompt = (plays: readonly Play[]): number =>
  total(plays, ({ sharedTokens }) => sharedTokens) /
  Math.max(
    1,
    total(plays, ({ shared }) => shared),
  );
export const smaller = ({ plain, delegated }: Pick<Comparison, "plain" | "delegated">): number =>
  1 - meanPrompt(delegated) / meanPrompt(plain);
export const perSession = ({ plain, delegated }: Comparison): readonly number[] =>
  plain.map((one, index) => smaller({ plain: [one], delegated: [delegated[index]!] }));
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const editShare = (plays: readonly Play[]): number =>
  total(plays, ({ editsShown }) => editsShown) /
  Math.max(
    1,
    total(plays, ({ edits }) => edits),
  );
const nameShare = (plays: readonly Play[]): number =>
  total(plays, ({ namesShown }) => namesShown) /
  Math.max(
    1,
    total(plays, ({ names }) => names),
  );

const NAMES = { unquoted: "nothing quoted later", oracle: "oracle", code: "code alone" } as const;
const nameOf = ({ variant }: Comparison): string => NAMES[variant];

/** Calls of each agent by what the tables know of them, and how many of the reading ones are in runs. */
export function callTable(recordings: readonly Recording[]): string {
  const byAgent = Map.groupBy(recordings, ({ agent }) => agent);
  const rows = [...byAgent].map(([agent, sessions]): Row => {
    const counts = sessions.map(countCalls);
    const sum = (of: (count: Counted) => number) => counts.reduce((all, one) => all + of(one), 0);
    const kind = (name: CallKind) => sum(({ kinds }) => kinds.filter((one) => one === name).length);
    return [
      agent,
      sum(({ kinds }) => kinds.length),
      kind("vouched"),
      kind("looks"),
      kind("aside"),
      sum(({ runs }) => runs),
      sum(({ inRuns }) => inRuns),
      percent(sum(({ runTokens }) => runTokens) / sum(({ allTokens }) => allTokens)),
    ];
  });
  return table(
    ["agent", "calls", "reads", "reads, asked about", "own lists", "runs", "calls in runs", "of all tokens"],
    rows,
  );
}

interface Counted {
  readonly kinds: readonly CallKind[];
  readonly runs: number;
  readonly inRuns: number;
  readonly runTokens: number;
  readonly allTokens: number;
}

function countCalls({ messages, totalTokens }: Recording): Counted {
  const explorations = explorationsOf(messages);
  const exchanges = explorations.flat();
  return {
    kinds: messages.flatMap((message) => (message.role === "assistant" ? callsOf(message).map(kindOf) : [])),
    runs: explorations.length,
    inRuns: exchanges.reduce((sum, { calls }) => sum + calls, 0),
    runTokens: exchanges
      .flatMap(({ from, to }) => messages.slice(from, to))
      .reduce((sum, message) => sum + estimateMessageTokens(message), 0),
    allTokens: totalTokens,
  };
}

/** Sessions that are judged together. */
export interface Group {
  readonly name: string;
  readonly sessions: ReadonlySet<string>;
}

/** Full history: how much smaller, over all calls, over sessions, and what the parent sends in all. */
export function fullTable(comparisons: readonly Comparison[], groups: readonly Group[]): string {
  return table(
    [
      ...["sessions", "reports", "runs", "mean prompt", "delegated", "smaller", "mean of sessions", "all prompts"],
      ...["lines", "edits", "names", "cost", "with re-reads"],
    ],
    groups.flatMap((group) =>
      comparisons.map((whole) => {
        const one = within(whole, group);
        return [
          group.name,
          nameOf(one),
          total(one.delegated, ({ delegations }) => delegations),
          tokens(meanPrompt(one.plain)),
          tokens(meanPrompt(one.delegated)),
          percent(smaller(one)),
          percent(meanOf(perSession(one))),
          percent(1 - total(one.delegated, (play) => play.tokens) / total(one.plain, (play) => play.tokens)),
          percent(lineShare(one.delegated)),
          percent(editShare(one.delegated)),
          percent(nameShare(one.delegated)),
          ...costs(one),
        ];
      }),
    ),
  );
}

export const within = (comparison: Comparison, { sessions }: Group): Comparison => ({
  ...comparison,
  plain: comparison.plain.filter(({ session }) => sessions.has(session)),
  delegated: comparison.delegated.filter(({ session }) => sessions.has(session)),
});

const costs = ({ plain, delegated }: Comparison): Row => [
  percent(total(delegated, ({ cost }) => cost) / total(plain, ({ cost }) => cost) - 1),
  percent(total(delegated, (one) => one.costWithRereads) / total(plain, (one) => one.costWithRereads) - 1),
];

/** Full history with the oracle, session by session. */
export const sessionTable = ({ plain, delegated }: Comparison): string =>
  table(
    ["session", "runs", "mean prompt", "delegated", "smaller", "lines", "growth per call", "delegated"],
    plain.map((one, index) => {
      const other = delegated[index]!;
      return [
        one.session,
        other.delegations,
        tokens(meanPrompt([one])),
        tokens(meanPrompt([other])),
        percent(smaller({ plain: [one], delegated: [other] })),
        percent(lineShare([other])),
        tokens(one.addedTokens / one.calls),
        tokens(other.addedTokens / other.calls),
      ];
    }),
  );

export const windowTable = (comparisons: readonly Comparison[]): string =>
  table(
    [
      "window",
      "strategy",
      "reports",
      "mean prompt",
      "delegated",
      "smaller",
      "lines",
      "delegated",
      "edits",
      "delegated",
      "compressions",
      "delegated",
      "peak",
      "delegated",
      "cost",
      "with re-reads",
    ],
    comparisons.map((one) => [
      `${one.windowTokens / 1_000}K`,
      one.strategy.replace(/^ours: (?:compressor, policy )?/, ""),
      nameOf(one),
      tokens(meanPrompt(one.plain)),
      tokens(meanPrompt(one.delegated)),
      percent(smaller(one)),
      percent(lineShare(one.plain)),
      percent(lineShare(one.delegated)),
      percent(editShare(one.plain)),
      percent(editShare(one.delegated)),
      total(one.plain, ({ compressions }) => compressions),
      total(one.delegated, ({ compressions }) => compressions),
      tokens(Math.max(...one.plain.map(({ peakTokens }) => peakTokens))),
      tokens(Math.max(...one.delegated.map(({ peakTokens }) => peakTokens))),
      ...costs(one),
    ]),
  );

export const equalTable = (equal: DelegationResults["equal"]): string =>
  table(
    [
      "window",
      "reports",
      "enough with delegation",
      "mean prompt",
      "delegated",
      "smaller",
      "lines",
      "delegated",
      "points",
      "cost",
      "with re-reads",
    ],
    equal.map(({ comparison, windowTokens }) => [
      `${comparison.windowTokens / 1_000}K`,
      nameOf(comparison),
      `${windowTokens / 1_000}K`,
      tokens(meanPrompt(comparison.plain)),
      tokens(meanPrompt(comparison.delegated)),
      percent(smaller(comparison)),
      percent(lineShare(comparison.plain)),
      percent(lineShare(comparison.delegated)),
      points(lineShare(comparison.delegated) - lineShare(comparison.plain)),
      ...costs(comparison),
    ]),
  );
