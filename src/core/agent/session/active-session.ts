import { cachingState } from "../../caching/caching-state";
import type { ContextEngine } from "../../context/engine";
import { enginePrices } from "../../context/trigger/engine-prices";
import type { Rereading } from "../../context/trigger/rereading";
import type { Pressure } from "../../context/trigger/trigger";
import type { MessageId, RequestId, SessionId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { totalTokens } from "../../conversation/usage";
import type { Knowledge } from "../../knowledge/knowledge";
import { addToLedger } from "../../ledger/add-to-ledger";
import type { Ledger, Pin } from "../../ledger/ledger";
import { CACHE_TTL_MS, routeKey } from "../../models/model";
import type { ModelRequest } from "../../providers/provider";
import type { SessionHeader, SessionWriter } from "../../sessions/lineage/session";
import type { ToolAges } from "../../tools/on-demand/plan";
import type { ToolBox } from "../../tools/tool-box";
import type { AgentWorld, KnownWindow, Route } from "../world";
import type { ImageLimit } from "./image-limit";
import { fitImages, learnImageLimit, noImageLimit } from "./image-limit";
import { messagesToSend } from "./sent-messages";
import type { RequestOutline } from "./sizes/gauge";
import { Gauge } from "./sizes/gauge";
import { fixedTokens } from "./sizes/measure";

/** The part of an active session that a compression replaces. */
export interface SessionStretch {
  readonly writer: SessionWriter;
  readonly messages: readonly Message[];
  /** Frozen until the next compression: a changed tool list would lose the whole cached prefix. */
  readonly toolBox: ToolBox;
  /** How many compressions ago each tool of others was last called. */
  readonly toolAges: ToolAges;
  /** Compressions that led to this session. */
  readonly compressions: number;
  readonly sealedFrom: number;
}

export interface ActiveSessionParts extends SessionStretch {
  readonly engine: ContextEngine;
  readonly route: Route;
  readonly ledger: Ledger;
  readonly knowledge: Knowledge;
  readonly pins: readonly Pin[];
  readonly rereading: Rereading;
  readonly start: SessionStart;
  /** When the session sent its last request before it was opened again. */
  readonly sentBeforeMs?: number;
}

/** How a session came to be open, in the words that hooks of other agents use. */
export type SessionStart = "startup" | "resume" | "compact";

export interface SentRequest {
  readonly request: ModelRequest;
  readonly at: number;
}

/** What a stretch of work cost; null once a price was unknown. */
export interface Spending {
  readonly tokens: number;
  readonly costUsd: number | null;
}

const NO_SPENDING: Spending = { tokens: 0, costUsd: 0 };

/** Enough to look back over a long turn; each request is a list of messages that are in memory anyway. */
const REMEMBERED_REQUESTS = 100;

/**
 * The session a window works on, across its compressions: each one continues it in a new journal. The lock in `Agent`
 * covers every change.
 */
export class ActiveSession {
  readonly engine: ContextEngine;
  readonly gauge = new Gauge();
  /** About all messages of the conversation, those before compressions included. */
  readonly knowledge: Knowledge;
  private stretch: Omit<SessionStretch, "messages">;
  private stored: Message[];
  private facts: Ledger;
  private currentRoute: Route;
  private currentPins: readonly Pin[];
  private currentImageLimit = noImageLimit;
  /** The content of pinned files as the model last saw it. */
  private savedEngineState = "";
  private last: SentRequest | undefined;
  private sentBeforeMs: number | undefined;
  private readonly requests = new Map<RequestId, ModelRequest>();
  private preparing: AbortController | undefined;
  private prepared = false;
  private summaryCost: number | null = 0;
  private reread: Rereading;
  private spending: Spending = NO_SPENDING;
  private announcedCompression: "active" | "paused" = "active";
  private start: SessionStart | undefined;

  constructor(parts: ActiveSessionParts) {
    const { engine, route, ledger, knowledge, pins, messages, rereading, start, sentBeforeMs, ...stretch } = parts;
    this.knowledge = knowledge;
    this.start = start;
    this.sentBeforeMs = sentBeforeMs;
    this.reread = rereading;
    this.engine = engine;
    this.currentRoute = route;
    this.facts = ledger;
    this.currentPins = pins;
    this.stored = [...messages];
    this.stretch = stretch;
  }

  get writer(): SessionWriter {
    return this.stretch.writer;
  }

  get header(): SessionHeader {
    return this.writer.header;
  }

  get id(): SessionId {
    return this.header.id;
  }

  get toolBox(): ToolBox {
    return this.stretch.toolBox;
  }

  get toolAges(): ToolAges {
    return this.stretch.toolAges;
  }

  get compressions(): number {
    return this.stretch.compressions;
  }

  /** Messages before this index were there when history was last edited, so the seals in them are no longer valid. */
  get sealedFrom(): number {
    return this.stretch.sealedFrom;
  }

  get messages(): readonly Message[] {
    return this.stored;
  }

  /** Facts about all messages, those before earlier compressions included. */
  get ledger(): Ledger {
    return this.facts;
  }

  get route(): Route {
    return this.currentRoute;
  }

  get pins(): readonly Pin[] {
    return this.currentPins;
  }

  get pinnedIds(): ReadonlySet<MessageId> {
    return new Set(
      this.pins.flatMap((pin) => (pin.kind === "message" && pin.skill === undefined ? [pin.messageId] : [])),
    );
  }

  /** Messages with the instructions of a skill in use. */
  get skillIds(): ReadonlySet<MessageId> {
    return new Set(
      this.pins.flatMap((pin) => (pin.kind === "message" && pin.skill !== undefined ? [pin.messageId] : [])),
    );
  }

  get imageLimit(): ImageLimit {
    return this.currentImageLimit;
  }

  /** Undefined where the provider's cache holds nothing to build on. */
  get lastRequest(): SentRequest | undefined {
    return this.last;
  }

  /** Spent on summaries since the last reset; null once a price was unknown. */
  get summaryCostUsd(): number | null {
    return this.summaryCost;
  }

  /** A summary was prepared in the background since the last compression; its cost belongs to the next one. */
  get hasPrepared(): boolean {
    return this.prepared;
  }

  /** Whether the model keeps reading what compressions fold away. */
  get rereading(): Rereading {
    return this.reread;
  }

  /** On requests and summaries since the first compression of a streak whose content is read again. */
  get spent(): Spending {
    return this.spending;
  }

  /** The next request as the gauge measures it. */
  outline(): RequestOutline {
    const { model } = this.route;
    return {
      model,
      messages: messagesToSend({ ...this.stretch, messages: this.messages, model, imageLimit: this.imageLimit }),
      fixedTokens: fixedTokens(this.header.systemPrompt, this.toolBox.tools),
    };
  }

  size(): Pressure {
    return this.gauge.size(this.outline());
  }

  /** Anthropic counts the lifetime of a cache entry from the start of the request that wrote or read it. */
  isCacheWarm(nowMs: number): boolean {
    const { last, route } = this;
    if (last === undefined || routeKey(last.request.model) !== routeKey(route.model)) return false;
    if (cachingState(route.model).state === "off") return false;
    return nowMs - last.at < CACHE_TTL_MS[last.request.cacheTtl];
  }

  /**
   * Whether the cache is known to hold nothing of the session any more. Only marked prefixes have a known lifetime, and
   * of a session that was opened again only the longest one is known.
   */
  isCacheExpired(nowMs: number): boolean {
    const { last, route, sentBeforeMs } = this;
    if (route.model.cache.kind !== "breakpoints") return false;
    if (last !== undefined) return nowMs - last.at >= CACHE_TTL_MS[last.request.cacheTtl];
    return sentBeforeMs !== undefined && nowMs - sentBeforeMs >= CACHE_TTL_MS["1h"];
  }

  /**
   * Stores, then emits: an event never promises what a crash could take back. `originals` are the same messages before
   * they were shortened for the context; facts are taken from those.
   */
  async append(world: AgentWorld, messages: readonly Message[], originals = messages): Promise<void> {
    if (messages.length === 0) return;
    const { title } = this.writer.titled;
    const { todos } = this.facts;
    await this.writer.append(messages);
    this.stored.push(...messages);
    for (const message of originals) this.facts = addToLedger(this.facts, message);
    this.knowledge.add(messages, () => world.now());
    const { storage } = this.writer;
    for (const message of messages)
      world.emit({ type: "message-stored", session: this.id, message, ...(storage === "memory" && { storage }) });
    if (this.writer.titled.title !== title)
      world.emit({ type: "title-changed", session: this.id, title: this.writer.titled.title });
    if (this.facts.todos !== todos) world.emit({ type: "todos-changed", session: this.id, todos: this.facts.todos });
  }

  /** Changes one message in the working context; the journal keeps the original. */
  replaceMessage(message: Message): void {
    const index = this.stored.findIndex(({ id }) => id === message.id);
    if (index >= 0) this.stored[index] = message;
  }

  /** After a compression. The provider's cache holds nothing of the new prompt. */
  continueWith({ messages, ...stretch }: SessionStretch): void {
    this.stretch = stretch;
    this.stored = [...messages];
    this.knowledge.add(messages, () => this.header.startedAt);
    this.savedEngineState = "";
    this.last = undefined;
    this.sentBeforeMs = undefined;
    this.prepared = false;
    this.start = "compact";
  }

  /** Returns how the session began or continued, once for each time. */
  takeStart(): SessionStart | undefined {
    const { start } = this;
    this.start = undefined;
    return start;
  }

  /** The provider called a seal damaged: no seal made so far is sent again. */
  breakSeals(): void {
    this.stretch = { ...this.stretch, sealedFrom: this.stored.length };
  }

  changeRoute(route: Route): void {
    this.currentRoute = route;
    this.currentImageLimit = noImageLimit;
    this.updateEngineModel();
  }

  changeWindow(window: KnownWindow): void {
    const { windowReason: _, ...model } = this.route.model;
    this.currentRoute = { ...this.route, model: { ...model, ...window } };
    this.updateEngineModel();
  }

  replacePins(pins: readonly Pin[]): void {
    this.currentPins = pins;
  }

  /** Images that have accumulated up to the learned limit are left out of the next request. */
  fitImages(): void {
    this.currentImageLimit = fitImages(this.imageLimit, this.messages);
  }

  /** The provider refused a request with these messages for its size. */
  learnImageLimit(refused: readonly Message[]): void {
    this.currentImageLimit = learnImageLimit(this.imageLimit, refused);
  }

  rememberRequest(id: RequestId, sent: SentRequest): void {
    this.last = sent;
    this.requests.set(id, sent.request);
    for (const oldest of this.requests.keys()) {
      if (this.requests.size <= REMEMBERED_REQUESTS) break;
      this.requests.delete(oldest);
    }
  }

  requestOf(id: RequestId): ModelRequest | undefined {
    return this.requests.get(id);
  }

  /** A refused request left nothing in the provider's cache and must not be extended. */
  forgetLastRequest(): void {
    this.last = undefined;
  }

  noteRereading(state: Rereading): void {
    this.reread = state;
  }

  addSpending(usage: Usage, costUsd: number | null): void {
    const { tokens, costUsd: before } = this.spending;
    this.spending = {
      tokens: tokens + totalTokens(usage),
      costUsd: costUsd === null || before === null ? null : before + costUsd,
    };
  }

  /** Spending is told from the compression on that began a streak of strikes. */
  startSpending(): void {
    this.spending = NO_SPENDING;
  }

  addSummaryCost(costUsd: number | null): void {
    this.summaryCost = costUsd === null || this.summaryCost === null ? null : this.summaryCost + costUsd;
  }

  resetSummaryCost(): void {
    this.summaryCost = 0;
  }

  /** Undefined while another preparation is running: there is one at a time. */
  startPreparing(): AbortController | undefined {
    if (this.preparing !== undefined) return undefined;
    if (!this.prepared) this.resetSummaryCost();
    this.prepared = true;
    this.preparing = new AbortController();
    return this.preparing;
  }

  finishPreparing(preparing: AbortController): void {
    if (this.preparing === preparing) this.preparing = undefined;
  }

  stopPreparing(): void {
    this.preparing?.abort(new DOMException("The session was closed", "AbortError"));
    this.preparing = undefined;
  }

  /** Returns whether the engine's state differs from the one recorded before. */
  recordEngineState(state: string): "changed" | "unchanged" {
    if (state === this.savedEngineState) return "unchanged";
    this.savedEngineState = state;
    return "changed";
  }

  /** Returns whether automatic compression was paused or resumed since the last call. */
  recordCompression(state: "active" | "paused"): "changed" | "unchanged" {
    if (state === this.announcedCompression) return "unchanged";
    this.announcedCompression = state;
    return "changed";
  }

  private updateEngineModel(): void {
    const { model } = this.route;
    this.engine.updateModel?.({
      contextLength: model.windowTokens,
      name: model.model,
      provider: model.provider,
      ...(model.baseUrl !== undefined && { baseUrl: model.baseUrl }),
      ...enginePrices(model, this.lastRequest?.request.cacheTtl ?? "5m"),
    });
  }
}
