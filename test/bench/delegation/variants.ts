import type { Message } from "../../../src/core/conversation/message";
import { call, result } from "../../support/conversation";
import type { Ground } from "../replay";
import { childOf } from "./child";
import { chooseByCode } from "./code-choice";
import type { Report } from "./reports";
import { oracleReport, reportOf } from "./reports";
import type { Run } from "./runs";
import { cutRuns, explorationsOf, isWithin } from "./runs";

/** Which runs are delegated, and what their reports carry. */
export const VARIANTS = ["unquoted", "oracle", "code"] as const;
export type Variant = (typeof VARIANTS)[number];

/** A run of exploration as the parent sees it. */
export interface Delegation extends Run {
  readonly report: Report;
}

export function delegationsOf(ground: Ground, variant: Variant, windowTokens: number): readonly Delegation[] {
  const { messages } = ground.recording;
  const explorations = explorationsOf(messages);
  if (variant === "code")
    return cutRuns(explorations, () => true).map((run) => {
      const child = childOf(messages, run);
      return { ...run, report: reportOf(child, { windowTokens, named: chooseByCode(child) }) };
    });
  if (variant === "unquoted")
    return cutRuns(explorations, (run) => isUnused(ground, run)).map((run) => ({
      ...run,
      report: reportOf(childOf(messages, run), { windowTokens, named: [] }),
    }));
  // Whether a later reply is the parent's is known only once all runs are: until then every reply counts as its own.
  const runs = cutRuns(
    explorations,
    (run) => oracleReport(ground, run, { windowTokens, isParents: () => true }) !== undefined,
  );
  const isParents = (reply: number): boolean => !runs.some((run) => isWithin(run, reply));
  return runs.flatMap((run) => {
    const report = oracleReport(ground, run, { windowTokens, isParents });
    return report === undefined ? [] : [{ ...run, report }];
  });
}

/** The issue's own words: nothing of the contents is quoted later. */
function isUnused({ needs }: Ground, run: Run): boolean {
  for (const [reply, { lines, edits }] of needs.byReply) {
    if (reply < run.to) continue;
    for (const feature of [...lines, ...edits.flat()]) {
      const source = needs.sourceBefore(feature, reply);
      if (source !== undefined && isWithin(run, source)) return false;
    }
  }
  return true;
}

export interface Step {
  readonly message: Message;
  /** Its place in the recording; undefined for a delegation. */
  readonly index?: number;
  /** For a report: what the sub-agent did. */
  readonly run?: Run;
  /** When it happened, by its place in the recording. */
  readonly at: number;
}

export function stepsOf(messages: readonly Message[], delegations: readonly Delegation[]): readonly Step[] {
  const steps: Step[] = [];
  for (let index = 0; index < messages.length; ) {
    const delegation = delegations.find(({ from }) => from === index);
    if (delegation === undefined) {
      steps.push({ message: messages[index]!, index, at: index });
      index++;
      continue;
    }
    const [asked, report] = asSeenByParent(messages[index]!, delegation);
    if (asked !== undefined) steps.push({ message: asked, at: index });
    if (report !== undefined) steps.push({ message: report, run: delegation, at: index });
    index = delegation.to;
  }
  return steps;
}

/** The words before the first look stay with the parent; then its call, and the report. */
function asSeenByParent(first: Message, { from, report }: Delegation): readonly Message[] {
  if (first.role !== "assistant") return [];
  const key = `delegate-${from}`;
  return [
    {
      ...first,
      parts: [
        ...first.parts.filter(({ type }) => type === "text"),
        call("delegate", JSON.stringify({ task: report.task, kind: "explore" }), key),
      ],
    },
    result("delegate", report.text, key),
  ];
}
