import type { ContextEngine, EnginePrices } from "../../src/core/context/engine";
import type { ReadLiveFile } from "../../src/core/context/live-files/live-files";
import { askedText } from "../../src/core/context/recall/asked-text";
import { sessionId, spillId } from "../../src/core/conversation/ids";
import type { AssistantMessage, Message, ToolMessage, UserMessage } from "../../src/core/conversation/message";
import { messageText } from "../../src/core/conversation/render";
import { ledgerOf } from "../../src/core/ledger/add-to-ledger";
import type { SpillBounds } from "../../src/core/spill/plan";
import type { SpillStore } from "../../src/core/spill/spill";
import { spillResults, spillUserMessage } from "../../src/core/spill/spill-results";
import { estimateMessagesTokens, estimateMessageTokens } from "../../src/core/tokens/estimate";
import { ReplayedDisk } from "./disk";
import type { Recording } from "./recordings";
import type { Condition, Runner, Sent, Strategy } from "./strategy";
import { SummaryDesk } from "./summarizing";
import { relativePrices } from "./wire";

/** The configuration of the product: engine, limits for tool output, summary route, and recall. */
export interface EngineSetup {
  readonly name: string;
  readonly group: Strategy["group"];
  readonly summaryCall: "prefix" | "separate";
  readonly recall: "on" | "off";
  /** Whether an expired cache is used to compress before the threshold. */
  readonly coldMoments: "used" | "unused";
  /** For the room that system prompt and tools leave in the window. */
  spillBounds(roomTokens: number): SpillBounds | undefined;
  engine(options: EngineWorld): ContextEngine;
}

export interface EngineWorld {
  readonly contextLength: number;
  readonly overheadTokens: number;
  readonly prices: EnginePrices;
  readonly desk: SummaryDesk;
  readonly now: () => number;
  readonly readFile: ReadLiveFile;
}

const MOST_ATTEMPTS = 3;
const signal = new AbortController().signal;

/** The product's own engine, used as the agent uses it: spill, recall, preflight, overflow recovery. */
export const engineStrategy = (setup: EngineSetup): Strategy => ({
  name: setup.name,
  group: setup.group,
  start: (session, condition) => new EngineRunner(setup, condition, session),
});

class EngineRunner implements Runner {
  private readonly setup: EngineSetup;
  private readonly condition: Condition;
  private readonly readByOthers: Recording["readByOthers"];
  private readonly desk: SummaryDesk;
  private readonly engine: ContextEngine;
  private readonly disk = new ReplayedDisk();
  private active: readonly Message[] = [];
  private readonly seen: Message[] = [];
  private nowMs = 0;

  constructor(setup: EngineSetup, condition: Condition, { readByOthers }: Recording) {
    this.readByOthers = readByOthers;
    this.setup = setup;
    this.condition = condition;
    this.desk = new SummaryDesk(setup.summaryCall, condition);
    this.engine = setup.engine({
      contextLength: condition.windowTokens,
      overheadTokens: condition.overheadTokens,
      prices: relativePrices(condition.ttl),
      desk: this.desk,
      now: () => this.nowMs,
      readFile: async (path) => this.disk.read(path),
    });
  }

  async next(fresh: readonly Message[], atMs: number): Promise<Sent> {
    this.nowMs = atMs;
    this.desk.at(atMs);
    for (const message of fresh.flatMap((one) => [...(this.readByOthers?.get(one) ?? []), one])) this.disk.see(message);
    const taken = await this.takeIn(fresh);
    this.seen.push(...fresh);
    this.active = [...this.active, ...taken];
    const summaries: string[] = [];
    if (this.engine.shouldCompressPreflight?.(this.active) === true || this.isColdMoment())
      summaries.push(...(await this.compress("automatic")));
    // The agent does not send what cannot fit; what it sends nevertheless is refused.
    if (this.isTooLarge()) summaries.push(...(await this.compress("overflow")));
    let refused = 0;
    while (this.isTooLarge()) {
      refused++;
      const folded = refused > MOST_ATTEMPTS ? [] : await this.compress("overflow");
      // The agent would give up here, but the recorded one continued, so the replay continues too.
      if (folded.length === 0) break;
      summaries.push(...folded);
    }
    this.desk.sent();
    return { messages: this.active, summaryCalls: this.desk.takeCalls(), refused, summaries };
  }

  answered(reply: AssistantMessage): void {
    this.engine.updateFromResponse(
      { input: this.size(), cacheRead: 0, cacheWrite: 0, output: estimateMessageTokens(reply), reasoning: 0 },
      this.active,
    );
    this.disk.see(reply);
    this.seen.push(reply);
    this.active = [...this.active, reply];
  }

  private isColdMoment(): boolean {
    return (
      this.setup.coldMoments === "used" &&
      !this.desk.isWarm() &&
      this.engine.shouldCompressCold?.(this.size()) === true &&
      this.engine.hasContentToCompress?.(this.active) === true
    );
  }

  private async compress(trigger: "automatic" | "overflow"): Promise<readonly string[]> {
    const before = this.active;
    this.active = await this.engine.compress(before, {
      trigger,
      currentTokens: this.size(),
      ledger: ledgerOf(this.seen),
      signal,
    });
    return before === this.active
      ? []
      : this.active.flatMap((message) => (message.role === "summary" ? [message.text] : [])).slice(-1);
  }

  private async takeIn(fresh: readonly Message[]): Promise<readonly Message[]> {
    const bounds = this.setup.spillBounds(this.condition.windowTokens - this.condition.overheadTokens);
    const results = fresh.filter((message): message is ToolMessage => message.role === "tool");
    const spilled =
      bounds === undefined
        ? []
        : await spillResults(
            memorySpills,
            SESSION,
            results.map((message) => ({ message, ...(READS.test(message.toolName) && { resultChars: Infinity }) })),
            bounds,
          );
    const byId = new Map(spilled.map(({ message }) => [message.id, message]));
    const taken: Message[] = [];
    for (const message of fresh)
      taken.push(message.role === "user" ? await this.takeRequest(message, bounds) : (byId.get(message.id) ?? message));
    return taken;
  }

  private async takeRequest(request: UserMessage, bounds: SpillBounds | undefined): Promise<UserMessage> {
    const lines =
      this.setup.recall === "on" ? (this.engine.recall?.(askedText(messageText(request)), this.active) ?? []) : [];
    const recalled =
      lines.length === 0
        ? request
        : { ...request, attachment: lines.map(({ messageId, text }) => `- ${messageId}: ${text}`).join("\n") };
    return bounds === undefined ? recalled : (await spillUserMessage(memorySpills, SESSION, recalled, bounds)).message;
  }

  private isTooLarge(): boolean {
    return this.size() > this.condition.windowTokens;
  }

  private size(): number {
    return this.condition.overheadTokens + estimateMessagesTokens(this.active);
  }
}

/** Tools that read a file are limited per turn only, like the product's own. */
const READS = /^(?:read|read_file|view|open|cat)$/;

const SESSION = sessionId("bench");

/** The replay never rereads a spilled text, because the recorded agent had none. */
const memorySpills: SpillStore = {
  save: async (_session, name, text) => ({
    id: spillId(`bench/${name}`),
    path: `/workspace/tool-results/bench/${name}.txt`,
    chars: text.length,
    bytes: Buffer.byteLength(text),
  }),
  read: async () => undefined,
  marks: async () => [],
  list: async () => [],
  remove: async () => undefined,
  touch: async () => undefined,
  sweep: async () => [],
  owns: () => false,
};
