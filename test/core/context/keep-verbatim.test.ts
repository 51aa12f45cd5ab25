import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../src/core/context/compressor/compressor";
import type { ContextEngine, PlannedFold, Summarize } from "../../../src/core/context/engine";
import { createLosslessEngine } from "../../../src/core/context/lossless/lossless-engine";
import { checkLegal } from "../../../src/core/conversation/legality";
import type { Message } from "../../../src/core/conversation/message";
import { estimateMessagesTokens } from "../../../src/core/tokens/estimate";
import { handOff } from "../../support/hand-off";
import { longTask } from "../../support/long-conversation";

const WINDOW = 64_000;
const TAIL_TOKENS = WINDOW * 0.5 * 0.2;
const signal = new AbortController().signal;
const summarize: Summarize = async () => handOff("the payments service");
const messages = longTask(60);
const results = messages.filter(({ role }) => role === "tool");

async function foldKeeping(engine: ContextEngine, kept: readonly Message[]) {
  const options = { trigger: "manual", keepVerbatim: kept.map(({ id }) => id), signal } as const;
  const plan = await engine.plan?.(messages, options);
  const list = await engine.compress(messages, options);
  return { list, planned: plan, done: engine.status().lastCompression?.plan };
}

describe("messages that are being read again", () => {
  it("stay verbatim after the compressor's summary, with the calls they answer, as planned", async () => {
    const wanted = results.slice(20, 22);
    const { list, planned, done } = await foldKeeping(createCompressor({ contextLength: WINDOW, summarize }), wanted);
    const summaryAt = list.findIndex(({ role }) => role === "summary");
    const calls = wanted.map((message) => messages[messages.indexOf(message) - 1]);
    expect(list.slice(summaryAt + 1, summaryAt + 5)).toEqual([calls[0], wanted[0], calls[1], wanted[1]]);
    expect(checkLegal(list)).toBeUndefined();
    expect(done).toMatchObject({ foldedIds: (planned as PlannedFold).foldedIds });
  });

  it("take no more than the tail may, the newest first", async () => {
    const wanted = results.slice(5, 45);
    const { list } = await foldKeeping(createCompressor({ contextLength: WINDOW, summarize }), wanted);
    const kept = wanted.filter((message) => list.includes(message));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept).toEqual(wanted.slice(-kept.length));
    expect(estimateMessagesTokens(kept)).toBeLessThanOrEqual(TAIL_TOKENS);
  });

  it("are folded where nothing else could be", async () => {
    const few = messages.slice(0, 40);
    const engine = createCompressor({ contextLength: 16_000, policy: { protectLastN: 2 }, summarize });
    const keepVerbatim = few.slice(3).map(({ id }) => id);
    const list = await engine.compress(few, { trigger: "manual", keepVerbatim, signal });
    expect(list.length).toBeLessThan(few.length);
    expect(checkLegal(list)).toBeUndefined();
  });

  it("stay in the fresh tail of the lossless engine as far as it may run over", async () => {
    const engine = () => createLosslessEngine({ contextLength: 24_000, summarize });
    const plain = await foldKeeping(engine(), []);
    const tailStart = messages.length - (plain.done?.tailIds.length ?? 0);
    const justBefore = messages.slice(0, tailStart).findLast(({ role }) => role === "tool");
    expect(justBefore).toBeDefined();
    const { list, done, planned } = await foldKeeping(engine(), justBefore === undefined ? [] : [justBefore]);
    expect(list).toContain(justBefore);
    expect(done?.foldedIds).toEqual((planned as PlannedFold).foldedIds);
    const { list: farAway } = await foldKeeping(engine(), results.slice(0, 1));
    expect(farAway).not.toContain(results[0]);
  });
});
