import { isStop, stopIfAborted, untilAborted } from "../../base/abort";
import type { JsonObject } from "../../base/json";
import { isObject } from "../../base/json";
import { because } from "../../base/reason";
import { unreachable } from "../../base/unreachable";
import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { promptTokens } from "../../conversation/usage";
import { ledgerOf } from "../../ledger/add-to-ledger";
import { estimateMessageTokens } from "../../tokens/estimate";
import type { CountTokens } from "../../tokens/sizes";
import type {
  CompressOptions,
  ContextEngine,
  EngineModel,
  EnginePlan,
  EngineSession,
  EngineStatus,
  EngineToolSchema,
  LastCompression,
  RecalledLine,
  Summarize,
  SummaryError,
} from "../engine";
import { STOPPED } from "../engine-reasons";
import { recallSnippets } from "../recall/recall-snippets";
import type { WordIndex } from "../recall/word-index";
import { createWordIndex } from "../recall/word-index";
import type { CooldownEvent } from "../trigger/cooldown";
import { cooldownNow, stepCooldown } from "../trigger/cooldown";
import type { EngineState } from "../trigger/engine-state";
import { afterResponse, FRESH, keyOf, startSession, statusOf } from "../trigger/engine-state";
import { measurePressure } from "../trigger/pressure";
import type { StepGrowth } from "../trigger/step-growth";
import { afterStep, markBefore, NO_GROWTH } from "../trigger/step-growth";
import type { Pressure } from "../trigger/trigger";
import { decideTrigger } from "../trigger/trigger";
import { BackgroundBuild } from "./background-build";
import { checkNode } from "./checks/check-node";
import type { CompressionInputs, LosslessResult } from "./compression";
import { compressLossless, planLossless } from "./compression";
import type { Item } from "./dag";
import { fingerprint } from "./dag";
import type { FoldWorld, NodeStaging } from "./fold-nodes";
import { foldBeforeTail, isForeign, layOut, openStaging, storeSummaries } from "./fold-nodes";
import { factsFrom } from "./ledger-facts";
import type { LosslessLimits } from "./limits";
import { limitsFor } from "./limits";
import type { LosslessStore } from "./store";
import { createMemoryStore, nodesFromJson, nodesToJson } from "./store";
import { callTool, toolSchemas } from "./tools/tools";
import { refuseToSummarize } from "./write-node";

export interface LosslessOptions {
  readonly contextLength: number;
  readonly summarize: Summarize;
  /** Milliseconds; only cooldowns and the age of originals depend on it. */
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
  recall(text: string, active: readonly Message[]): readonly RecalledLine[];
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
  readonly ranges = ["up-to"] as const;
  readonly store: LosslessStore;
  private readonly options: LosslessOptions;
  private readonly countTokens: CountTokens;
  private readonly index: WordIndex;
  private model: EngineModel;
  private limits: LosslessLimits;
  private overheadTokens: number;
  private systemPrompt = "";
  private state: EngineState = FRESH;
  private readonly build = new BackgroundBuild();
  private growth: StepGrowth = NO_GROWTH;
  /** Nodes whose claims a compression has reported. */
  private readonly reported = new Set<string>();

  constructor(options: LosslessOptions) {
    this.options = options;
    this.countTokens = options.countTokens ?? estimateMessageTokens;
    this.model = { name: "", ...options.model, contextLength: options.contextLength };
    this.limits = limitsFor(options.contextLength);
    this.overheadTokens = options.overheadTokens ?? 0;
    this.store = options.store ?? createMemoryStore();
    this.index = createWordIndex(this.store);
  }

  get lastPromptTokens() {
    return this.state.lastPromptTokens;
  }
  get lastCompletionTokens() {
    return this.state.lastCompletionTokens;
  }
  get lastTotalTokens() {
    return this.state.lastTotalTokens;
  }
  get thresholdTokens() {
    return this.limits.softTokens;
  }
  get contextLength() {
    return this.limits.windowTokens;
  }
  get compressionCount() {
    return this.state.compressionCount;
  }

  updateFromResponse(usage: Usage, sent?: readonly Message[]): void {
    if (sent !== undefined) this.remember(sent);
    this.state = afterResponse(this.state, usage, sent, keyOf(this.model));
    const tokens = promptTokens(usage);
    if (tokens === 0) return;
    this.growth = afterStep(this.growth, tokens);
    this.stepCooldown({ type: "real-prompt", promptTokens: tokens, thresholdTokens: this.thresholdTokens });
  }

  updateModel(model: EngineModel): void {
    this.model = model;
    this.limits = limitsFor(model.contextLength);
  }

  updateOverhead(overheadTokens: number, systemPrompt: string): void {
    this.overheadTokens = overheadTokens;
    this.systemPrompt = systemPrompt;
  }

  shouldCompress(tokens?: number): boolean {
    return this.isDue({ tokens: tokens ?? this.lastPromptTokens, source: "reported" }, "in-turn");
  }

  shouldCompressPreflight(messages: readonly Message[]): boolean {
    this.remember(messages);
    return this.isDue(this.pressureOf(messages), "between-turns") && this.hasContentToCompress(messages);
  }

  hasContentToCompress(messages: readonly Message[]): boolean {
    return messages.filter((message) => message.role !== "summary").length > 1;
  }

  async compress(messages: readonly Message[], asked: CompressOptions): Promise<readonly Message[]> {
    try {
      // A build under way is waited for, or its nodes would be paid for twice.
      if (asked.summary !== "deterministic") await untilAborted(this.build.ended, asked.signal);
      return await this.compressNow(messages, asked);
    } catch (error) {
      if (isStop(error, asked.signal)) this.keepAll(messages, { outcome: "stopped", ...because(STOPPED) });
      throw error;
    }
  }

  async plan(messages: readonly Message[], asked: CompressOptions): Promise<EnginePlan> {
    const inputs = this.inputsFor(asked, asked.currentTokens ?? this.pressureOf(messages).tokens);
    return (await planLossless(this.world(openStaging(this.store), asked), messages, asked, inputs)).plan;
  }

  async prepare(messages: readonly Message[], signal: AbortSignal): Promise<void> {
    if (!this.build.requestStart()) return;
    const { tokens } = this.pressureOf(messages);
    if (
      Math.max(tokens, this.lastPromptTokens) < this.limits.softTokens ||
      cooldownNow(this.state.cooldown, this.now(), tokens) !== undefined
    )
      return;
    this.remember(messages);
    await this.build.run(() => this.buildAhead(messages, signal));
  }

  items(messages: readonly Message[]): readonly Item[] {
    return layOut(this.world(openStaging(this.store)), messages);
  }

  recall(text: string, active: readonly Message[]): readonly RecalledLine[] {
    this.remember(active);
    return recallSnippets(this.index, text, active);
  }

  toolSchemas(): readonly EngineToolSchema[] {
    return toolSchemas;
  }

  async handleToolCall(name: string, args: JsonObject): Promise<string> {
    return callTool(this.store, { pageChars: this.limits.pageChars }, name, args);
  }

  onSessionStart(session: EngineSession): void {
    const past = session.ancestors ?? [];
    this.state = startSession(this.state, session);
    this.build.reset();
    this.store.retain(
      new Set(
        [...past, ...session.messages].flatMap((message) =>
          message.role === "summary" ? [message.id, ...message.covers] : [message.id],
        ),
      ),
    );
    if (isObject(session.durable)) for (const node of nodesFromJson(session.durable["nodes"])) this.store.addNode(node);
    this.remember([...past, ...session.messages], session.spokenAt);
    for (const item of this.items(session.messages)) if (item.kind === "node") this.reported.add(item.node.id);
  }

  onSessionReset(): void {
    this.state = FRESH;
    this.growth = NO_GROWTH;
    this.reported.clear();
    this.build.reset();
    this.store.retain(new Set());
  }

  status(): EngineStatus {
    const status = statusOf(this.state, this.now());
    return { ...status, durable: { ...status.durable, nodes: nodesToJson(this.store.nodes()) } };
  }

  private async compressNow(messages: readonly Message[], asked: CompressOptions): Promise<readonly Message[]> {
    stopIfAborted(asked.signal);
    const currentTokens = asked.currentTokens ?? this.pressureOf(messages).tokens;
    const cooldown = cooldownNow(this.state.cooldown, this.now(), currentTokens);
    if (asked.trigger === "automatic" && cooldown !== undefined)
      return this.keepAll(messages, { outcome: "kept", cause: "paused", ...because(cooldown.reason) });
    this.remember(messages);
    const staging = openStaging(this.store);
    const inputs = this.inputsFor(asked, currentTokens);
    const { plannedStep } = await planLossless(this.world(openStaging(this.store), asked), messages, asked, inputs);
    const result = await compressLossless(this.world(staging, asked), messages, asked, {
      ...inputs,
      ...(plannedStep !== undefined && { plannedStep }),
    });
    return this.conclude(messages, result, staging, { ...asked, currentTokens });
  }

  private inputsFor(asked: CompressOptions, currentTokens: number): CompressionInputs {
    const originals = this.store.originals().map(({ message }) => message);
    const ledger = asked.ledger ?? ledgerOf(originals);
    return {
      summaryId: (covers: readonly MessageId[]) => this.summaryId(covers),
      ledger,
      ...factsFrom(originals, ledger, this.limits),
      size: { currentTokens, overheadTokens: this.overheadTokens },
      reported: this.reported,
    };
  }

  private async buildAhead(messages: readonly Message[], signal: AbortSignal): Promise<"complete" | "incomplete"> {
    const staging = openStaging(this.store);
    const tail = { messages: this.limits.tailMessages, tokens: this.limits.tailTokens };
    const step = { tail, condense: "full-leaf-sets" } as const;
    const { written } = await foldBeforeTail(this.world(staging), messages, step, signal);
    storeSummaries(staging, this.store);
    const failure = written.find((node) => node.failure !== undefined)?.failure;
    if (failure === undefined) return "complete";
    this.noteFailure(failure);
    return "incomplete";
  }

  private conclude(
    messages: readonly Message[],
    result: LosslessResult,
    staging: NodeStaging,
    asked: CompressOptions & { readonly currentTokens: number },
  ): readonly Message[] {
    switch (result.kind) {
      case "applied": {
        const { report, plan, outcome, note } = result;
        for (const node of staging.staged()) this.store.addNode(node);
        for (const { id } of result.nodes) this.reported.add(id);
        this.build.reset();
        const freedShare = 1 - report.afterTokens / Math.max(1, report.beforeTokens);
        // A part that a person chose says nothing about whether automatic compression helps.
        if (report.range === undefined) this.stepCooldown({ type: "applied", outcome, freedShare });
        this.state = {
          ...this.state,
          compressionCount: this.compressionCount + 1,
          anchor: undefined,
          last: { outcome, plan, report, ...(note === undefined ? {} : because(note)) },
        };
        return result.messages;
      }
      case "failed":
        storeSummaries(staging, this.store);
        this.noteFailure(result.failure);
        return this.keepAll(messages, { outcome: "kept", cause: "summary", ...because(result.reason) });
      case "refused":
      case "nothing":
        storeSummaries(staging, this.store);
        if (asked.trigger !== "manual") this.noteNoResult(asked.currentTokens);
        return this.keepAll(
          messages,
          result.kind === "nothing"
            ? { outcome: "nothing-to-compress", ...because(result.reason) }
            : { outcome: "kept", cause: "not-smaller", ...because(result.reason) },
        );
      default:
        return unreachable(result);
    }
  }

  private keepAll(messages: readonly Message[], last: LastCompression): readonly Message[] {
    this.state = { ...this.state, last };
    return messages;
  }

  /** Nodes written ahead are put in place between turns; within one, only the hard mark interrupts. */
  private isDue(pressure: Pressure, when: "between-turns" | "in-turn"): boolean {
    if (cooldownNow(this.state.cooldown, this.now(), pressure.tokens) !== undefined) return false;
    const isSoft = !this.build.isUsed || (this.build.isReady && when === "between-turns");
    const { softTokens, hardTokens } = this.limits;
    const thresholdTokens = isSoft ? softTokens : markBefore(hardTokens, softTokens, this.growth);
    const { lastPromptTokens, usageReports } = this.state;
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

  private pressureOf(messages: readonly Message[]): Pressure {
    return measurePressure(
      { messages, overheadTokens: this.overheadTokens, modelKey: keyOf(this.model), countTokens: this.countTokens },
      this.state.anchor,
    );
  }

  private remember(messages: readonly Message[], spokenAt?: ReadonlyMap<MessageId, number>): void {
    const fresh = messages.filter((message) => this.store.original(message.id) === undefined);
    const world = this.world(openStaging(this.store));
    for (const message of fresh) {
      if (message.role !== "summary" || isForeign(world, message))
        this.store.keep([message], spokenAt?.get(message.id) ?? this.now());
    }
  }

  private world(staging: NodeStaging, asked?: CompressOptions): FoldWorld {
    return {
      store: this.store,
      staging,
      limits: this.limits,
      countTokens: this.countTokens,
      summarize: this.summarizerFor(asked),
      check: (text, covers) =>
        checkNode(text, covers, { store: this.store, ledger: asked?.ledger, systemPrompt: this.systemPrompt }),
      ...(asked?.focusTopic === undefined ? {} : { focusTopic: asked.focusTopic }),
    };
  }

  /** After a refusal for size there is no time to wait for a summarizer that just failed. */
  private summarizerFor(asked: CompressOptions | undefined): Summarize {
    const cooling = asked?.trigger === "overflow" && cooldownNow(this.state.cooldown, this.now())?.kind === "cooling";
    return asked?.summary === "deterministic" || cooling ? refuseToSummarize : this.options.summarize;
  }

  /** Derived from what it covers where the host makes no ids, so that equal work gives equal bytes. */
  private summaryId(covers: readonly MessageId[]): MessageId {
    return messageId(this.options.newId?.() ?? `summary_${fingerprint(covers.join("\n"))}`);
  }

  private noteFailure(failure: SummaryError): void {
    this.stepCooldown({ type: "summary-failed", cause: failure.kind, reason: failure.sentence });
  }

  private noteNoResult(promptTokens: number): void {
    const { thresholdTokens, limits } = this;
    this.stepCooldown({ type: "no-result", promptTokens, thresholdTokens, retryAtTokens: limits.hardTokens });
  }

  private stepCooldown(event: CooldownEvent): void {
    this.state = { ...this.state, cooldown: stepCooldown(this.state.cooldown, event, this.now()) };
  }

  private now(): number {
    return this.options.now?.() ?? 0;
  }
}
