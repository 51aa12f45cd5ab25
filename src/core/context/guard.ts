import type { JsonObject, Message } from "../conversation/message";
import type { Usage } from "../conversation/usage";
import { estimateMessagesTokens } from "../tokens/estimate";
import type { CompressOptions, ContextEngine, EngineSession, EngineStatus } from "./engine";
import { checkLegal } from "./legality";
import { isStop, untilAborted } from "./stop";
import type { EngineModel } from "./threshold";

export interface GuardOptions {
  /** Told every time the other engine had to stand in, in words for a person. */
  onFallback(engine: string, reason: string): void;
  /** Resolves after a moment no honest compression needs; the guard stops waiting then. Comes from whoever owns a clock. */
  timeout(signal: AbortSignal): Promise<void>;
}

/**
 * An engine nobody has to trust: what throws, hangs or lies is caught, told, and done by the built-in one instead.
 * It offers no preview: a draft refers to the messages it was made from, and an engine from outside only ever sees copies.
 */
export const guardEngine = (engine: ContextEngine, builtIn: ContextEngine, options: GuardOptions): ContextEngine => new GuardedEngine(engine, builtIn, options);

class GuardedEngine implements ContextEngine {
  readonly #engine: ContextEngine;
  readonly #builtIn: ContextEngine;
  readonly #options: GuardOptions;
  #last: "engine" | "built-in" = "engine";

  constructor(engine: ContextEngine, builtIn: ContextEngine, options: GuardOptions) {
    this.#engine = engine;
    this.#builtIn = builtIn;
    this.#options = options;
  }

  get name() { return this.#engine.name; }
  get lastPromptTokens() { return this.#builtIn.lastPromptTokens; }
  get lastCompletionTokens() { return this.#builtIn.lastCompletionTokens; }
  get lastTotalTokens() { return this.#builtIn.lastTotalTokens; }
  get thresholdTokens() { return this.#try("thresholdTokens", () => positive(this.#engine.thresholdTokens)) ?? this.#builtIn.thresholdTokens; }
  get contextLength() { return this.#try("contextLength", () => positive(this.#engine.contextLength)) ?? this.#builtIn.contextLength; }
  get compressionCount() { return this.#try("compressionCount", () => this.#engine.compressionCount) ?? this.#builtIn.compressionCount; }

  updateFromResponse(usage: Usage, sent?: readonly Message[]): void {
    this.#both("updateFromResponse", (engine) => engine.updateFromResponse(usage, sent));
  }

  shouldCompress(promptTokens?: number): boolean {
    return this.#try("shouldCompress", () => this.#engine.shouldCompress(promptTokens) === true) ?? this.#builtIn.shouldCompress(promptTokens);
  }

  shouldCompressPreflight(messages: readonly Message[]): boolean {
    return this.#try("shouldCompressPreflight", () => this.#engine.shouldCompressPreflight?.(messages) === true) ?? this.#builtIn.shouldCompressPreflight?.(messages) ?? false;
  }

  hasContentToCompress(messages: readonly Message[]): boolean {
    return this.#try("hasContentToCompress", () => this.#engine.hasContentToCompress?.(messages) ?? true) ?? this.#builtIn.hasContentToCompress?.(messages) ?? true;
  }

  async compress(messages: readonly Message[], options: CompressOptions): Promise<readonly Message[]> {
    const loan = new Loan(messages);
    try {
      const result = await this.#withinTime(this.#engine.compress(loan.copy, options), options.signal);
      const lie = loan.damage() ?? judge(loan.copy, result, options);
      if (lie === undefined) {
        this.#last = "engine";
        return loan.takeBack(result);
      }
      this.#options.onFallback(this.name, lie);
    } catch (error) {
      if (isStop(error, options.signal)) throw error;
      this.#options.onFallback(this.name, `it failed: ${wordsOf(error)}`);
    }
    this.#last = "built-in";
    return this.#builtIn.compress(messages, options);
  }

  async handleToolCall(name: string, args: JsonObject): Promise<string> {
    try {
      if (this.#engine.handleToolCall === undefined) return JSON.stringify({ error: `Unknown tool: ${name}` });
      return String(await this.#engine.handleToolCall(name, args));
    } catch (error) {
      return JSON.stringify({ error: wordsOf(error) });
    }
  }

  recall(text: string, active: readonly Message[]) { return this.#try("recall", () => this.#engine.recall?.(text, active) ?? []) ?? []; }
  toolSchemas() { return this.#try("toolSchemas", () => this.#engine.toolSchemas?.() ?? []) ?? []; }
  onSessionStart(session: EngineSession): void { this.#both("onSessionStart", (engine) => engine.onSessionStart?.(session)); }
  onSessionEnd(sessionId: EngineSession["sessionId"]): void { this.#both("onSessionEnd", (engine) => engine.onSessionEnd?.(sessionId)); }
  onSessionReset(): void { this.#both("onSessionReset", (engine) => engine.onSessionReset?.()); }
  updateModel(model: EngineModel): void { this.#both("updateModel", (engine) => engine.updateModel?.(model)); }
  updateOverhead(overheadTokens: number): void { this.#both("updateOverhead", (engine) => engine.updateOverhead?.(overheadTokens)); }

  async prepare(messages: readonly Message[], signal: AbortSignal): Promise<void> {
    try {
      await this.#engine.prepare?.(messages, signal);
    } catch {
      // A draft nobody waits for; the compression itself will tell.
    }
  }

  status(): EngineStatus {
    if (this.#last === "built-in") return this.#builtIn.status();
    return this.#try("status", () => this.#engine.status()) ?? this.#builtIn.status();
  }

  async #withinTime(work: Promise<readonly Message[]>, signal: AbortSignal): Promise<readonly Message[]> {
    const over = new AbortController();
    const late = this.#options.timeout(over.signal).then(() => { throw new Error("it did not answer in time"); });
    try {
      return await untilAborted(Promise.race([work, late]), signal);
    } finally {
      over.abort();
      late.catch(() => undefined);
    }
  }

  #both(what: string, tell: (engine: ContextEngine) => void): void {
    tell(this.#builtIn);
    this.#try(what, () => tell(this.#engine));
  }

  #try<Value>(what: string, ask: () => Value): Value | undefined {
    try {
      return ask();
    } catch (error) {
      this.#options.onFallback(this.name, `${what} failed: ${wordsOf(error)}`);
      return undefined;
    }
  }
}

/** Messages lent as a copy: an engine that changes them in place changes nothing of ours, and is found out. */
class Loan {
  readonly copy: readonly Message[];
  readonly #own: readonly Message[];
  readonly #text: string;

  constructor(messages: readonly Message[]) {
    this.#own = messages;
    this.#text = JSON.stringify(messages);
    // Text we have just written from messages holds messages.
    this.copy = JSON.parse(this.#text) as readonly Message[];
  }

  damage(): string | undefined {
    return JSON.stringify(this.copy) === this.#text ? undefined : "it changed the messages it was given";
  }

  /** Lent messages come home as our own objects, so that what is cached about them stays known. */
  takeBack(result: readonly Message[]): readonly Message[] {
    if (result === this.copy) return this.#own;
    const ownByCopy = new Map(this.copy.map((message, index) => [message, this.#own[index] ?? message]));
    return result.map((message) => ownByCopy.get(message) ?? message);
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function judge(given: readonly Message[], result: readonly Message[], options: CompressOptions): string | undefined {
  if (result === given) return undefined;
  if (!Array.isArray(result)) return "it did not return a message list";
  const flaw = checkLegal(result);
  if (flaw !== undefined) return `its list is illegal: ${flaw}`;
  if (options.trigger !== "manual" && estimateMessagesTokens(result) > estimateMessagesTokens(given)) return "its list is larger than before";
  return undefined;
}

function positive(value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`${value} is not a size`);
}
