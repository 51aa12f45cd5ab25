import { ContextView } from "./measures/context-view";
import type { Availability } from "./measures/judge";
import { noAvailability, ReplyJudge } from "./measures/judge";
import type { Needs } from "./measures/needs";
import { needsOf } from "./measures/needs";
import type { Precision } from "./measures/precision";
import { measurePrecision } from "./measures/precision";
import type { Recording } from "./recordings";
import type { Condition, Strategy } from "./strategy";
import { Wire } from "./wire";

/** The result of one strategy for one session under one condition. */
export interface Replay extends Availability, Precision {
  readonly session: string;
  readonly agent: string;
  readonly calls: number;
  /** In tokens of fresh input, without the agent's own output, which is the same for every strategy. */
  readonly cost: number;
  readonly summaryCost: number;
  readonly rereadCost: number;
  readonly promptTokens: number;
  readonly readTokens: number;
  readonly peakTokens: number;
  readonly overflows: number;
  readonly compressions: number;
  /** Whether the session without compressions would have stayed within the window. */
  readonly fits: boolean;
  readonly cpuMs: number;
}

/** Shared by all strategies on one session, so it is computed once. */
export interface Ground {
  readonly recording: Recording;
  readonly needs: Needs;
}

export const groundOf = (recording: Recording): Ground => ({ recording, needs: needsOf(recording.messages) });

export async function replay({ recording, needs }: Ground, strategy: Strategy, condition: Condition): Promise<Replay> {
  const { windowTokens, overheadTokens } = condition;
  const runner = strategy.start(recording, condition);
  const wire = new Wire(condition);
  const view = new ContextView(needs);
  const judge = new ReplyJudge(needs, recording.messages);
  const shown = noAvailability();
  const counts = { calls: 0, promptTokens: 0, peakTokens: 0, overflows: 0, compressions: 0, cpuMs: 0 };
  const precision = { named: 0, invented: 0 };
  let taken = 0;
  for (const [index, message] of recording.messages.entries()) {
    if (message.role !== "assistant") continue;
    const atMs = recording.timesMs[Math.max(0, index - 1)] ?? 0;
    const before = process.cpuUsage();
    const sent = await runner.next(recording.messages.slice(taken, index), atMs);
    const spent = process.cpuUsage(before);
    taken = index + 1;
    const promptTokens = wire.send(sent, atMs);
    counts.cpuMs += (spent.user + spent.system) / 1_000;
    counts.calls++;
    counts.promptTokens += promptTokens;
    counts.peakTokens = Math.max(counts.peakTokens, promptTokens);
    counts.overflows += Math.max(sent.refused, strategy.group !== "reference" && promptTokens > windowTokens ? 1 : 0);
    counts.compressions += sent.summaries.length;
    if (sent.summaries.length > 0) {
      judge.compressed();
      addTo(precision, measurePrecision(recording.messages.slice(0, index), sent.summaries.at(-1) ?? ""));
    }
    view.show(sent.messages);
    judge.judge(index, view, shown);
    runner.answered(message);
  }
  const billed = wire.bill();
  return {
    ...counts,
    ...precision,
    ...shown,
    ...billed,
    session: recording.name,
    agent: recording.agent,
    rereadCost: shown.rereadTokens * wire.writePrice,
    fits: overheadTokens + recording.totalTokens <= windowTokens,
  };
}

function addTo(sum: { named: number; invented: number }, { named, invented }: Precision): void {
  sum.named += named;
  sum.invented += invented;
}
