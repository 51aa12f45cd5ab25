import type { JsonObject, JsonValue, Message } from "../conversation/message";
import type { Usage } from "../conversation/usage";
import { estimateMessagesTokens } from "../tokens/estimate";
import type {
  CompressionReport,
  CompressOptions,
  ContextEngine,
  EngineSession,
  EngineStatus,
  LastCompression,
} from "./engine";
import {
  readCount,
  readFlag,
  readRecalled,
  readSize,
  readStatus,
  readToolAnswer,
  readToolSchemas,
} from "./engine-answers";
import { checkLegal } from "./legality";
import { lendMessages, takeBack } from "./lend";
import { OutOfTime } from "./patience";
import type { Patience } from "./patience";
import { isObject } from "./rest";
import type { EngineModel } from "./threshold";

export interface GuardOptions {
  /** As people chose it; what the engine calls itself is its own affair. */
  readonly name: string;
  /** The one whose summarizer the engine was given. */
  readonly patience: Patience;
  /** Told when the other engine has to stand in, in sentences for a person. */
  onFallback(reason: string): void;
}

/**
 * An engine nobody has to trust: what throws, hangs or lies is caught, told, and done by the built-in one instead.
 * It offers no preview: a draft refers to the messages it was made from, and an engine from outside only ever sees copies.
 */
export const guardEngine = (engine: ContextEngine, builtIn: ContextEngine, options: GuardOptions): ContextEngine =>
  new GuardedEngine(engine, builtIn, options);

/** Who made the newest compression; a change by the engine comes with our own figures about it. */
type Newest =
  | { readonly kind: "none" | "unchanged" | "built-in" }
  | { readonly kind: "changed"; readonly report: CompressionReport };

class GuardedEngine implements ContextEngine {
  readonly name: string;
  readonly #engine: ContextEngine;
  readonly #builtIn: ContextEngine;
  readonly #options: GuardOptions;
  /** What has been told about: a getter that fails is asked several times in every step. */
  readonly #told = new Set<string>();
  #newest: Newest = { kind: "none" };
  /** Once it hung it is left alone: nobody should sit through that before every compression. */
  #state: "asked" | "left" = "asked";

  constructor(engine: ContextEngine, builtIn: ContextEngine, options: GuardOptions) {
    this.name = options.name;
    this.#engine = engine;
    this.#builtIn = builtIn;
    this.#options = options;
  }

  get lastPromptTokens() {
    return this.#builtIn.lastPromptTokens;
  }
  get lastCompletionTokens() {
    return this.#builtIn.lastCompletionTokens;
  }
  get lastTotalTokens() {
    return this.#builtIn.lastTotalTokens;
  }
  get thresholdTokens() {
    return this.#ask("thresholdTokens", (engine) => engine.thresholdTokens, readSize) ?? this.#builtIn.thresholdTokens;
  }
  get contextLength() {
    return this.#ask("contextLength", (engine) => engine.contextLength, readSize) ?? this.#builtIn.contextLength;
  }
  get compressionCount() {
    return (
      this.#ask("compressionCount", (engine) => engine.compressionCount, readCount) ?? this.#builtIn.compressionCount
    );
  }

  updateFromResponse(usage: Usage, sent?: readonly Message[]): void {
    this.#builtIn.updateFromResponse(usage, sent);
    this.#tell("updateFromResponse", (engine) => engine.updateFromResponse({ ...usage }, sent && lendMessages(sent)));
  }

  shouldCompress(promptTokens?: number): boolean {
    return (
      this.#ask("shouldCompress", (engine) => engine.shouldCompress(promptTokens), readFlag) ??
      this.#builtIn.shouldCompress(promptTokens)
    );
  }

  shouldCompressPreflight(messages: readonly Message[]): boolean {
    return (
      this.#ask(
        "shouldCompressPreflight",
        (engine) => engine.shouldCompressPreflight?.(lendMessages(messages)) ?? false,
        readFlag,
      ) ??
      this.#builtIn.shouldCompressPreflight?.(messages) ??
      false
    );
  }

  hasContentToCompress(messages: readonly Message[]): boolean {
    return (
      this.#ask(
        "hasContentToCompress",
        (engine) => engine.hasContentToCompress?.(lendMessages(messages)) ?? true,
        readFlag,
      ) ??
      this.#builtIn.hasContentToCompress?.(messages) ??
      true
    );
  }

  async compress(messages: readonly Message[], options: CompressOptions): Promise<readonly Message[]> {
    const result = this.#state === "left" ? undefined : await this.#compressByEngine(messages, options);
    if (result === undefined) {
      this.#newest = { kind: "built-in" };
      return this.#builtIn.compress(messages, options);
    }
    this.#newest =
      result === messages ? { kind: "unchanged" } : { kind: "changed", report: measure(messages, result, options) };
    return result;
  }

  async handleToolCall(name: string, args: JsonObject): Promise<string> {
    const { patience } = this.#options;
    if (this.#state === "left")
      return JSON.stringify({
        error: `The context engine "${this.name}" did not answer before and is not asked again in this session.`,
      });
    try {
      if (this.#engine.handleToolCall === undefined) return JSON.stringify({ error: `Unknown tool: ${name}` });
      return readToolAnswer(
        await patience.within(async () => this.#engine.handleToolCall?.(name, args), new AbortController().signal),
      );
    } catch (error) {
      return JSON.stringify({ error: wordsOf(error) });
    }
  }

  recall(text: string, active: readonly Message[]) {
    return (
      this.#ask("recall", (engine) => engine.recall?.(text, lendMessages(active)) ?? [], readRecalled) ??
      this.#builtIn.recall?.(text, active) ??
      []
    );
  }

  toolSchemas() {
    return this.#ask("toolSchemas", (engine) => engine.toolSchemas?.() ?? [], readToolSchemas) ?? [];
  }

  onSessionStart(session: EngineSession): void {
    const { durable, ...rest } = session;
    const kept = unpack(durable);
    const lent = {
      ...rest,
      messages: lendMessages(rest.messages),
      ...(rest.ancestors && { ancestors: lendMessages(rest.ancestors) }),
    };
    this.#builtIn.onSessionStart?.({ ...rest, ...(kept.builtIn !== undefined && { durable: kept.builtIn }) });
    this.#tell("onSessionStart", (engine) =>
      engine.onSessionStart?.({ ...lent, ...(kept.engine !== undefined && { durable: kept.engine }) }),
    );
  }

  onSessionEnd(sessionId: EngineSession["sessionId"]): void {
    this.#both("onSessionEnd", (engine) => engine.onSessionEnd?.(sessionId));
  }
  onSessionReset(): void {
    this.#both("onSessionReset", (engine) => engine.onSessionReset?.());
  }
  updateModel(model: EngineModel): void {
    this.#both("updateModel", (engine) => engine.updateModel?.(model));
  }
  updateOverhead(overheadTokens: number): void {
    this.#both("updateOverhead", (engine) => engine.updateOverhead?.(overheadTokens));
  }

  async prepare(messages: readonly Message[], signal: AbortSignal): Promise<void> {
    if (this.#state === "left") return this.#builtIn.prepare?.(messages, signal);
    try {
      await this.#options.patience.within(
        async (given) => this.#engine.prepare?.(lendMessages(messages), given),
        signal,
      );
    } catch {
      // A draft nobody waits for; the compression itself will tell.
    }
  }

  status(): EngineStatus {
    const builtIn = this.#builtIn.status();
    const own = this.#ask("status", (engine) => engine.status(), readStatus);
    const { lastCompression: _, ...shown } = own === undefined || this.#newest.kind === "built-in" ? builtIn : own;
    const last = this.#lastCompression(own, builtIn);
    return {
      ...shown,
      ...(last !== undefined && { lastCompression: last }),
      durable: pack(own?.durable, builtIn.durable),
    };
  }

  /** What became of the newest compression, whatever the engine says about it. */
  #lastCompression(own: EngineStatus | undefined, builtIn: EngineStatus): LastCompression | undefined {
    const told = own?.lastCompression;
    const claims = told?.outcome === "folded" || told?.outcome === "fallback";
    switch (this.#newest.kind) {
      case "built-in":
        return builtIn.lastCompression;
      case "changed":
        return { ...(claims ? told : { outcome: "folded" }), report: this.#newest.report };
      case "unchanged":
        return claims
          ? { outcome: "kept", reason: `The context engine "${this.name}" says it compressed, and changed nothing.` }
          : told;
      case "none":
        return told;
    }
  }

  /** Undefined where the built-in engine has to do it; that has been told then. */
  async #compressByEngine(
    messages: readonly Message[],
    options: CompressOptions,
  ): Promise<readonly Message[] | undefined> {
    const lent = lendMessages(messages);
    const { ledger, ...rest } = options;
    const own = { ...rest, ...(ledger && { ledger: structuredClone(ledger) }) };
    try {
      const result: unknown = await this.#options.patience.within(
        (signal) => this.#engine.compress(lent, { ...own, signal }),
        options.signal,
      );
      if (result === lent) return messages;
      const home = takeBack(result);
      const lie = typeof home === "string" ? home : findLie(messages, home);
      if (typeof home !== "string" && lie === undefined) return home;
      this.#standIn(lie ?? "");
    } catch (error) {
      // Nothing but the person's own signal is a stop: an engine that only says so must not end the turn.
      if (options.signal.aborted) throw error;
      if (error instanceof OutOfTime) this.#leave(error);
      else this.#standIn(`It failed: ${wordsOf(error)}`);
    }
    return undefined;
  }

  #standIn(lie: string): void {
    this.#options.onFallback(`${lie}. The built-in compressor did this compression.`);
  }

  #leave(error: OutOfTime): void {
    this.#state = "left";
    this.#options.patience.end();
    this.#options.onFallback(
      `${error.message}. The built-in compressor works in its place for the rest of this session.`,
    );
  }

  #both(what: string, tell: (engine: ContextEngine) => void): void {
    tell(this.#builtIn);
    this.#tell(what, tell);
  }

  /** Nobody needs an answer to these, so one that is a promise is fine; only its failure is worth a word. */
  #tell(what: string, tell: (engine: ContextEngine) => unknown): void {
    this.#ask(
      what,
      tell,
      (answer) => void (answer instanceof Promise && answer.catch((error: unknown) => this.#complain(what, error))),
    );
  }

  /** Undefined where the engine failed or answered something that cannot be read; that has been told then. */
  #ask<Value>(
    what: string,
    ask: (engine: ContextEngine) => unknown,
    read: (answer: unknown) => Value,
  ): Value | undefined {
    if (this.#state === "left") return undefined;
    try {
      const answer = ask(this.#engine);
      // Where an answer is needed a promise is none, and how it ends must not come up elsewhere.
      if (answer instanceof Promise) answer.catch(() => undefined);
      return read(answer);
    } catch (error) {
      this.#complain(what, error);
      return undefined;
    }
  }

  #complain(what: string, error: unknown): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.#options.onFallback(`Its ${what} failed: ${wordsOf(error)}. The built-in compressor answers for it.`);
  }
}

/** Errors of others may quote whole files. */
const WORDS_CHARS = 300;

/** Without their full stop: they become part of a sentence. */
const wordsOf = (error: unknown): string =>
  (error instanceof Error && error.message !== ""
    ? error.message
    : typeof error === "string"
      ? error
      : "it gave no reason"
  )
    .slice(0, WORDS_CHARS)
    .replace(/[.\s]+$/, "");

function findLie(given: readonly Message[], result: readonly Message[]): string | undefined {
  const flaw = checkLegal(result);
  if (flaw !== undefined) return `Its list is illegal: ${flaw}`;
  if (!holdsNewestRequest(given, result)) return "Its list lost your newest message";
  if (estimateMessagesTokens(result) > estimateMessagesTokens(given)) return "Its list is larger than before";
  return undefined;
}

/** As a message, or as one a summary says it stands for. */
function holdsNewestRequest(given: readonly Message[], result: readonly Message[]): boolean {
  const newest = given.findLast(({ role }) => role === "user");
  return (
    newest === undefined ||
    result.some(
      (message) => message.id === newest.id || (message.role === "summary" && message.covers.includes(newest.id)),
    )
  );
}

function measure(
  given: readonly Message[],
  result: readonly Message[],
  { trigger, focusTopic }: CompressOptions,
): CompressionReport {
  const left = new Set(result.map(({ id }) => id));
  return {
    trigger,
    ...(focusTopic !== undefined && { focusTopic }),
    beforeTokens: estimateMessagesTokens(given),
    afterTokens: estimateMessagesTokens(result),
    beforeMessages: given.length,
    afterMessages: result.length,
    foldedMessages: given.filter(({ id }) => !left.has(id)).length,
    prunedResults: 0,
  };
}

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
