import { messageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { promptTokens } from "../../conversation/usage";
import { estimateMessageTokens } from "../../tokens/estimate";
import type {
  CompressOptions,
  CompressionDraft,
  ContextEngine,
  EngineSession,
  EngineStatus,
  RecalledLine,
  Summarize,
} from "../engine";
import { createPast } from "../lcm/past";
import type { CompressionPolicy } from "../policy";
import { SOFT_MARK_RATIO, completePolicy } from "../policy";
import { measurePressure } from "../pressure";
import type { RestEvent } from "../rest";
import { restNow, stepRest } from "../rest";
import { isStop, stopIfAborted } from "../stop";
import type { BudgetOverrides, EngineModel, TriggerPlace } from "../threshold";
import { placeTrigger } from "../threshold";
import type { Pressure, TriggerPolicy } from "../trigger";
import { decideTrigger } from "../trigger";
import type { Attempt, AttemptInputs, PlanInputs } from "./attempt";
import { attemptFold, findSummary, planFor, readingOf } from "./attempt";
import { rebaseDraft } from "./draft";
import { finishSummary } from "./finish";
import { deterministicHandOff } from "./hand-off";
import { gatherKnowledge } from "./knowledge";
import type { CompressorState } from "./state";
import { FRESH, afterResponse, keyOf, startSession, statusOf } from "./state";

export interface CompressorOptions {
  readonly contextLength: number;
  readonly policy?: Partial<CompressionPolicy>;
  readonly summarize: Summarize;
  /** Tried once where `summarize` fails: the main model behind a configured cheap one. */
  readonly summarizeOnMain?: Summarize;
  /** Window of the model that summarizes; the main one's where nothing is said. */
  readonly summaryContextLength?: number;
  readonly enabled?: boolean;
  readonly codexGpt55Autoraise?: boolean;
  readonly trigger?: TriggerPolicy;
  readonly budgets?: BudgetOverrides;
  readonly model?: Omit<EngineModel, "contextLength">;
  readonly overheadTokens?: number;
  /** Milliseconds. Without a clock rests do not run out; a good prompt or a manual compression still ends them. */
  readonly now?: () => number;
  readonly newId?: () => string;
  /** Resolves once others had their turn on this thread; asked for between the phases of a compression. */
  readonly breathe?: (signal: AbortSignal) => Promise<void>;
}

/** The built-in engine: folds the middle of a conversation into one verified summary. */
export const createCompressor = (options: CompressorOptions): ContextEngine => new Compressor(options);

class Compressor implements ContextEngine {
  readonly name = "compressor";
  readonly #options: CompressorOptions;
  readonly #policy: CompressionPolicy;
  #model: EngineModel;
  #overheadTokens: number;
  #place: TriggerPlace;
  #state: CompressorState = FRESH;
  #draft: CompressionDraft | undefined;
  readonly #past = createPast();
  /** The last prompt that the model of now has taken. */
  #takenTokens = 0;

  constructor(options: CompressorOptions) {
    this.#options = options;
    this.#policy = completePolicy(options.policy);
    this.#model = { name: "", ...options.model, contextLength: options.contextLength };
    this.#overheadTokens = options.overheadTokens ?? 0;
    this.#place = this.#placeTrigger();
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
    return this.#place.thresholdTokens;
  }
  get contextLength() {
    return this.#place.budgets.contextTokens;
  }
  get compressionCount() {
    return this.#state.compressionCount;
  }

  updateFromResponse(usage: Usage, sent?: readonly Message[]): void {
    this.#past.remember(sent ?? []);
    this.#state = afterResponse(this.#state, usage, sent, keyOf(this.#model));
    this.#takenTokens = promptTokens(usage);
    if (promptTokens(usage) > 0)
      this.#stepRest({ type: "real-prompt", promptTokens: promptTokens(usage), thresholdTokens: this.thresholdTokens });
  }

  shouldCompress(tokens?: number): boolean {
    return this.#isDue({ tokens: tokens ?? this.lastPromptTokens, source: "reported" });
  }

  shouldCompressPreflight(messages: readonly Message[]): boolean {
    return this.#isDue(this.#pressureOf(messages)) && this.hasContentToCompress(messages);
  }

  hasContentToCompress(messages: readonly Message[]): boolean {
    return (
      planFor(this.#planInputsFor(messages, { trigger: "automatic" }, this.#pressureOf(messages).tokens)).kind ===
      "fold"
    );
  }

  async compress(messages: readonly Message[], asked: CompressOptions): Promise<readonly Message[]> {
    const currentTokens = asked.currentTokens ?? this.#pressureOf(messages).tokens;
    this.#past.remember(messages);
    try {
      stopIfAborted(asked.signal);
      const attempt = await attemptFold(this.#inputsFor(messages, asked, currentTokens));
      this.#settle(attempt, asked.trigger, currentTokens);
      if (attempt.messages !== messages) this.#draft = undefined;
      return attempt.messages;
    } catch (error) {
      if (isStop(error, asked.signal))
        this.#state = {
          ...this.#state,
          last: { outcome: "stopped", reason: "Stopped; the conversation is as it was." },
        };
      throw error;
    }
  }

  async prepare(messages: readonly Message[], signal: AbortSignal): Promise<void> {
    const { tokens } = this.#pressureOf(messages);
    const early = tokens < this.thresholdTokens * SOFT_MARK_RATIO;
    const ready = this.#draft !== undefined && rebaseDraft(this.#draft, messages, estimateMessageTokens) !== undefined;
    if (
      early ||
      ready ||
      this.#options.enabled === false ||
      restNow(this.#state.rest, this.#now(), tokens) !== undefined
    )
      return;
    const drafted = await this.#draftFrom(this.#inputsFor(messages, { trigger: "automatic", signal }, tokens));
    if ("plan" in drafted) this.#draft = drafted;
  }

  async preview(
    messages: readonly Message[],
    asked: CompressOptions,
  ): Promise<CompressionDraft | { readonly reason: string }> {
    return this.#draftFrom(this.#inputsFor(messages, asked, asked.currentTokens ?? this.#pressureOf(messages).tokens));
  }

  /** Only the adaptive rule brings lines back by itself. */
  recall(text: string, active: readonly Message[]): readonly RecalledLine[] {
    return this.#options.trigger === "adaptive" ? this.#past.recall(text, active) : [];
  }

  onSessionStart(session: EngineSession): void {
    if (session.reason !== "compression") this.#past.forget();
    this.#past.remember([...(session.ancestors ?? []), ...session.messages]);
    this.#draft = undefined;
    this.#state = startSession(this.#state, session);
  }

  onSessionReset(): void {
    this.#past.forget();
    this.#state = FRESH;
    this.#draft = undefined;
  }

  updateModel(model: EngineModel): void {
    if (keyOf(model) !== keyOf(this.#model)) this.#takenTokens = 0;
    this.#model = model;
    this.#place = this.#placeTrigger();
  }

  updateOverhead(overheadTokens: number): void {
    this.#overheadTokens = overheadTokens;
    this.#place = this.#placeTrigger();
  }

  status(): EngineStatus {
    return statusOf(this.#state, this.#place, this.#now());
  }

  #inputsFor(messages: readonly Message[], asked: CompressOptions, currentTokens: number): AttemptInputs {
    const { summarize, summarizeOnMain, summaryContextLength, newId } = this.#options;
    const draft =
      asked.draft ?? (asked.focusTopic === undefined && asked.summary !== "deterministic" ? this.#draft : undefined);
    return {
      breathe: async () => {
        await this.#options.breathe?.(asked.signal);
        stopIfAborted(asked.signal);
      },
      ...this.#planInputsFor(messages, asked, currentTokens),
      asked,
      rest: restNow(this.#state.rest, this.#now(), currentTokens),
      summarizers: summarizeOnMain === undefined ? [summarize] : [summarize, summarizeOnMain],
      summaryWindowTokens: summaryContextLength ?? this.contextLength,
      ...(newId === undefined ? {} : { summaryId: messageId(newId()) }),
      ...(draft === undefined ? {} : { draft }),
    };
  }

  #planInputsFor(
    messages: readonly Message[],
    asked: Omit<CompressOptions, "signal">,
    currentTokens: number,
  ): PlanInputs {
    return {
      messages,
      asked,
      currentTokens,
      overheadTokens: this.#overheadTokens,
      thresholdTokens: this.thresholdTokens,
      budgets: this.#place.budgets,
      protectLastN: this.#policy.protectLastN,
      countTokens: estimateMessageTokens,
    };
  }

  async #draftFrom(inputs: AttemptInputs): Promise<CompressionDraft | { readonly reason: string }> {
    const { asked } = inputs;
    stopIfAborted(asked.signal);
    const plan = planFor(inputs);
    if (plan.kind === "nothing") return { reason: plan.reason };
    const knowledge = await gatherKnowledge(plan, inputs.budgets, readingOf(inputs));
    const summary = await findSummary(inputs, knowledge);
    if (summary.kind === "summary")
      return {
        plan,
        text: finishSummary(knowledge, summary.text).text,
        author: "model",
        ...(asked.focusTopic === undefined ? {} : { focusTopic: asked.focusTopic }),
      };
    if (summary.cause === "chosen")
      return { plan, text: deterministicHandOff(knowledge, summary.reason).text, author: "model" };
    if (summary.cause !== "resting")
      this.#stepRest({ type: "summary-failed", cause: summary.cause, reason: summary.reason });
    return { reason: summary.reason };
  }

  #settle(attempt: Attempt, trigger: CompressOptions["trigger"], promptTokens: number): void {
    this.#state = { ...this.#state, last: attempt.last };
    if (attempt.failure !== undefined)
      this.#stepRest({ type: "summary-failed", cause: attempt.failure.cause, reason: attempt.failure.reason });
    const { outcome, cause, report } = attempt.last;
    // Nothing was tried, so nothing was learnt: a pause must not grow by being asked about.
    if (cause === "paused") return;
    if (outcome === "folded" || outcome === "fallback") {
      const freedShare =
        report === undefined || report.beforeTokens === 0 ? 0 : 1 - report.afterTokens / report.beforeTokens;
      this.#stepRest({ type: "applied", outcome, freedShare });
      this.#state = { ...this.#state, compressionCount: this.#state.compressionCount + 1, anchor: undefined };
    } else if (trigger !== "manual" && attempt.failure === undefined) {
      this.#stepRest({ type: "no-result", promptTokens, thresholdTokens: this.thresholdTokens });
    }
  }

  /**
   * A rest is broken for a request that is known not to fit: sending it would only cost a refusal. A provider that has just
   * taken as much refutes that, and each step of a turn would cost a summary that helps nobody.
   */
  #isDue(pressure: Pressure): boolean {
    if (this.#options.enabled === false) return false;
    const { lastPromptTokens, usageReports } = this.#state;
    if (restNow(this.#state.rest, this.#now(), pressure.tokens) !== undefined)
      return pressure.tokens >= this.contextLength && this.#takenTokens < this.contextLength;
    const question = {
      pressure,
      thresholdTokens: this.thresholdTokens,
      contextTokens: this.contextLength,
      lastReportedTokens: lastPromptTokens,
      usageReports,
    };
    return decideTrigger(question) === "compress";
  }

  #pressureOf(messages: readonly Message[]): Pressure {
    return measurePressure(
      {
        messages,
        overheadTokens: this.#overheadTokens,
        modelKey: keyOf(this.#model),
        countTokens: estimateMessageTokens,
      },
      this.#state.anchor,
    );
  }

  #placeTrigger(): TriggerPlace {
    const codexGpt55Autoraise = this.#options.codexGpt55Autoraise === false ? "off" : "on";
    return placeTrigger({
      policy: this.#policy,
      model: this.#model,
      overheadTokens: this.#overheadTokens,
      codexGpt55Autoraise,
      rule: this.#options.trigger ?? "hermes",
      ...(this.#options.budgets !== undefined && { budgets: this.#options.budgets }),
    });
  }

  #stepRest(event: RestEvent): void {
    this.#state = { ...this.#state, rest: stepRest(this.#state.rest, event, this.#now()) };
  }

  #now(): number {
    return this.#options.now?.() ?? 0;
  }
}
