import type { Breakpoint } from "../../src/core/caching/breakpoints";
import { placeBreakpoints } from "../../src/core/caching/breakpoints";
import type { SimulatedRequest } from "../../src/core/caching/simulate";
import { simulateCache } from "../../src/core/caching/simulate";
import type { EnginePrices } from "../../src/core/context/engine";
import type { Message } from "../../src/core/conversation/message";
import type { CacheTtl } from "../../src/core/models/model";
import { estimateMessageTokens } from "../../src/core/tokens/estimate";
import type { Condition, Sent, SummaryCall } from "./strategy";

/** Claude's prices relative to fresh input. */
const PRICES = { input: 1, output: 5, cacheRead: 0.1, cacheWrite5m: 1.25, cacheWrite1h: 2 } as const;
/** The same as an engine gets them from the model's table. */
export const relativePrices = (ttl: CacheTtl): EnginePrices => ({
  read: PRICES.cacheRead,
  write: ttl === "1h" ? PRICES.cacheWrite1h : PRICES.cacheWrite5m,
  output: PRICES.output,
});

const CACHE = { kind: "breakpoints", minimumTokens: 1_024 } as const;
const PER_MILLION = 1_000_000;

/** Converts what was sent into requests as the cache sees them, and bills them. */
export class Wire {
  private readonly condition: Condition;
  private readonly requests: (SimulatedRequest & { readonly purpose: "agent" | "summary" })[] = [];
  private marks: readonly Breakpoint[] = [];
  private last: SimulatedRequest | undefined;

  constructor(condition: Condition) {
    this.condition = condition;
  }

  get writePrice(): number {
    return relativePrices(this.condition.ttl).write;
  }

  send(sent: Sent, atMs: number): number {
    for (const call of sent.summaryCalls)
      this.requests.push({ ...this.summaryRequest(call, atMs), purpose: "summary" });
    const request = this.agentRequest(sent.messages, atMs);
    this.requests.push({ ...request, purpose: "agent" });
    this.last = request;
    return request.blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  }

  bill(): { readonly cost: number; readonly summaryCost: number; readonly readTokens: number } {
    const report = simulateCache(this.requests, { minimumTokens: CACHE.minimumTokens, prices: PRICES });
    const costs = report.requests.map(({ costUsd }) => (costUsd ?? 0) * PER_MILLION);
    const sum = (purpose: "agent" | "summary", of: readonly number[]) =>
      of.reduce((total, value, index) => (this.requests[index]?.purpose === purpose ? total + value : total), 0);
    return {
      cost: sum("agent", costs) + sum("summary", costs),
      summaryCost: sum("summary", costs),
      readTokens: sum(
        "agent",
        report.requests.map(({ read }) => read),
      ),
    };
  }

  private agentRequest(messages: readonly Message[], atMs: number): SimulatedRequest {
    const marks = placeBreakpoints(messages, CACHE, this.marks);
    this.marks = marks;
    const places = new Map(messages.map(({ id }, index) => [id, index + 1]));
    return {
      atMs,
      blocks: [
        { hash: "system", tokens: this.condition.overheadTokens },
        ...messages.map((message) => ({ hash: contentKey(message), tokens: estimateMessageTokens(message) })),
      ],
      marks: [...new Set(marks.map((mark) => (mark.after === "system" ? 0 : (places.get(mark.messageId) ?? 0))))].map(
        (block) => ({ block, ttl: this.condition.ttl }),
      ),
    };
  }

  private summaryRequest(call: SummaryCall, atMs: number): SimulatedRequest {
    const own = { hash: `summary task ${this.requests.length}`, tokens: call.promptTokens };
    if (call.kind === "prefix" && this.last !== undefined)
      return { ...this.last, atMs, blocks: [...this.last.blocks, own], outputTokens: call.outputTokens };
    return { atMs, scope: "summary", blocks: [own], marks: [], outputTokens: call.outputTokens };
  }
}

/** A number per distinct text: equal exactly if the content is equal. */
const keys = new Map<string, string>();
const keyByMessage = new WeakMap<Message, string>();

function contentKey(message: Message): string {
  const known = keyByMessage.get(message);
  if (known !== undefined) return known;
  const { id: _notSent, ...content } = message;
  const text = JSON.stringify(content);
  const key = keys.get(text) ?? String(keys.size);
  keys.set(text, key);
  keyByMessage.set(message, key);
  return key;
}
