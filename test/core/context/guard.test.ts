import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/conversation/message";
import { createCompressor } from "../../../src/core/context/compressor/compressor";
import type { ContextEngine } from "../../../src/core/context/engine";
import { guardEngine } from "../../../src/core/context/guard";
import { checkLegal } from "../../../src/core/context/legality";
import { says, user } from "../../support/conversation";
import { longTalk } from "../../support/long-conversation";

const messages = longTalk(60);
const builtIn = () => createCompressor({ contextLength: 60_000, summarize: async () => "## Goal\nKnown." });
const signal = new AbortController().signal;
const never = () => new Promise<void>(() => undefined);

/** An engine that compresses as told and is the built-in one otherwise. */
function engineThat(compress: ContextEngine["compress"], more: Partial<ContextEngine> = {}): ContextEngine {
  const base = builtIn();
  return Object.assign(Object.create(base), { name: "odd", compress, updateFromResponse: () => undefined, shouldCompress: () => true, status: () => ({}), ...more });
}

async function guarded(engine: ContextEngine, timeout = never) {
  const reasons: string[] = [];
  const result = await guardEngine(engine, builtIn(), { onFallback: (name, reason) => reasons.push(`${name}: ${reason}`), timeout }).compress(messages, { trigger: "automatic", signal });
  return { reasons, result };
}

describe("a guarded engine", () => {
  it("passes an honest result through, with our own objects in it", async () => {
    const { reasons, result } = await guarded(engineThat(async (given) => given.slice(0, 4)));
    expect(reasons).toEqual([]);
    expect(result.map((message, index) => message === messages[index])).toEqual([true, true, true, true]);
  });
  it("gives the very same list back when the engine does", async () => {
    expect((await guarded(engineThat(async (given) => given))).result).toBe(messages);
  });
  it.each([
    ["throws", async () => { throw new Error("out of cheese"); }, "odd: it failed: out of cheese"],
    ["returns an illegal list", async (given: readonly Message[]) => given.slice(2, 5), "odd: its list is illegal: message 0 answers a call that is not there"],
    ["returns a larger list", async (given: readonly Message[]) => [...given, user("more"), says("and more")], "odd: its list is larger than before"],
    ["returns two summaries", async (given: readonly Message[]): Promise<readonly Message[]> => [...given.slice(0, 1), { role: "summary", id: given[1]!.id, text: "a", covers: [] }, { role: "summary", id: given[2]!.id, text: "b", covers: [] }], "odd: its list is illegal: there are 2 summaries"],
    ["changes its input", async (given: readonly Message[]) => (Object.assign(given[0] ?? {}, { role: "assistant" }), given.slice(0, 1)), "odd: it changed the messages it was given"],
  ] satisfies readonly (readonly [string, ContextEngine["compress"], string])[])("falls back visibly when the engine %s", async (_, compress, reason) => {
    const before = JSON.stringify(messages);
    const { reasons, result } = await guarded(engineThat(compress));
    expect(reasons).toEqual([reason]);
    expect(result.filter((message) => message.role === "summary")).toHaveLength(1);
    expect(checkLegal(result)).toBeUndefined();
    expect(JSON.stringify(messages)).toBe(before);
  });
  it("falls back when the engine hangs", async () => {
    const { reasons } = await guarded(engineThat(() => new Promise(() => undefined)), async () => undefined);
    expect(reasons).toEqual(["odd: it failed: it did not answer in time"]);
  });
  it("stops at once although the engine does not listen", async () => {
    const stop = new AbortController();
    const guard = guardEngine(engineThat(() => new Promise(() => undefined)), builtIn(), { onFallback: () => undefined, timeout: never });
    const work = guard.compress(messages, { trigger: "manual", signal: stop.signal });
    stop.abort();
    await expect(work).rejects.toMatchObject({ name: "AbortError" });
  });
  it("answers for an engine whose questions throw", () => {
    const reasons: string[] = [];
    const broken = engineThat(async (given) => given, { shouldCompress: () => { throw new Error("no idea"); }, status: () => { throw new Error("none"); } });
    const guard = guardEngine(broken, builtIn(), { onFallback: (_, reason) => reasons.push(reason), timeout: never });
    expect(guard.shouldCompress(30_000)).toBe(true);
    expect(guard.status().durable).toBeDefined();
    expect(reasons).toEqual(["shouldCompress failed: no idea", "status failed: none"]);
  });
  it("turns a throwing tool into an error result", async () => {
    const guard = guardEngine(engineThat(async (given) => given, { handleToolCall: async () => { throw new Error("disk full"); } }), builtIn(), { onFallback: () => undefined, timeout: never });
    expect(await guard.handleToolCall?.("x", {})).toBe('{"error":"disk full"}');
  });
});
