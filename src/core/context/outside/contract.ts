import { checkLegal } from "../../conversation/legality";
import type { Message } from "../../conversation/message";
import type { ContextEngine } from "../engine";

/** One promise every engine keeps; `check` says how it was broken, or nothing. */
export interface ContractClause {
  readonly promise: string;
  check(): Promise<string | undefined>;
}

/**
 * What a context engine promises, as checks its author can run in any test framework:
 * `for (const { promise, check } of engineContract(make, messages)) it(promise, async () => expect(await
 * check()).toBeUndefined())`.
 * `messages` should be a conversation the engine would compress.
 */
export function engineContract(make: () => ContextEngine, messages: readonly Message[]): readonly ContractClause[] {
  const manual = () => ({ trigger: "manual" as const, signal: new AbortController().signal });
  return [
    clause("has a name and sizes for display", async () => {
      const engine = make();
      if (engine.name.trim() === "") return "the name is empty";
      const sizes = [
        engine.lastPromptTokens,
        engine.lastCompletionTokens,
        engine.lastTotalTokens,
        engine.thresholdTokens,
        engine.contextLength,
        engine.compressionCount,
      ];
      return sizes.every((size) => Number.isFinite(size) && size >= 0) ? undefined : `sizes are ${sizes.join(", ")}`;
    }),
    clause("learns the prompt from reported usage", async () => {
      const engine = make();
      engine.updateFromResponse({ input: 100, cacheRead: 20, cacheWrite: 3, output: 7, reasoning: 2 });
      return engine.lastPromptTokens === 123 && engine.lastCompletionTokens === 7 && engine.lastTotalTokens === 130
        ? undefined
        : `it says ${engine.lastPromptTokens} / ${engine.lastCompletionTokens} / ${engine.lastTotalTokens}`;
    }),
    clause("wants to compress at its threshold and not below", async () => {
      const engine = make();
      if (engine.shouldCompress(0)) return "it would compress an empty conversation";
      return engine.shouldCompress(engine.thresholdTokens) ? undefined : "it would not compress at the threshold";
    }),
    clause("returns a legal list or the very same one", async () => {
      const result = await make().compress(messages, manual());
      return result === messages ? undefined : checkLegal(result);
    }),
    clause("does what it plans, and changes nothing by planning", async () => {
      const engine = make();
      if (engine.plan === undefined) return undefined;
      const before = JSON.stringify(messages);
      const plan = await engine.plan(messages, manual());
      if (JSON.stringify(messages) !== before) return "the messages were changed by the plan";
      const result = await engine.compress(messages, manual());
      const left = new Set(result.map(({ id }) => id));
      const folded = messages.flatMap(({ id }) => (left.has(id) ? [] : [id]));
      const planned = plan.kind === "fold" ? plan.foldedIds : [];
      return folded.join() === planned.join()
        ? undefined
        : `it planned to fold ${planned.length} messages and folded ${folded.length}`;
    }),
    clause("leaves the messages it is given as they are", async () => {
      const before = JSON.stringify(messages);
      await make().compress(messages, manual());
      return JSON.stringify(messages) === before ? undefined : "the messages were changed in place";
    }),
    clause("gives an empty conversation back", async () => {
      const empty: readonly Message[] = [];
      return (await make().compress(empty, manual())).length === 0 ? undefined : "it made messages out of nothing";
    }),
    clause("tells what became of the last compression", async () => {
      const engine = make();
      await engine.compress(messages, manual());
      return engine.status().lastCompression === undefined ? "status() does not say" : undefined;
    }),
    clause("rejects with an AbortError when stopped", async () => stoppedWith(make(), messages)),
    clause("answers an unknown tool with an error, never with a crash", async () => {
      const engine = make();
      if (engine.handleToolCall === undefined) return undefined;
      const answer: unknown = JSON.parse(await engine.handleToolCall("no-such-tool", {}));
      return typeof answer === "object" && answer !== null && "error" in answer
        ? undefined
        : "there is no error in the answer";
    }),
    clause("hands out plain JSON as its durable state", async () => {
      const { durable } = make().status();
      return durable === undefined || JSON.stringify(JSON.parse(JSON.stringify(durable))) === JSON.stringify(durable)
        ? undefined
        : "it does not survive being saved";
    }),
  ];
}

const clause = (promise: string, check: ContractClause["check"]): ContractClause => ({ promise, check });

async function stoppedWith(engine: ContextEngine, messages: readonly Message[]): Promise<string | undefined> {
  const stop = new AbortController();
  stop.abort();
  try {
    await engine.compress(messages, { trigger: "manual", signal: stop.signal });
    return "it went on";
  } catch (error) {
    return error instanceof Error && error.name === "AbortError" ? undefined : `it rejected with ${String(error)}`;
  }
}
