import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/core/base/json";
import type { Summarize } from "../../../../src/core/context/engine";
import { createLosslessEngine } from "../../../../src/core/context/lossless/lossless-engine";
import { sessionId } from "../../../../src/core/conversation/ids";
import { noUsage } from "../../../../src/core/conversation/usage";
import { says, summary, user } from "../../../support/conversation";
import { down, full, short, signal, summaryOf, turns, words } from "./conversations";

describe("building ahead", () => {
  const counting = () => {
    let calls = 0;
    const summarize: Summarize = async () => {
      calls++;
      return "Short.";
    };
    return { summarize, calls: () => calls };
  };

  it("leaves the next compression nothing to ask the model", async () => {
    const { summarize, calls } = counting();
    const engine = createLosslessEngine({ contextLength: 4_000, summarize });
    const history = full();
    await engine.prepare(history, signal);
    const prepared = calls();
    await engine.compress(history, { trigger: "automatic", signal });
    expect(prepared).toBeGreaterThan(0);
    expect(calls()).toBe(prepared);
  });

  it("is waited for by a compression that comes meanwhile, and nothing is asked twice", async () => {
    const { summarize, calls } = counting();
    const engine = createLosslessEngine({ contextLength: 4_000, summarize });
    const history = full();
    const building = engine.prepare(history, signal);
    await engine.compress(history, { trigger: "automatic", signal });
    await building;
    expect(calls()).toBe(engine.store.nodes().length);
    expect(engine.status().lastCompression?.outcome).toBe("folded");
  });

  it("is not waited for where a stop comes or no model is wanted", async () => {
    const stop = new AbortController();
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: () => new Promise(() => {}) });
    const building = engine.prepare(full(), stop.signal).catch(() => undefined);
    await engine.compress(full(), { trigger: "manual", summary: "deterministic", signal });
    expect(engine.status().lastCompression?.outcome).toBe("fallback");
    const compressing = engine.compress(full(), { trigger: "manual", signal: stop.signal });
    stop.abort();
    await expect(compressing).rejects.toMatchObject({ name: "AbortError" });
    expect(engine.status().lastCompression?.outcome).toBe("stopped");
    await building;
  });

  it("that fails leaves the compression behind it at rest", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: down });
    const history = full();
    const building = engine.prepare(history, signal);
    expect(await engine.compress(history, { trigger: "automatic", signal })).toBe(history);
    expect(engine.status().lastCompression).toMatchObject({ outcome: "kept", cause: "paused" });
    await building;
  });

  it("builds once until the nodes are put in place", async () => {
    const { summarize, calls } = counting();
    const engine = createLosslessEngine({ contextLength: 4_000, summarize });
    const history = full();
    await engine.prepare(history, signal);
    const once = calls();
    await engine.prepare([...history, user("More"), says(words(300))], signal);
    expect(calls()).toBe(once);
  });

  it("does nothing below the soft threshold", async () => {
    const { summarize, calls } = counting();
    await createLosslessEngine({ contextLength: 200_000, summarize }).prepare(full(), signal);
    expect(calls()).toBe(0);
  });

  it("holds the soft trigger back until the hard one", async () => {
    const stop = new AbortController();
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: () => new Promise(() => {}) });
    const building = engine.prepare(full(), stop.signal);
    expect([engine.shouldCompress(3_000), engine.shouldCompress(3_400)]).toEqual([false, true]);
    stop.abort();
    await expect(building).rejects.toMatchObject({ name: "AbortError" });
    expect([engine.shouldCompress(3_000), engine.shouldCompress(3_400)]).toEqual([false, true]);
  });

  it("is put in place between turns from the soft threshold on, and not within one", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: short });
    engine.updateFromResponse({ ...noUsage, input: 3_100 });
    const due = () => [engine.shouldCompress(3_100), engine.shouldCompressPreflight?.(full())];
    const before = due();
    await engine.prepare(full(), signal);
    expect({ before, after: due() }).toEqual({ before: [true, true], after: [false, true] });
  });

  it("is void where the range changed meanwhile", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: short });
    const history = full();
    await engine.prepare(history, signal);
    const stale = engine.store.nodes().map(({ id }) => id);
    const changed = history.map((message, index) => (index % 4 === 0 ? user(`Edited ${index}`) : message));
    const active = await engine.compress(changed, { trigger: "automatic", signal });
    expect(
      engine
        .items(active)
        .flatMap((item) => (item.kind === "node" ? [item.node.id] : []))
        .filter((id) => stale.includes(id)),
    ).toEqual([]);
    expect(engine.items(active).flatMap(({ ids }) => ids)).toEqual(changed.map(({ id }) => id));
  });

  it("does not keep what code had to cut", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: down });
    await engine.prepare(full(), signal);
    expect(engine.store.nodes()).toEqual([]);
    expect(engine.status().paused).toBeDefined();
  });
});

describe("a session taken up again", () => {
  it("has its nodes from the durable state and its originals from the sessions before", async () => {
    const history = full();
    const first = createLosslessEngine({ contextLength: 4_000, summarize: short });
    const active = await first.compress(history, { trigger: "automatic", signal });
    const { durable } = first.status();
    const second = createLosslessEngine({ contextLength: 4_000, summarize: () => expect.unreachable() });
    second.onSessionStart?.({
      sessionId: sessionId("s2"),
      reason: "resume",
      messages: active,
      ancestors: history,
      ...(durable === undefined ? {} : { durable: JSON.parse(JSON.stringify(durable)) }),
    });
    expect(second.items(active)).toEqual(first.items(active));
    expect(second.compressionCount).toBe(1);
    expect(JSON.parse(await second.handleToolCall("lcm_expand", { id: history[0]?.id ?? "" }))).toMatchObject({
      text: "Request 0",
    });
  });

  it("knows when its messages were spoken", async () => {
    const [early, late] = [user("early lemons"), user("late lemons")];
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: short, now: () => Date.UTC(2026, 6, 1) });
    engine.onSessionStart?.({
      sessionId: sessionId("s2"),
      reason: "resume",
      messages: [late],
      ancestors: [early],
      spokenAt: new Map([
        [early.id, Date.UTC(2026, 4, 1)],
        [late.id, Date.UTC(2026, 5, 1)],
      ]),
    });
    const found = async (args: JsonObject) =>
      JSON.parse(await engine.handleToolCall("lcm_grep", { pattern: "lemons", ...args })).matches.map(
        ({ id }: { readonly id: string }) => id,
      );
    expect([await found({ since: "2026-05-15" }), await found({ before: "2026-05-15" })]).toEqual([
      [late.id],
      [early.id],
    ]);
  });

  it("goes on from the nodes alone where the originals are not loaded", async () => {
    const first = createLosslessEngine({ contextLength: 4_000, summarize: short });
    const active = await first.compress(full(), { trigger: "automatic", signal });
    const { durable } = first.status();
    const second = createLosslessEngine({ contextLength: 4_000, summarize: short });
    second.onSessionStart?.({
      sessionId: sessionId("s2"),
      reason: "resume",
      messages: active,
      ...(durable === undefined ? {} : { durable }),
    });
    const again = await second.compress([...active, ...turns(10)], { trigger: "automatic", signal });
    expect(summaryOf(again)?.covers).toEqual(expect.arrayContaining([...(summaryOf(active)?.covers ?? [])]));
    expect(again.filter(({ role }) => role === "summary")).toHaveLength(1);
  });

  it("forgets another session", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: short });
    await engine.compress(full(), { trigger: "automatic", signal });
    engine.onSessionStart?.({ sessionId: sessionId("s3"), reason: "new", messages: [] });
    expect([engine.store.nodes(), engine.store.originals(), engine.compressionCount]).toEqual([[], [], 0]);
    expect(JSON.parse(await engine.handleToolCall("lcm_grep", { pattern: "alpha" }))).toEqual({
      matches: [],
      total: 0,
    });
  });

  it("survives a damaged durable state", () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: short });
    engine.onSessionStart?.({
      sessionId: sessionId("s4"),
      reason: "resume",
      messages: [],
      durable: { nodes: [7, { id: "x" }, { id: "y", kind: "condensed", children: ["gone"] }], rest: "?" },
    });
    expect(engine.store.nodes()).toEqual([]);
  });
});

describe("a summary another engine wrote", () => {
  it("is folded in as an original and stands within reach", async () => {
    const foreign = summary("## Active Task\nBuild the parser", [user("gone").id, user("gone too").id]);
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: short });
    const active = await engine.compress([foreign, ...full()], { trigger: "automatic", signal });
    expect(summaryOf(active)?.covers.slice(0, 3)).toEqual([...foreign.covers, foreign.id]);
    expect(JSON.parse(await engine.handleToolCall("lcm_expand", { id: foreign.id }))).toMatchObject({
      text: "## Active Task\nBuild the parser",
    });
  });
});

describe("a session another engine has compressed", () => {
  it("continues from that summary without rereading earlier messages, and all of them stay accessible", async () => {
    const past = turns(30).map((message, index) =>
      index === 0 ? { ...user("Build the parser of the pantry"), id: message.id } : message,
    );
    const foreign = summary(
      "## Active Task\nBuild the parser",
      past.map(({ id }) => id),
    );
    const prompts: string[] = [];
    const engine = createLosslessEngine({
      contextLength: 4_000,
      summarize: async ({ prompt }) => {
        prompts.push(prompt);
        return "Short.";
      },
    });
    const recent = full();
    engine.onSessionStart?.({
      sessionId: sessionId("s5"),
      reason: "resume",
      messages: [foreign, ...recent],
      ancestors: past,
    });
    const active = await engine.compress([foreign, ...recent], { trigger: "automatic", signal });
    expect(prompts.filter((prompt) => prompt.includes("of the pantry"))).toEqual([]);
    expect(prompts.filter((prompt) => prompt.includes("Build the parser"))).toHaveLength(1);
    expect(engine.items(active).flatMap(({ ids }) => ids)).toEqual([...past, foreign, ...recent].map(({ id }) => id));
    expect(JSON.parse(await engine.handleToolCall("lcm_expand", { id: past[0]?.id ?? "" }))).toMatchObject({
      text: "Build the parser of the pantry",
    });
    expect(JSON.parse(await engine.handleToolCall("lcm_grep", { pattern: "pantry", scope: "folded" }))).toMatchObject({
      total: 1,
    });
  });
});
