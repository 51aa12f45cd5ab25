import { pruneRange } from "../../src/core/context/compressor/pruning/prune";
import { SAME_PREFIX_TASK, SECTION_GUIDE, SUMMARIZER_SYSTEM } from "../../src/core/context/compressor/summary-prompt";
import { renderTurns } from "../../src/core/context/summary/rendered-turns";
import { exchangeStarts } from "../../src/core/conversation/exchanges";
import { messageId } from "../../src/core/conversation/ids";
import type { AssistantMessage, Message, SummaryMessage } from "../../src/core/conversation/message";
import { estimateMessagesTokens, estimateMessageTokens } from "../../src/core/tokens/estimate";
import type { Condition, Runner, Sent, Strategy } from "./strategy";
import { SummaryDesk, summaryCeiling } from "./summarizing";

/** Sends everything, always; the baseline for the others. Long sessions exceed every window this way. */
export const fullHistory: Strategy = {
  name: "full history (no window)",
  group: "reference",
  start: () => new Plain((messages) => messages),
};

export const truncateToFit: Strategy = {
  name: "truncate to fit",
  group: "peer",
  start: (_session, { overheadTokens, windowTokens }) =>
    new Plain((messages) => fit(messages, windowTokens - overheadTokens)),
};

/** Clears old tool output on every step and keeps the most recent results. */
export const maskEveryStep: Strategy = {
  name: "mask all but the last 10 results, every step",
  group: "peer",
  start: (_session, { overheadTokens, windowTokens }) =>
    new Plain((messages) => fit(maskBefore(messages, nthLastResult(messages, 10)), windowTokens - overheadTokens)),
};

const BATCH_PROTECT_SHARE = 0.2;
const BATCH_LEAST_SHARE = 0.1;

/** Clears old tool output only if that frees a tenth of the window at once; spares the most recent fifth. */
export const maskInBatches: Strategy = {
  name: "mask in batches",
  group: "peer",
  start: (_session, { overheadTokens, windowTokens }) => {
    let maskedUpTo = 0;
    return new Plain((messages) => {
      const spared = startOfLast(messages, windowTokens * BATCH_PROTECT_SHARE);
      const gain = messages
        .slice(maskedUpTo, spared)
        .reduce((sum, message) => sum + (message.role === "tool" ? estimateMessageTokens(message) : 0), 0);
      if (gain >= windowTokens * BATCH_LEAST_SHARE) maskedUpTo = spared;
      return fit(maskBefore(messages, maskedUpTo), windowTokens - overheadTokens);
    });
  },
};

/** Keeps the whole history and shows a view of it. */
class Plain implements Runner {
  private readonly view: (messages: readonly Message[]) => readonly Message[];
  private messages: readonly Message[] = [];

  constructor(view: (messages: readonly Message[]) => readonly Message[]) {
    this.view = view;
  }

  async next(fresh: readonly Message[]): Promise<Sent> {
    this.messages = [...this.messages, ...fresh];
    return { messages: this.view(this.messages), summaryCalls: [], refused: 0, summaries: [] };
  }

  answered(reply: AssistantMessage): void {
    this.messages = [...this.messages, reply];
  }
}

/** How a summarizing peer works. */
export interface FoldRules {
  readonly name: string;
  readonly thresholdShare: number;
  readonly summaryCall: "prefix" | "separate";
  /** Messages to keep: from the beginning, and from the end. */
  keep(
    messages: readonly Message[],
    windowTokens: number,
  ): { readonly head: readonly Message[]; readonly tail: readonly Message[] };
}

const HEAD_MESSAGES = 3;

const headAndTail =
  (tailShare: number): FoldRules["keep"] =>
  (messages, windowTokens) => {
    const head = messages.slice(0, boundary(messages, Math.min(HEAD_MESSAGES, messages.length)));
    const start = Math.max(head.length, startOfLast(messages, windowTokens * tailShare));
    return { head: head.filter(({ role }) => role !== "summary"), tail: messages.slice(start) };
  };

export const HERMES_50: FoldRules = {
  name: "Hermes as documented, 50 %, separate summary",
  thresholdShare: 0.5,
  summaryCall: "separate",
  keep: headAndTail(0.1),
};
export const HERMES_75: FoldRules = {
  name: "Hermes-like 75 %, same-prefix summary",
  thresholdShare: 0.75,
  summaryCall: "prefix",
  keep: headAndTail(0.15),
};
/** Keeps a checkpoint and the most recent user messages, nothing else. */
export const CODEX_90: FoldRules = {
  name: "Codex-like 90 %",
  thresholdShare: 0.9,
  summaryCall: "prefix",
  keep: (messages, windowTokens) => {
    const users = messages.filter(({ role }) => role === "user");
    return { head: users.slice(startOfLast(users, Math.min(20_000, windowTokens * 0.1))), tail: [] };
  },
};
/** Keeps summaries of chunks and a fixed number of recent messages. */
export const LCM_75: FoldRules = {
  name: "LCM-like 75 %, 32 newest messages",
  thresholdShare: 0.75,
  summaryCall: "separate",
  keep: (messages, windowTokens) => {
    const byCount = boundary(messages, Math.max(0, messages.length - 32));
    return { head: [], tail: messages.slice(Math.max(byCount, startOfLast(messages, windowTokens * 0.4))) };
  },
};

export const foldingPeer = (rules: FoldRules): Strategy => ({
  name: rules.name,
  group: "peer",
  start: (_session, condition) => new Folding(rules, condition),
});

class Folding implements Runner {
  private readonly rules: FoldRules;
  private readonly condition: Condition;
  private readonly desk: SummaryDesk;
  private active: readonly Message[] = [];
  private folds = 0;

  constructor(rules: FoldRules, condition: Condition) {
    this.rules = rules;
    this.condition = condition;
    this.desk = new SummaryDesk(rules.summaryCall, condition);
  }

  async next(fresh: readonly Message[], atMs: number): Promise<Sent> {
    this.desk.at(atMs);
    this.active = [...this.active, ...fresh];
    const summaries: string[] = [];
    if (this.size() >= this.condition.windowTokens * this.rules.thresholdShare) {
      const summary = await this.fold();
      if (summary !== undefined) summaries.push(summary);
    }
    const refused = this.size() > this.condition.windowTokens ? 1 : 0;
    if (refused > 0) this.active = fit(this.active, this.condition.windowTokens - this.condition.overheadTokens);
    this.desk.sent();
    return { messages: this.active, summaryCalls: this.desk.takeCalls(), refused, summaries };
  }

  answered(reply: AssistantMessage): void {
    this.active = [...this.active, reply];
  }

  private async fold(): Promise<string | undefined> {
    const { head, tail } = this.rules.keep(this.active, this.condition.windowTokens);
    const kept = new Set([...head, ...tail]);
    const folded = this.active.filter((message) => !kept.has(message));
    if (folded.every(({ role }) => role === "summary")) return undefined;
    const previous = folded.findLast((message) => message.role === "summary")?.text;
    const pruned = pruneRange(folded, 0, folded.length).messages;
    const earlier = previous === undefined ? "" : `\n\n<earlier-notes>\n${previous}\n</earlier-notes>`;
    const task = `${SECTION_GUIDE}${earlier}`;
    const text = await this.desk
      .summarize(
        {
          kind: previous === undefined ? "first" : "update",
          system: SUMMARIZER_SYSTEM,
          folded,
          prompt: `${task}\n\n<turns>\n${renderTurns(folded, pruned).join("\n\n")}\n</turns>`,
          instruction: `${SAME_PREFIX_TASK}\n\n${SECTION_GUIDE}`,
          targetTokens: summaryCeiling(this.condition.windowTokens),
        },
        new AbortController().signal,
      )
      .catch(() => undefined);
    if (text === undefined) return undefined;
    const summary: SummaryMessage = {
      role: "summary",
      id: messageId(`fold-${++this.folds}`),
      text,
      covers: folded.map(({ id }) => id),
    };
    this.active = [...head, summary, ...tail];
    return text;
  }

  private size(): number {
    return this.condition.overheadTokens + estimateMessagesTokens(this.active);
  }
}

/** The most recent messages that fit, cut at the beginning of an exchange. */
function fit(messages: readonly Message[], tokens: number): readonly Message[] {
  return estimateMessagesTokens(messages) <= tokens ? messages : messages.slice(startOfLast(messages, tokens));
}

/** Index of the first of the most recent messages that fit this size, never inside an exchange. */
function startOfLast(messages: readonly Message[], tokens: number): number {
  const starts = exchangeStarts(messages);
  let start = messages.length;
  let left = tokens;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    left -= message === undefined ? 0 : estimateMessageTokens(message);
    if (left < 0) break;
    if ((starts[index] ?? index) === index) start = index;
  }
  return start;
}

const boundary = (messages: readonly Message[], index: number): number => {
  const starts = exchangeStarts(messages);
  let end = index;
  while (end < messages.length && (starts[end] ?? end) < end) end++;
  return end;
};

function nthLastResult(messages: readonly Message[], count: number): number {
  const results = messages.flatMap(({ role }, index) => (role === "tool" ? [index] : []));
  return results.at(-count) ?? 0;
}

const MASK = "[Old tool output cleared]";
const masked = new WeakMap<Message, Message>();

function maskBefore(messages: readonly Message[], end: number): readonly Message[] {
  return messages.map((message, index) => (index < end ? maskOne(message) : message));
}

function maskOne(message: Message): Message {
  if (message.role !== "tool") return message;
  const known = masked.get(message);
  if (known !== undefined) return known;
  const view: Message = { ...message, body: { kind: "pruned", gist: MASK } };
  masked.set(message, view);
  return view;
}
