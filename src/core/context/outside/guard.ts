import type { JsonObject, JsonValue } from "../../base/json";
import { isObject } from "../../base/json";
import { because } from "../../base/reason";
import type { Sentence } from "../../base/sentence";
import { renderSentence, sentence, verbatim } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import type { Message } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { estimateMessagesTokens } from "../../tokens/estimate";
import type {
  CompressionReport,
  CompressOptions,
  ContextEngine,
  EngineModel,
  EnginePlan,
  EngineSession,
  EngineStatus,
  LastCompression,
  PlannedFold,
} from "../engine";
import {
  readCount,
  readFlag,
  readPlan,
  readRanges,
  readRecalled,
  readSize,
  readStatus,
  readToolAnswer,
  readToolSchemas,
} from "./answer-reader";
import { freezeMessages, readReturnedMessages } from "./frozen-copies";
import { findProblem, measurePlan, measureResult, planCarriedOut } from "./measured-result";
import type { TimeLimit } from "./time-limit";
import { TimeLimitError } from "./time-limit";

export interface GuardOptions {
  /** The name in the settings, whatever the engine calls itself. */
  readonly name: string;
  /** The one whose summarizer the engine was given. */
  readonly timeLimit: TimeLimit;
  /** Called with the reason when the built-in engine has to take over. */
  onFallback(reason: Sentence): void;
}

/**
 * Makes an untrusted engine safe: where it throws, hangs or breaks its contract, the built-in one does the work. It
 * offers no preview: a draft refers to the messages it was made from, and an engine from outside only ever sees copies.
 */
export const guardEngine = (engine: ContextEngine, builtIn: ContextEngine, options: GuardOptions): ContextEngine =>
  new GuardedEngine(engine, builtIn, options);

/** Who made the newest compression; a change by the engine comes with our own figures about it. */
type Newest =
  | { readonly kind: "none" | "unchanged" | "built-in" }
  | { readonly kind: "changed"; readonly report: CompressionReport; readonly plan: PlannedFold };

class GuardedEngine implements ContextEngine {
  readonly name: string;
  private readonly engine: ContextEngine;
  private readonly builtIn: ContextEngine;
  private readonly options: GuardOptions;
  /** Failures already reported: a getter that fails is read several times in every step. */
  private readonly reported = new Set<string>();
  private newest: Newest = { kind: "none" };
  /** After it hung once it is abandoned: users must not wait for it before every compression. */
  private state: "asked" | "left" = "asked";

  constructor(engine: ContextEngine, builtIn: ContextEngine, options: GuardOptions) {
    this.name = options.name;
    this.engine = engine;
    this.builtIn = builtIn;
    this.options = options;
  }

  get lastPromptTokens() {
    return this.builtIn.lastPromptTokens;
  }
  get lastCompletionTokens() {
    return this.builtIn.lastCompletionTokens;
  }
  get lastTotalTokens() {
    return this.builtIn.lastTotalTokens;
  }
  get thresholdTokens() {
    return this.ask("thresholdTokens", (engine) => engine.thresholdTokens, readSize) ?? this.builtIn.thresholdTokens;
  }
  get contextLength() {
    return this.ask("contextLength", (engine) => engine.contextLength, readSize) ?? this.builtIn.contextLength;
  }
  get compressionCount() {
    return (
      this.ask("compressionCount", (engine) => engine.compressionCount, readCount) ?? this.builtIn.compressionCount
    );
  }
  get ranges() {
    return this.ask("ranges", (engine) => engine.ranges ?? [], readRanges) ?? this.builtIn.ranges ?? [];
  }

  updateFromResponse(usage: Usage, sent?: readonly Message[]): void {
    this.builtIn.updateFromResponse(usage, sent);
    this.notify("updateFromResponse", (engine) =>
      engine.updateFromResponse({ ...usage }, sent && freezeMessages(sent)),
    );
  }

  shouldCompress(promptTokens?: number): boolean {
    return (
      this.ask("shouldCompress", (engine) => engine.shouldCompress(promptTokens), readFlag) ??
      this.builtIn.shouldCompress(promptTokens)
    );
  }

  shouldCompressPreflight(messages: readonly Message[]): boolean {
    return (
      this.ask(
        "shouldCompressPreflight",
        (engine) => engine.shouldCompressPreflight?.(freezeMessages(messages)) ?? false,
        readFlag,
      ) ??
      this.builtIn.shouldCompressPreflight?.(messages) ??
      false
    );
  }

  hasContentToCompress(messages: readonly Message[]): boolean {
    return (
      this.ask(
        "hasContentToCompress",
        (engine) => engine.hasContentToCompress?.(freezeMessages(messages)) ?? true,
        readFlag,
      ) ??
      this.builtIn.hasContentToCompress?.(messages) ??
      true
    );
  }

  async compress(messages: readonly Message[], options: CompressOptions): Promise<readonly Message[]> {
    const result = this.state === "left" ? undefined : await this.compressByEngine(messages, options);
    if (result === undefined) {
      this.newest = { kind: "built-in" };
      return this.builtIn.compress(messages, options);
    }
    this.newest =
      result === messages
        ? { kind: "unchanged" }
        : {
            kind: "changed",
            report: measureResult(messages, result, options),
            plan: planCarriedOut(messages, result, options.ledger),
          };
    return result;
  }

  /** Undefined for an engine that cannot say what it would do; nobody else can say it in its place. */
  get plan(): ContextEngine["plan"] {
    if (this.state === "left") return this.builtIn.plan?.bind(this.builtIn);
    return this.engine.plan === undefined ? undefined : (messages, options) => this.planByEngine(messages, options);
  }

  async handleToolCall(name: string, args: JsonObject): Promise<string> {
    const { timeLimit } = this.options;
    if (this.state === "left")
      return JSON.stringify({
        error: `The context engine "${this.name}" did not answer before and is not asked again in this session.`,
      });
    try {
      if (this.engine.handleToolCall === undefined) return JSON.stringify({ error: `Unknown tool: ${name}` });
      return readToolAnswer(
        await timeLimit.within(async () => this.engine.handleToolCall?.(name, args), new AbortController().signal),
      );
    } catch (error) {
      return JSON.stringify({ error: renderSentence(wordsOf(error)) });
    }
  }

  recall(text: string, active: readonly Message[]) {
    return (
      this.ask("recall", (engine) => engine.recall?.(text, freezeMessages(active)) ?? [], readRecalled) ??
      this.builtIn.recall?.(text, active) ??
      []
    );
  }

  toolSchemas() {
    return this.ask("toolSchemas", (engine) => engine.toolSchemas?.() ?? [], readToolSchemas) ?? [];
  }

  onSessionStart(session: EngineSession): void {
    const { durable, ...rest } = session;
    const kept = unpack(durable);
    const frozen = {
      ...rest,
      messages: freezeMessages(rest.messages),
      ...(rest.ancestors && { ancestors: freezeMessages(rest.ancestors) }),
    };
    this.builtIn.onSessionStart?.({ ...rest, ...(kept.builtIn !== undefined && { durable: kept.builtIn }) });
    this.notify("onSessionStart", (engine) =>
      engine.onSessionStart?.({ ...frozen, ...(kept.engine !== undefined && { durable: kept.engine }) }),
    );
  }

  onSessionEnd(sessionId: EngineSession["sessionId"], messages: readonly Message[]): void {
    this.builtIn.onSessionEnd?.(sessionId, messages);
    this.notify("onSessionEnd", (engine) => engine.onSessionEnd?.(sessionId, freezeMessages(messages)));
  }
  onSessionReset(): void {
    this.notifyBoth("onSessionReset", (engine) => engine.onSessionReset?.());
  }
  updateModel(model: EngineModel): void {
    this.notifyBoth("updateModel", (engine) => engine.updateModel?.(model));
  }
  updateOverhead(overheadTokens: number, systemPrompt: string): void {
    this.notifyBoth("updateOverhead", (engine) => engine.updateOverhead?.(overheadTokens, systemPrompt));
  }

  async prepare(messages: readonly Message[], signal: AbortSignal): Promise<void> {
    if (this.state === "left") return this.builtIn.prepare?.(messages, signal);
    try {
      await this.options.timeLimit.within(
        async (given) => this.engine.prepare?.(freezeMessages(messages), given),
        signal,
      );
    } catch {
      // No user waits for a draft; the compression itself reports failures.
    }
  }

  status(): EngineStatus {
    const builtIn = this.builtIn.status();
    const own = this.ask("status", (engine) => engine.status(), readStatus);
    const { lastCompression: _, ...shown } = own === undefined || this.newest.kind === "built-in" ? builtIn : own;
    const last = this.lastCompression(own, builtIn);
    return {
      ...shown,
      ...(last !== undefined && { lastCompression: last }),
      durable: pack(own?.durable, builtIn.durable),
    };
  }

  /** What became of the newest compression, whatever the engine says about it. */
  private lastCompression(own: EngineStatus | undefined, builtIn: EngineStatus): LastCompression | undefined {
    const claimed = own?.lastCompression;
    const claims = claimed?.outcome === "folded" || claimed?.outcome === "fallback";
    switch (this.newest.kind) {
      case "built-in":
        return builtIn.lastCompression;
      case "changed":
        return {
          ...(claims ? claimed : { outcome: "folded" }),
          plan: this.newest.plan,
          report: this.newest.report,
        };
      case "unchanged":
        return claims ? { outcome: "kept", ...because(this.emptyClaim()) } : claimed;
      case "none":
        return claimed;
    }
  }

  private emptyClaim(): Sentence {
    return sentence('The context engine "{name}" reported a compression but changed nothing.', { name: this.name });
  }

  private async planByEngine(messages: readonly Message[], options: CompressOptions): Promise<EnginePlan> {
    const frozen = freezeMessages(messages);
    const beforeTokens = estimateMessagesTokens(messages);
    try {
      const answer: unknown = await this.options.timeLimit.within(
        async (signal) => this.engine.plan?.(frozen, { ...ownOptions(options), signal }),
        options.signal,
      );
      const plan = readPlan(answer, new Set(messages.map(({ id }) => id)));
      return plan.kind === "fold"
        ? measurePlan(messages, plan, options.ledger)
        : { kind: "nothing", beforeTokens, reason: plan.reason };
    } catch (error) {
      if (options.signal.aborted) throw error;
      const reason = sentence('The context engine "{name}" gave no usable plan: {reason}.', {
        name: this.name,
        reason: error instanceof TimeLimitError ? error.sentence : wordsOf(error),
      });
      return { kind: "nothing", beforeTokens, ...because(reason) };
    }
  }

  /** Undefined where the built-in engine has to do it; the reason has been reported then. */
  private async compressByEngine(
    messages: readonly Message[],
    options: CompressOptions,
  ): Promise<readonly Message[] | undefined> {
    const frozen = freezeMessages(messages);
    try {
      const result: unknown = await this.options.timeLimit.within(
        (signal) => this.engine.compress(frozen, { ...ownOptions(options), signal }),
        options.signal,
      );
      if (result === frozen) return messages;
      const returned = readReturnedMessages(result);
      const problem =
        "problem" in returned ? returned.problem : findProblem(messages, returned.messages, options.range);
      if ("messages" in returned && problem === undefined) return returned.messages;
      if (problem !== undefined) this.reportFallback(problem);
    } catch (error) {
      // Nothing but the person's own signal is a stop: an engine that only says so must not end the turn.
      if (options.signal.aborted) throw error;
      if (error instanceof TimeLimitError) this.abandon(error);
      else this.reportFallback(sentence("It failed: {reason}.", { reason: wordsOf(error) }));
    }
    return undefined;
  }

  private reportFallback(problem: Sentence): void {
    this.options.onFallback(sentence("{problem} The built-in compressor did this compression.", { problem }));
  }

  private abandon(error: TimeLimitError): void {
    this.state = "left";
    this.options.timeLimit.end();
    this.options.onFallback(
      sentence("{problem} The built-in compressor replaces it for the rest of this session.", {
        problem: error.sentence,
      }),
    );
  }

  private notifyBoth(what: string, call: (engine: ContextEngine) => void): void {
    call(this.builtIn);
    this.notify(what, call);
  }

  /** For calls without an answer: a returned promise is fine, and only its failure is reported. */
  private notify(what: string, call: (engine: ContextEngine) => unknown): void {
    this.ask(
      what,
      call,
      (answer) => void (answer instanceof Promise && answer.catch((error: unknown) => this.reportOnce(what, error))),
    );
  }

  /** Undefined where the engine failed or its answer cannot be read; the reason has been reported then. */
  private ask<Value>(
    what: string,
    ask: (engine: ContextEngine) => unknown,
    read: (answer: unknown) => Value,
  ): Value | undefined {
    if (this.state === "left") return undefined;
    try {
      const answer = ask(this.engine);
      // Where an answer is needed a promise is none, and how it ends must not come up elsewhere.
      if (answer instanceof Promise) answer.catch(() => undefined);
      return read(answer);
    } catch (error) {
      this.reportOnce(what, error);
      return undefined;
    }
  }

  private reportOnce(what: string, error: unknown): void {
    if (this.reported.has(what)) return;
    this.reported.add(what);
    this.options.onFallback(
      sentence("Its {method} failed: {reason}. The built-in compressor answers instead.", {
        method: what,
        reason: wordsOf(error),
      }),
    );
  }
}

/** Errors of others may quote whole files. */
const WORDS_CHARS = 300;

/** Without their full stop: they become part of a sentence. */
function wordsOf(error: unknown): Sentence {
  if (error instanceof SentenceError) return error.sentence;
  const words = error instanceof Error ? error.message : typeof error === "string" ? error : "";
  return words === "" ? sentence("it gave no reason") : verbatim(words.slice(0, WORDS_CHARS).replace(/[.\s]+$/, ""));
}

/** The ledger is ours: an engine gets a copy. */
const ownOptions = ({ ledger, ...rest }: CompressOptions): CompressOptions => ({
  ...rest,
  ...(ledger && { ledger: structuredClone(ledger) }),
});

/** Both engines have a past of their own, and neither could read the other's. */
const pack = (engine: JsonValue | undefined, builtIn: JsonValue | undefined): JsonValue => ({
  ...(engine !== undefined && { engine }),
  ...(builtIn !== undefined && { builtIn }),
});

/** A session that the built-in engine had alone holds only its own. */
function unpack(durable: JsonValue | undefined): {
  readonly engine?: JsonValue | undefined;
  readonly builtIn?: JsonValue | undefined;
} {
  const isPacked = isObject(durable) && Object.keys(durable).every((key) => key === "engine" || key === "builtIn");
  return isPacked ? { engine: durable["engine"], builtIn: durable["builtIn"] } : { builtIn: durable };
}
