import { isStop, stopIfAborted, untilAborted } from "../../base/abort";
import type { Reason } from "../../base/reason";
import { because } from "../../base/reason";
import { messageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { promptTokens } from "../../conversation/usage";
import { estimateMessageTokens } from "../../tokens/estimate";
import { sumTokens } from "../../tokens/sizes";
import type {
  CompressionDraft,
  CompressOptions,
  ContextEngine,
  EngineModel,
  EnginePlan,
  EngineSession,
  EngineStatus,
  RecalledLine,
  Summarize,
} from "../engine";
import { CHANGED_SINCE_PREVIEW, STOPPED } from "../engine-reasons";
import type { ReadLiveFile } from "../live-files/live-files";
import type { CompressionPolicy } from "../policy";
import { completePolicy, HYGIENE_RATIO, SOFT_MARK_RATIO } from "../policy";
import { createSessionRecall } from "../recall/session-recall";
import { USUAL_COSTS } from "../trigger/adaptive-budgets";
import type { CooldownEvent } from "../trigger/cooldown";
import { cooldownNow, stepCooldown } from "../trigger/cooldown";
import type { EngineState } from "../trigger/engine-state";
import { afterResponse, FRESH, keyOf, startSession, statusOf } from "../trigger/engine-state";
import { afterCall, growthOf, NO_CALLS } from "../trigger/measured-growth";
import { measurePressure } from "../trigger/pressure";
import type { BudgetOverrides, TriggerPlace } from "../trigger/threshold";
import { placeTrigger } from "../trigger/threshold";
import type { Pressure, TriggerPolicy } from "../trigger/trigger";
import { decideTrigger } from "../trigger/trigger";
import type { Attempt, AttemptInputs } from "./attempt";
import { attemptFold, draftFold, planAttempt } from "./attempt";
import { rebaseDraft } from "./draft";
import type { PlanInputs } from "./plan";
import { planFor } from "./plan";
import { describePlan } from "./planned-fold";
import { measureAhead, readArrivals } from "./read-ahead";

export interface CompressorOptions {
  readonly contextLength: number;
  readonly policy?: Partial<CompressionPolicy>;
  readonly summarize: Summarize;
  /** Window of the model that summarizes; the main one's where nothing is said. */
  readonly summaryContextLength?: number;
  readonly enabled?: boolean;
  readonly codexGpt55Autoraise?: boolean;
  readonly trigger?: TriggerPolicy;
  readonly budgets?: BudgetOverrides;
  readonly model?: Omit<EngineModel, "contextLength">;
  readonly overheadTokens?: number;
  /** Milliseconds. Without a clock a cooldown never expires; a good prompt or a manual compression still ends it. */
  readonly now?: () => number;
  readonly newId?: () => string;
  /** How the current text of a file is read; without it no live files ride behind a summary. */
  readonly readFile?: ReadLiveFile;
  /** Resolves once others had their turn on this thread; asked for between the phases of a compression. */
  readonly yieldToHost?: (signal: AbortSignal) => Promise<void>;
}

/**
 * With an expired cache a compression costs no rewrite, only a summary. Below this share of the threshold it would save
 * less than the summary costs, and fold what a few more steps still need.
 */
const COLD_SHARE = 0.7;

/** How many steps of the agent an update of a summary takes to write. */
const UPDATE_STEPS = 2;

/** The built-in engine: folds the middle of a conversation into one verified summary. */
export const createCompressor = (options: CompressorOptions): ContextEngine => new Compressor(options);

class Compressor implements ContextEngine {
  readonly name = "compressor";
  readonly ranges = ["up-to", "from"] as const;
  private readonly options: CompressorOptions;
  private readonly policy: CompressionPolicy;
  private model: EngineModel;
  private overheadTokens: number;
  private systemPrompt = "";
  private place: TriggerPlace;
  private state: EngineState = FRESH;
  private draft: CompressionDraft | undefined;
  /** A summary that is being written ahead of need. */
  private preparing: Promise<unknown> | undefined;
  private readonly sessionRecall = createSessionRecall();
  private growth = NO_CALLS;
  /** The last prompt that the model of now has taken. */
  private takenTokens = 0;

  constructor(options: CompressorOptions) {
    this.options = options;
    this.policy = completePolicy(options.policy);
    this.model = { name: "", ...options.model, contextLength: options.contextLength };
    this.overheadTokens = options.overheadTokens ?? 0;
    this.place = this.placeTrigger();
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
    return this.place.thresholdTokens;
  }
  get contextLength() {
    return this.place.budgets.contextTokens;
  }
  get compressionCount() {
    return this.state.compressionCount;
  }

  updateFromResponse(usage: Usage, sent?: readonly Message[]): void {
    this.sessionRecall.remember(sent ?? []);
    readArrivals(sent ?? [], this.place.budgets);
    this.state = afterResponse(this.state, usage, sent, keyOf(this.model));
    this.growth = afterCall(this.growth, this.takenTokens, promptTokens(usage));
    this.takenTokens = promptTokens(usage);
    this.place = this.placeTrigger();
    if (promptTokens(usage) > 0)
      this.stepCooldown({
        type: "real-prompt",
        promptTokens: promptTokens(usage),
        thresholdTokens: this.thresholdTokens,
      });
  }

  shouldCompress(tokens?: number): boolean {
    return this.isDue({ tokens: tokens ?? this.lastPromptTokens, source: "reported" });
  }

  shouldCompressPreflight(messages: readonly Message[]): boolean {
    return this.isDue(this.pressureOf(messages)) && this.hasContentToCompress(messages);
  }

  /** Only the adaptive rule weighs costs; a person's threshold holds at any moment. */
  shouldCompressCold(tokens: number): boolean {
    return (
      this.options.trigger === "adaptive" &&
      this.options.enabled !== false &&
      tokens >= this.thresholdTokens * COLD_SHARE &&
      cooldownNow(this.state.cooldown, this.now(), tokens) === undefined
    );
  }

  hasContentToCompress(messages: readonly Message[]): boolean {
    return (
      planFor(this.planInputsFor(messages, { trigger: "automatic" }, this.pressureOf(messages).tokens)).kind === "fold"
    );
  }

  async compress(messages: readonly Message[], asked: CompressOptions): Promise<readonly Message[]> {
    this.sessionRecall.remember(messages);
    const yieldToHost = async () => this.options.yieldToHost?.(asked.signal);
    try {
      stopIfAborted(asked.signal);
      // A summary under way is waited for, or it would be paid for twice.
      if (this.preparing !== undefined && isPlain(asked)) await untilAborted(this.preparing, asked.signal);
      await yieldToHost();
      await measureAhead(messages, yieldToHost);
      const currentTokens = asked.currentTokens ?? this.pressureOf(messages).tokens;
      const attempt = await attemptFold(this.inputsFor(messages, asked, currentTokens));
      this.settle(attempt, asked.trigger, currentTokens);
      if (attempt.messages !== messages) this.draft = undefined;
      return attempt.messages;
    } catch (error) {
      if (isStop(error, asked.signal))
        this.state = { ...this.state, last: { outcome: "stopped", ...because(STOPPED) } };
      throw error;
    }
  }

  async prepare(messages: readonly Message[], signal: AbortSignal): Promise<void> {
    const { tokens } = this.pressureOf(messages);
    const early = tokens < this.preparationMark(messages);
    const ready = this.draft !== undefined && rebaseDraft(this.draft, messages, estimateMessageTokens) !== undefined;
    if (
      early ||
      ready ||
      this.options.enabled === false ||
      cooldownNow(this.state.cooldown, this.now(), tokens) !== undefined
    )
      return;
    const drafting = this.draftFrom(this.inputsFor(messages, { trigger: "automatic", signal }, tokens));
    const ended = drafting.catch(() => undefined);
    this.preparing = ended;
    void ended.then(() => {
      if (this.preparing === ended) this.preparing = undefined;
    });
    const drafted = await drafting;
    if ("plan" in drafted) this.draft = drafted;
  }

  async plan(messages: readonly Message[], asked: CompressOptions): Promise<EnginePlan> {
    const inputs = this.inputsFor(messages, asked, asked.currentTokens ?? this.pressureOf(messages).tokens);
    const plan = await planAttempt(inputs);
    return plan === "changed"
      ? { kind: "nothing", beforeTokens: sumTokens(messages, inputs.countTokens), ...because(CHANGED_SINCE_PREVIEW) }
      : describePlan(plan, { ledger: asked.ledger, countTokens: inputs.countTokens });
  }

  async preview(messages: readonly Message[], asked: CompressOptions): Promise<CompressionDraft | Reason> {
    return this.draftFrom(this.inputsFor(messages, asked, asked.currentTokens ?? this.pressureOf(messages).tokens));
  }

  /** Only the adaptive rule recalls lines on its own. */
  recall(text: string, active: readonly Message[]): readonly RecalledLine[] {
    return this.options.trigger === "adaptive" ? this.sessionRecall.recall(text, active) : [];
  }

  onSessionStart(session: EngineSession): void {
    if (session.reason !== "compression") this.sessionRecall.forget();
    this.sessionRecall.remember([...(session.ancestors ?? []), ...session.messages]);
    this.draft = undefined;
    this.state = startSession(this.state, session);
  }

  onSessionReset(): void {
    this.sessionRecall.forget();
    this.state = FRESH;
    this.draft = undefined;
  }

  updateModel(model: EngineModel): void {
    if (keyOf(model) !== keyOf(this.model)) this.takenTokens = 0;
    this.model = model;
    this.place = this.placeTrigger();
  }

  updateOverhead(overheadTokens: number, systemPrompt: string): void {
    this.overheadTokens = overheadTokens;
    this.systemPrompt = systemPrompt;
    this.place = this.placeTrigger();
  }

  status(): EngineStatus {
    const { note, notice } = this.place;
    return {
      ...statusOf(this.state, this.now()),
      ...(note === undefined ? {} : { thresholdNote: note }),
      ...(notice === undefined ? {} : { notice }),
    };
  }

  private inputsFor(messages: readonly Message[], asked: CompressOptions, currentTokens: number): AttemptInputs {
    const { summarize, summaryContextLength, newId, readFile } = this.options;
    const draft = asked.draft ?? (isPlain(asked) ? this.draft : undefined);
    return {
      yieldToHost: async () => {
        await this.options.yieldToHost?.(asked.signal);
        stopIfAborted(asked.signal);
      },
      ...this.planInputsFor(messages, asked, currentTokens),
      asked,
      cooldown: cooldownNow(this.state.cooldown, this.now(), currentTokens),
      summarize,
      summaryWindowTokens: summaryContextLength ?? this.contextLength,
      originals: this.sessionRecall.originals(),
      systemPrompt: this.systemPrompt,
      ...(readFile === undefined ? {} : { readFile }),
      ...(newId === undefined ? {} : { summaryId: messageId(newId()) }),
      ...(draft === undefined ? {} : { draft }),
    };
  }

  private planInputsFor(
    messages: readonly Message[],
    asked: Omit<CompressOptions, "signal">,
    currentTokens: number,
  ): PlanInputs {
    return {
      messages,
      asked,
      currentTokens,
      overheadTokens: this.overheadTokens,
      thresholdTokens: this.thresholdTokens,
      budgets: this.place.budgets,
      protectLastN: this.policy.protectLastN,
      countTokens: estimateMessageTokens,
    };
  }

  private async draftFrom(inputs: AttemptInputs): Promise<CompressionDraft | Reason> {
    stopIfAborted(inputs.asked.signal);
    const drafted = await draftFold(inputs);
    if ("plan" in drafted) return drafted;
    if (drafted.failure !== undefined) this.noteFailure(drafted.failure);
    return because(drafted.sentence);
  }

  private settle(attempt: Attempt, trigger: CompressOptions["trigger"], promptTokens: number): void {
    this.state = { ...this.state, last: attempt.last };
    if (attempt.failure !== undefined) this.noteFailure(attempt.failure);
    const { outcome, cause, report } = attempt.last;
    // Nothing was tried, so nothing was learned: asking about a pause must not extend it.
    if (cause === "paused") return;
    if (outcome === "folded" || outcome === "fallback") {
      const freedShare =
        report === undefined || report.beforeTokens === 0 ? 0 : 1 - report.afterTokens / report.beforeTokens;
      // A part that a person chose says nothing about whether automatic compression helps.
      if (report?.range === undefined) this.stepCooldown({ type: "applied", outcome, freedShare });
      this.state = { ...this.state, compressionCount: this.state.compressionCount + 1, anchor: undefined };
    } else if (trigger !== "manual" && attempt.failure === undefined) {
      this.stepCooldown({ type: "no-result", promptTokens, thresholdTokens: this.thresholdTokens });
    }
  }

  /**
   * A request that is known not to fit ends a cooldown: sending it would only cost a refusal. A provider that has
   * just accepted as much refutes that, and each step of a turn would then cost a useless summary.
   */
  private isDue(pressure: Pressure): boolean {
    if (this.options.enabled === false) return false;
    const { lastPromptTokens, usageReports } = this.state;
    if (cooldownNow(this.state.cooldown, this.now(), pressure.tokens) !== undefined)
      return pressure.tokens >= this.contextLength && this.takenTokens < this.contextLength;
    const question = {
      pressure,
      // While a summary is being written, the work continues as long as there is room: nobody has to wait for it.
      thresholdTokens: this.preparing === undefined ? this.thresholdTokens : this.waitingTokens(),
      contextTokens: this.contextLength,
      lastReportedTokens: lastPromptTokens,
      usageReports,
    };
    return decideTrigger(question) === "compress";
  }

  /**
   * A first summary takes a while to write. One that continues an earlier summary is short, and preparing it early
   * would only fold earlier than necessary.
   */
  private preparationMark(messages: readonly Message[]): number {
    const soft = this.thresholdTokens * SOFT_MARK_RATIO;
    if (!messages.some(({ role }) => role === "summary")) return soft;
    const { growthTokensPerCall = USUAL_COSTS.growthTokensPerCall } = growthOf(this.growth);
    return Math.max(soft, this.thresholdTokens - UPDATE_STEPS * growthTokensPerCall);
  }

  /** From here on a compression waits for its summary: another step or two might not fit. */
  private waitingTokens(): number {
    return Math.max(this.thresholdTokens, Math.floor(this.contextLength * HYGIENE_RATIO));
  }

  private pressureOf(messages: readonly Message[]): Pressure {
    return measurePressure(
      {
        messages,
        overheadTokens: this.overheadTokens,
        modelKey: keyOf(this.model),
        countTokens: estimateMessageTokens,
      },
      this.state.anchor,
    );
  }

  private placeTrigger(): TriggerPlace {
    const codexGpt55Autoraise = this.options.codexGpt55Autoraise === false ? "off" : "on";
    return placeTrigger({
      policy: this.policy,
      model: this.model,
      overheadTokens: this.overheadTokens,
      codexGpt55Autoraise,
      rule: this.options.trigger ?? "hermes",
      ...growthOf(this.growth),
      ...(this.options.budgets !== undefined && { budgets: this.options.budgets }),
    });
  }

  private noteFailure({ cause, reason }: NonNullable<Attempt["failure"]>): void {
    this.stepCooldown({ type: "summary-failed", cause, reason });
  }

  private stepCooldown(event: CooldownEvent): void {
    this.state = { ...this.state, cooldown: stepCooldown(this.state.cooldown, event, this.now()) };
  }

  private now(): number {
    return this.options.now?.() ?? 0;
  }
}

/** Only a compression without wishes of its own can use a summary that was written ahead of need. */
const isPlain = ({ focusTopic, range, summary, keepVerbatim = [] }: CompressOptions): boolean =>
  focusTopic === undefined && range === undefined && summary !== "deterministic" && keepVerbatim.length === 0;
