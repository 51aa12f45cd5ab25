import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { JsonObject, JsonValue, Message } from "../../conversation/message";
import { unreachable } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { promptTokens } from "../../conversation/usage";
import { ledgerOf } from "../../ledger/fold";
import { estimateMessageTokens } from "../../tokens/estimate";
import type { CountTokens } from "../compressor/sizes";
import type { CompressorState } from "../compressor/state";
import { FRESH, afterResponse, keyOf, startSession } from "../compressor/state";
import type {
  CompressOptions,
  ContextEngine,
  EngineSession,
  EngineStatus,
  EngineToolSchema,
  LastCompression,
  Summarize,
} from "../engine";
import { SummaryError } from "../engine";
import { measurePressure } from "../pressure";
import type { RestEvent } from "../rest";
import { isObject, restNow, stepRest } from "../rest";
import { isStop, stopIfAborted, untilAborted } from "../stop";
import type { EngineModel } from "../threshold";
import type { Pressure } from "../trigger";
import { decideTrigger } from "../trigger";
import type { Compression } from "./compression";
import { compressLossless } from "./compression";
import type { Item } from "./dag";
import { fingerprint } from "./dag";
import { nodesFromJson, nodesToJson } from "./durable";
import { renderFacts } from "./facts";
import type { FoldWorld, NodeShelf } from "./fold";
import { foldBeforeTail, isForeign, layOut, openShelf } from "./fold";
import type { LosslessLimits } from "./limits";
import { limitsFor } from "./limits";
import type { RecalledSnippet } from "./recall";
import { recallSnippets } from "./recall";
import type { LosslessStore } from "./store";
import { createMemoryStore } from "./store";
import { callTool, toolSchemas } from "./tools";
import type { WordIndex } from "./word-index";
import { createWordIndex } from "./word-index";

export interface LosslessOptions {
  readonly contextLength: number;
  readonly summarize: Summarize;
  /** Milliseconds; only rests and the age of originals look at it. */
  readonly now?: () => number;
  readonly newId?: () => string;
  readonly store?: LosslessStore;
  readonly countTokens?: CountTokens;
  readonly model?: Omit<EngineModel, "contextLength">;
  readonly overheadTokens?: number;
}

/** A context engine that forgets nothing, with what only this one can do. */
export interface LosslessEngine extends ContextEngine {
  readonly store: LosslessStore;
  /** Nothing changes until the next `compress`, which then finds the nodes done. */
  prepare(messages: readonly Message[], signal: AbortSignal): Promise<void>;
  /** Lines of folded messages about identifiers in `text` that `active` no longer shows: for the turn's attachment. */
  recall(text: string, active: readonly Message[]): readonly RecalledSnippet[];
  toolSchemas(): readonly EngineToolSchema[];
  handleToolCall(name: string, args: JsonObject): Promise<string>;
  /** The conversation as the model sees it now: nodes and originals in order. For the inspector. */
  items(messages: readonly Message[]): readonly Item[];
}

export const createLosslessEngine = (options: LosslessOptions): LosslessEngine => new Lossless(options);

export const isLosslessEngine = (engine: ContextEngine | undefined): engine is LosslessEngine =>
  engine instanceof Lossless;

class Lossless implements LosslessEngine {
  readonly name = "lcm";
  readonly store: LosslessStore;
  readonly #options: LosslessOptions;
  readonly #countTokens: CountTokens;
  readonly #index: WordIndex;
  #model: EngineModel;
  #limits: LosslessLimits;
  #overheadTokens: number;
  #state: CompressorState = FRESH;
  /** "unused" until the host asks to build ahead for the first time: without that nothing is worth waiting for. */
  #background: "unused" | "idle" | "building" | "ready" = "unused";
  /** The newest build, settled when it is done; never rejects. */
  #build: Promise<unknown> = Promise.resolve();

  constructor(options: LosslessOptions) {
    this.#options = options;
    this.#countTokens = options.countTokens ?? estimateMessageTokens;
    this.#model = { name: "", ...options.model, contextLength: options.contextLength };
    this.#limits = limitsFor(options.contextLength);
    this.#overheadTokens = options.overheadTokens ?? 0;
    this.store = options.store ?? createMemoryStore();
    this.#index = createWordIndex(this.store);
  }

  get lastPromptTokens() {
    return this.#state.lastPromptTokens;
  }
  get lastCompletionTokens() {
    return this.#state.lastCompletionTokens;
  }
  get lastTotalTokens() {
    return this.#state.lastTotalTokens;
  }
  get thresholdTokens() {
    return this.#limits.softTokens;
  }
  get contextLength() {
    return this.#limits.windowTokens;
  }
  get compressionCount() {
    return this.#state.compressionCount;
  }

  updateFromResponse(usage: Usage, sent?: readonly Message[]): void {
    if (sent !== undefined) this.#remember(sent);
    this.#state = afterResponse(this.#state, usage, sent, keyOf(this.#model));
    if (promptTokens(usage) > 0)
      this.#stepRest({ type: "real-prompt", promptTokens: promptTokens(usage), thresholdTokens: this.thresholdTokens });
  }

  updateModel(model: EngineModel): void {
    this.#model = model;
    this.#limits = limitsFor(model.contextLength);
  }

  updateOverhead(overheadTokens: number): void {
    this.#overheadTokens = overheadTokens;
  }

  shouldCompress(tokens?: number): boolean {
    return this.#isDue({ tokens: tokens ?? this.lastPromptTokens, source: "reported" }, "in-turn");
  }

  shouldCompressPreflight(messages: readonly Message[]): boolean {
    this.#remember(messages);
    return this.#isDue(this.#pressureOf(messages), "between-turns") && this.hasContentToCompress(messages);
  }

  hasContentToCompress(messages: readonly Message[]): boolean {
    return messages.filter((message) => message.role !== "summary").length > 1;
  }

  async compress(messages: readonly Message[], asked: CompressOptions): Promise<readonly Message[]> {
    try {
      // What is being written right now is waited for, or it would be paid for twice.
      if (asked.summary !== "deterministic") await untilAborted(this.#build, asked.signal);
      return await this.#compressNow(messages, asked);
    } catch (error) {
      if (isStop(error, asked.signal))
        this.#keepAll(messages, { outcome: "stopped", reason: "Stopped; the conversation is as it was." });
      throw error;
    }
  }

  async prepare(messages: readonly Message[], signal: AbortSignal): Promise<void> {
    // One build until it is put in place: building on after every step would write a tiny leaf each time.
    if (this.#background === "building" || this.#background === "ready") return;
    if (this.#background === "unused") this.#background = "idle";
    const { tokens } = this.#pressureOf(messages);
    if (
      Math.max(tokens, this.lastPromptTokens) < this.#limits.softTokens ||
      restNow(this.#state.rest, this.#now(), tokens) !== undefined
    )
      return;
    this.#remember(messages);
    this.#background = "building";
    const build = this.#buildAhead(messages, signal);
    // Whoever asked for the build is told how it ended; whoever waits for it writes what is missing.
    this.#build = build.catch(() => undefined);
    await build;
  }

  items(messages: readonly Message[]): readonly Item[] {
    return layOut(this.#world(openShelf(this.store)), messages);
  }

  recall(text: string, active: readonly Message[]): readonly RecalledSnippet[] {
    this.#remember(active);
    return recallSnippets(this.#index, text, active);
  }

  toolSchemas(): readonly EngineToolSchema[] {
    return toolSchemas;
  }

  async handleToolCall(name: string, args: JsonObject): Promise<string> {
    return callTool(this.store, { pageChars: this.#limits.pageChars }, name, args);
  }

  onSessionStart(session: EngineSession): void {
    const past = session.ancestors ?? [];
    this.#state = startSession(this.#state, session);
    this.#buildAnew();
    this.store.retain(
      new Set(
        [...past, ...session.messages].flatMap((message) =>
          message.role === "summary" ? [message.id, ...message.covers] : [message.id],
        ),
      ),
    );
    if (isObject(session.durable)) nodesFromJson(session.durable["nodes"]).forEach((node) => this.store.addNode(node));
    this.#remember([...past, ...session.messages], session.spokenAt);
  }

  onSessionReset(): void {
    this.#state = FRESH;
    this.#buildAnew();
    this.store.retain(new Set());
  }

  status(): EngineStatus {
    const { last, rest, compressionCount, lastPromptTokens, usageReports } = this.#state;
    const resting = restNow(rest, this.#now());
    const durable: JsonValue = {
      rest: { ...rest },
      compressionCount,
      lastPromptTokens,
      usageReports,
      nodes: nodesToJson(this.store.nodes()),
    };
    return {
      durable,
      ...(last === undefined ? {} : { lastCompression: last }),
      ...(resting === undefined ? {} : { paused: resting }),
    };
  }

  async #compressNow(messages: readonly Message[], asked: CompressOptions): Promise<readonly Message[]> {
    stopIfAborted(asked.signal);
    const currentTokens = asked.currentTokens ?? this.#pressureOf(messages).tokens;
    const resting = restNow(this.#state.rest, this.#now(), currentTokens);
    if (asked.trigger === "automatic" && resting !== undefined)
      return this.#keepAll(messages, { outcome: "kept", cause: "paused", reason: resting.reason });
    this.#remember(messages);
    const shelf = openShelf(this.store);
    const words = {
      summaryId: (covers: readonly MessageId[]) => this.#summaryId(covers),
      facts: renderFacts(
        asked.ledger ?? ledgerOf(this.store.originals().map(({ message }) => message)),
        this.#limits.factsShare,
      ),
      size: { currentTokens, overheadTokens: this.#overheadTokens },
    };
    const compression = await compressLossless(this.#world(shelf, asked), messages, asked, words);
    return this.#conclude(messages, compression, shelf, { ...asked, currentTokens });
  }

  async #buildAhead(messages: readonly Message[], signal: AbortSignal): Promise<void> {
    const shelf = openShelf(this.store);
    try {
      const tail = { messages: this.#limits.tailMessages, tokens: this.#limits.tailTokens };
      const { written } = await foldBeforeTail(this.#world(shelf), messages, { tail, pressure: "calm" }, signal);
      shelveSummaries(shelf, this.store);
      const failure = written.find((node) => node.failure !== undefined)?.failure;
      this.#background = failure === undefined ? "ready" : "idle";
      if (failure !== undefined) this.#noteFailure(failure);
    } catch (error) {
      this.#background = "idle";
      throw error;
    }
  }

  #conclude(
    messages: readonly Message[],
    compression: Compression,
    shelf: NodeShelf,
    asked: CompressOptions & { readonly currentTokens: number },
  ): readonly Message[] {
    switch (compression.kind) {
      case "applied": {
        const { report, outcome, note } = compression;
        shelf.staged().forEach((node) => this.store.addNode(node));
        this.#buildAnew();
        this.#stepRest({
          type: "applied",
          outcome,
          freedShare: 1 - report.afterTokens / Math.max(1, report.beforeTokens),
        });
        this.#state = {
          ...this.#state,
          compressionCount: this.compressionCount + 1,
          anchor: undefined,
          last: { outcome, report, ...(note === undefined ? {} : { reason: note }) },
        };
        return compression.messages;
      }
      case "failed":
        shelveSummaries(shelf, this.store);
        this.#noteFailure(compression.failure);
        return this.#keepAll(messages, { outcome: "kept", cause: "summary", reason: compression.reason });
      case "refused":
      case "nothing":
        shelveSummaries(shelf, this.store);
        if (asked.trigger !== "manual")
          this.#stepRest({
            type: "no-result",
            promptTokens: asked.currentTokens,
            thresholdTokens: this.thresholdTokens,
          });
        return this.#keepAll(
          messages,
          compression.kind === "nothing"
            ? { outcome: "nothing-to-compress", reason: compression.reason }
            : { outcome: "kept", cause: "not-smaller", reason: compression.reason },
        );
      default:
        return unreachable(compression);
    }
  }

  #buildAnew(): void {
    if (this.#background === "ready") this.#background = "idle";
  }

  #keepAll(messages: readonly Message[], last: LastCompression): readonly Message[] {
    this.#state = { ...this.#state, last };
    return messages;
  }

  /** Where the host builds ahead, finished nodes are put in place between turns; within one only the hard mark interrupts. */
  #isDue(pressure: Pressure, when: "between-turns" | "in-turn"): boolean {
    if (restNow(this.#state.rest, this.#now(), pressure.tokens) !== undefined) return false;
    const isSoft = this.#background === "unused" || (this.#background === "ready" && when === "between-turns");
    const thresholdTokens = isSoft ? this.#limits.softTokens : this.#limits.hardTokens;
    const { lastPromptTokens, usageReports } = this.#state;
    return (
      decideTrigger({
        pressure,
        thresholdTokens,
        contextTokens: this.contextLength,
        lastReportedTokens: lastPromptTokens,
        usageReports,
      }) === "compress"
    );
  }

  #pressureOf(messages: readonly Message[]): Pressure {
    return measurePressure(
      { messages, overheadTokens: this.#overheadTokens, modelKey: keyOf(this.#model), countTokens: this.#countTokens },
      this.#state.anchor,
    );
  }

  #remember(messages: readonly Message[], spokenAt?: ReadonlyMap<MessageId, number>): void {
    const fresh = messages.filter((message) => this.store.original(message.id) === undefined);
    const world = this.#world(openShelf(this.store));
    for (const message of fresh) {
      if (message.role !== "summary" || isForeign(world, message))
        this.store.keep([message], spokenAt?.get(message.id) ?? this.#now());
    }
  }

  #world(shelf: NodeShelf, asked?: CompressOptions): FoldWorld {
    return {
      store: this.store,
      shelf,
      limits: this.#limits,
      countTokens: this.#countTokens,
      summarize: this.#summarizerFor(asked),
      ...(asked?.focusTopic === undefined ? {} : { focusTopic: asked.focusTopic }),
    };
  }

  /** After a refusal for size there is no time to wait for a summarizer that just failed. */
  #summarizerFor(asked: CompressOptions | undefined): Summarize {
    const cooling = asked?.trigger === "overflow" && restNow(this.#state.rest, this.#now())?.kind === "cooling";
    return asked?.summary === "deterministic" || cooling ? refuseToSummarize : this.#options.summarize;
  }

  /** Derived from what it covers where the host makes no ids, so that equal work gives equal bytes. */
  #summaryId(covers: readonly MessageId[]): MessageId {
    return messageId(this.#options.newId?.() ?? `summary_${fingerprint(covers.join("\n"))}`);
  }

  #noteFailure(failure: SummaryError): void {
    this.#stepRest({ type: "summary-failed", cause: failure.kind, reason: failure.message });
  }

  #stepRest(event: RestEvent): void {
    this.#state = { ...this.#state, rest: stepRest(this.#state.rest, event, this.#now()) };
  }

  #now(): number {
    return this.#options.now?.() ?? 0;
  }
}

/** Stands in for the model where a person chose to do without one: every node is then cut by code. */
const refuseToSummarize: Summarize = async () => "";

/** What a model wrote is worth keeping even where this compression came to nothing; what code cut for want of one is not. */
function shelveSummaries(shelf: NodeShelf, store: LosslessStore): void {
  const cut = new Set<string>();
  for (const node of shelf.staged()) {
    if (node.writing === "deterministic" || node.children.some((child) => cut.has(child))) cut.add(node.id);
    else store.addNode(node);
  }
}
