import type { Message } from "../../../src/core/conversation/message";
import { estimateMessagesTokens, estimateMessageTokens, estimateTextTokens } from "../../../src/core/tokens/estimate";
import { user } from "../../support/conversation";
import { ContextView } from "../measures/context-view";
import type { Availability } from "../measures/judge";
import { noAvailability, ReplyJudge } from "../measures/judge";
import type { Ground } from "../replay";
import type { Condition, Strategy } from "../strategy";
import { Wire } from "../wire";
import type { Delegation } from "./variants";
import { stepsOf } from "./variants";

/** Sums over a parent's session. */
export interface Play extends Availability {
  readonly session: string;
  /** Replies that the parent gives with and without delegation, and their prompts. */
  readonly shared: number;
  readonly sharedTokens: number;
  /** All calls of the parent. */
  readonly calls: number;
  readonly tokens: number;
  readonly peakTokens: number;
  readonly compressions: number;
  /** What all messages added to the conversation. */
  readonly addedTokens: number;
  /** In tokens of fresh input: parent, its summaries, sub-agents, and what delegating had them write. */
  readonly cost: number;
  /** With the price of reading again what later replies use and no longer see. */
  readonly costWithRereads: number;
  readonly delegations: number;
}

export interface Played {
  readonly strategy: Strategy;
  readonly condition: Condition;
  readonly delegations: readonly Delegation[];
}

/** Whether a reply counts for a comparison: the parent gives it with and without delegation. */
export type IsShared = (reply: number) => boolean;

const OUTPUT_PRICE = 5;

/** One replay, counted once for each comparison. */
export async function play(
  ground: Ground,
  { strategy, condition, delegations }: Played,
  comparisons: readonly IsShared[],
): Promise<readonly Play[]> {
  const { recording, needs } = ground;
  const steps = stepsOf(recording.messages, delegations);
  const messages = steps.map(({ message }) => message);
  const readByOthers = new Map(
    steps.flatMap(({ message, run }) =>
      run === undefined ? [] : [[message, recording.messages.slice(run.from, run.to)]],
    ),
  );
  const runner = strategy.start({ ...recording, messages, readByOthers }, condition);
  const wire = new Wire(condition);
  const view = new ContextView(needs);
  const counts = comparisons.map((isShared) => new Count(ground, isShared));
  const sums = { calls: 0, tokens: 0, peakTokens: 0, compressions: 0 };
  let taken = 0;
  for (const [place, { message, index, at }] of steps.entries()) {
    if (message.role !== "assistant") continue;
    const atMs = recording.timesMs[Math.max(0, at - 1)] ?? 0;
    const sent = await runner.next(messages.slice(taken, place), atMs);
    taken = place + 1;
    const tokens = wire.send(sent, atMs);
    sums.calls++;
    sums.tokens += tokens;
    sums.peakTokens = Math.max(sums.peakTokens, tokens);
    sums.compressions += sent.summaries.length;
    view.show(sent.messages);
    for (const count of counts) count.add({ index, tokens, compressed: sent.summaries.length > 0 }, view);
    runner.answered(message);
  }
  const children = delegations.reduce((sum, delegation) => sum + childCost(ground, delegation, condition), 0);
  const cost = wire.bill().cost + children;
  const common = {
    ...sums,
    session: recording.name,
    addedTokens: estimateMessagesTokens(messages),
    cost,
    delegations: delegations.length,
  };
  return counts.map(({ shown, shared, sharedTokens }) => ({
    ...shown,
    ...common,
    shared,
    sharedTokens,
    costWithRereads: cost + shown.rereadTokens * wire.writePrice,
  }));
}

class Count {
  readonly shown = noAvailability();
  shared = 0;
  sharedTokens = 0;
  private readonly judge: ReplyJudge;
  private readonly isShared: IsShared;

  constructor({ needs, recording }: Ground, isShared: IsShared) {
    this.judge = new ReplyJudge(needs, recording.messages);
    this.isShared = isShared;
  }

  add(
    { index, tokens, compressed }: { readonly index: number | undefined; tokens: number; compressed: boolean },
    view: ContextView,
  ): void {
    if (compressed) this.judge.compressed();
    if (index === undefined || !this.isShared(index)) return;
    this.shared++;
    this.sharedTokens += tokens;
    this.judge.judge(index, view, this.shown);
  }
}

/** A sub-agent makes the calls of the run in a window of its own, and writes its report; the parent writes the task. */
function childCost({ recording }: Ground, { from, to, report }: Delegation, condition: Condition): number {
  const wire = new Wire(condition);
  const task = user(report.task);
  const sent: Message[] = [task];
  for (let index = from; index < to; index++) {
    const message = recording.messages[index]!;
    if (message.role === "assistant") sendPart(wire, sent, recording.timesMs[Math.max(0, index - 1)] ?? 0);
    sent.push(message);
  }
  sendPart(wire, sent, recording.timesMs[to - 1] ?? 0);
  return wire.bill().cost + (estimateTextTokens(report.words) + estimateMessageTokens(task)) * OUTPUT_PRICE;
}

const sendPart = (wire: Wire, messages: readonly Message[], atMs: number): number =>
  wire.send({ messages: [...messages], summaryCalls: [], refused: 0, summaries: [] }, atMs);
