import { describe, expect, it } from "vitest";
import { sessionId } from "../../../../src/core/conversation/ids";
import type { JsonObject, Message } from "../../../../src/core/conversation/message";
import { noUsage } from "../../../../src/core/conversation/usage";
import { engineContract } from "../../../../src/core/context/contract";
import type { Summarize, SummaryRequest } from "../../../../src/core/context/engine";
import { SummaryError } from "../../../../src/core/context/engine";
import { createLosslessEngine } from "../../../../src/core/context/lcm/lossless-engine";
import { checkLegal } from "../../../../src/core/context/legality";
import { emptyLedger } from "../../../../src/core/ledger/fold";
import { estimateMessagesTokens } from "../../../../src/core/tokens/estimate";
import { call, result, says, shape, summary, user } from "../../../support/conversation";

const signal = new AbortController().signal;
const words = (count: number) => "alpha beta gamma delta ".repeat(Math.ceil(count / 4));
const short: Summarize = async () => "Things were read.\nExpand for: outputs";
const down: Summarize = async () => {
  throw new SummaryError("no route", "no-provider");
};

const turns = (count: number, size = 120): readonly Message[] =>
  Array.from({ length: count }, (_, turn) => [
    user(`Request ${turn}`),
    says(call("read_file", `{"path":"src/f${turn}.ts"}`, `t${turn}`)),
    result("read_file", words(size), `t${turn}`),
    says(`Done ${turn}`),
  ]).flat();

/** One request, then calls until the window is full. */
const longTask = (rounds: number): readonly Message[] => [
  user("Refactor everything"),
  ...Array.from({ length: rounds }, (_, round) => [
    says(call("terminal", '{"command":"make"}', `r${round}`)),
    result("terminal", words(160), `r${round}`),
  ]).flat(),
];

/** Over the soft threshold of a window of 4,000 tokens, and under the hard one. */
const full = () => turns(20, 150);

const summaryOf = (messages: readonly Message[]) => messages.find((message) => message.role === "summary");

describe("the lossless engine", () => {
  for (const { promise, check } of engineContract(
    () => createLosslessEngine({ contextLength: 4_000, summarize: short }),
    turns(20),
  )) {
    it(promise, async () => expect(await check()).toBeUndefined());
  }

  it("puts one summary of all nodes before the fresh tail", async () => {
    const history = full();
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: short });
    const active = await engine.compress(history, { trigger: "automatic", signal });
    expect(shape(active.slice(0, 3))).toBe(
      "00 summary    ## Active Task\nRequest 19\n\n## Relevant F\n01 assistant  Done 13\n02 user       Request 14",
    );
    expect([...(summaryOf(active)?.covers ?? []), ...active.slice(1).map(({ id }) => id)]).toEqual(
      history.map(({ id }) => id),
    );
    expect(engine.store.nodes().every(({ id }) => summaryOf(active)?.text.includes(`### ${id} (`))).toBe(true);
    expect(engine.status().lastCompression).toMatchObject({
      outcome: "folded",
      report: { beforeMessages: 80, afterMessages: active.length, foldedMessages: 81 - active.length },
    });
  });

  it("works in a window of 8 K, again and again", async () => {
    const engine = createLosslessEngine({ contextLength: 8_000, summarize: short });
    let active: readonly Message[] = [];
    for (const message of turns(120)) {
      active = [...active, message];
      if (
        message.role === "assistant" &&
        estimateMessagesTokens(active) >= engine.thresholdTokens &&
        checkLegal(active) === undefined
      ) {
        active = await engine.compress(active, { trigger: "automatic", signal });
        expect(estimateMessagesTokens(active)).toBeLessThan(engine.thresholdTokens);
      }
    }
    expect(engine.compressionCount).toBeGreaterThan(3);
    expect(engine.store.nodes().some(({ kind }) => kind === "condensed")).toBe(true);
    expect(summaryOf(active)?.covers).toHaveLength(480 - active.length + 1);
  });

  it("restates the request where one long task is cut inside", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: short });
    const active = await engine.compress(longTask(30), { trigger: "automatic", signal });
    expect(summaryOf(active)?.restatedRequest).toBe("Refactor everything");
    expect(active[1]?.role).toBe("assistant");
    expect(checkLegal(active)).toBeUndefined();
    const again = await engine.compress([...active, ...longTask(30).slice(1)], { trigger: "automatic", signal });
    expect(summaryOf(again)?.restatedRequest).toBe("Refactor everything");
  });

  it("keeps calls that still run whole", async () => {
    const running = [
      ...full(),
      user("Next"),
      says(call("terminal", "{}", "x1"), call("terminal", "{}", "x2")),
      result("terminal", "one", "x1"),
    ];
    const active = await createLosslessEngine({ contextLength: 4_000, summarize: short }).compress(running, {
      trigger: "overflow",
      signal,
    });
    expect(active.slice(-2)).toEqual(running.slice(-2));
    expect(checkLegal(active)).toBeUndefined();
  });

  it("says so where everything is fresh, and gives the same list back", async () => {
    const history = turns(2, 10);
    const engine = createLosslessEngine({ contextLength: 200_000, summarize: short });
    expect(await engine.compress(history, { trigger: "automatic", signal })).toBe(history);
    expect(engine.status().lastCompression).toEqual({
      outcome: "nothing-to-compress",
      reason: "The whole conversation is still fresh.",
    });
  });

  it("tells the summarizer how to write, what to focus on, and nothing secret", async () => {
    const requests: SummaryRequest[] = [];
    const engine = createLosslessEngine({
      contextLength: 4_000,
      summarize: async (request) => {
        requests.push(request);
        return "Short.";
      },
    });
    const history = [user("My key is sk-ant-abcdefghijklmnop1234567890, keep it"), says("Noted."), ...full()];
    await engine.compress(history, { trigger: "manual", focusTopic: "the parser", signal });
    expect(requests[0]).toMatchObject({
      kind: "first",
      focusTopic: "the parser",
      folded: history.slice(0, requests[0]?.folded.length),
    });
    expect(requests[0]?.prompt).toContain("The reader cares most about: the parser.");
    expect(requests[0]?.prompt).toContain("Expand for:");
    expect(requests.map(({ prompt }) => prompt).join()).not.toContain("sk-ant-");
  });

  it("shows the summarizer the bones of a large file as our own tool lists it, under its name", async () => {
    const prompts: string[] = [];
    const engine = createLosslessEngine({
      contextLength: 8_000,
      summarize: async ({ prompt }) => {
        prompts.push(prompt);
        return "Short.";
      },
    });
    const listing = [
      "export class Shelf {",
      "  rows(): number {",
      ...Array.from({ length: 400 }, (_, row) => `    count += weigh(${row}, "lemons");`),
      "  }",
    ]
      .map((line, index) => `${index + 1}|${line}`)
      .join("\n");
    const read = [
      user("Look"),
      says(call("read_file", JSON.stringify({ path: "src\\deep\\shelf.ts" }), "big")),
      result("read_file", listing, "big"),
      says("Seen."),
    ];
    await engine.compress([...read, ...turns(10)], { trigger: "manual", signal });
    expect(prompts.join("\n")).toMatch(
      /<file_[0-9a-f]{12} src\\deep\\shelf\.ts code, \d+ characters>\n403 lines\n1: export class Shelf \{\n2: rows\(\): number \{/,
    );
    expect(prompts.join("\n")).not.toContain("weigh(200");
  });

  it("carries pins, files and failing commands without a model's help", async () => {
    const engine = createLosslessEngine({ contextLength: 16_000, summarize: short });
    const ledger = {
      ...emptyLedger,
      pins: [{ kind: "instruction" as const, text: "Never touch main" }],
      commands: [{ command: "npm test", exitCode: 1, tests: "1 passed, 2 failed", messageId: user("").id }],
    };
    const active = await engine.compress(turns(40), { trigger: "manual", ledger, signal });
    expect(summaryOf(active)?.text).toContain("## Pinned\n- Never touch main");
    expect(summaryOf(active)?.text).toContain("- `npm test` → exit 1, 1 passed, 2 failed");
  });
});

describe("writing a node", () => {
  const writingsWith = async (summarize: Summarize) => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize });
    const active = await engine.compress(full(), { trigger: "overflow", signal });
    expect(estimateMessagesTokens(active)).toBeLessThan(4_000);
    return {
      writings: [...new Set(engine.store.nodes().map(({ writing }) => writing))],
      outcome: engine.status().lastCompression?.outcome,
    };
  };

  it("asks again for less where the answer is no smaller", async () => {
    expect(
      await writingsWith(async ({ prompt }) => (prompt.includes("came out too long") ? "Short." : prompt)),
    ).toEqual({ writings: ["aggressive"], outcome: "folded" });
  });

  it.each([
    ["too long", async ({ prompt }: SummaryRequest) => prompt.repeat(3)],
    ["empty", async () => "  "],
    ["an error", down],
  ])("cuts by code where the answer is %s", async (_, summarize) => {
    expect(await writingsWith(summarize)).toEqual({ writings: ["deterministic"], outcome: "fallback" });
  });

  it("needs no model where a person chose to do without", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: () => expect.unreachable() });
    await engine.compress(full(), { trigger: "manual", summary: "deterministic", signal });
    expect(engine.status().lastCompression?.outcome).toBe("fallback");
  });
});

describe("a summarizer that is down", () => {
  it("changes nothing while the request fits, and automatic compression rests", async () => {
    let nowMs = 0;
    const engine = createLosslessEngine({ contextLength: 8_000, summarize: down, now: () => nowMs });
    const history = turns(25);
    expect(await engine.compress(history, { trigger: "automatic", currentTokens: 7_000, signal })).toBe(history);
    expect(engine.status()).toMatchObject({
      lastCompression: { outcome: "kept" },
      paused: { reason: "Summaries rest after a failure: no route" },
    });
    expect(engine.store.nodes()).toEqual([]);
    expect(engine.shouldCompress(7_000)).toBe(false);
    nowMs = 600_001;
    expect(engine.shouldCompress(7_000)).toBe(true);
  });
});

describe("a stop", () => {
  it("leaves everything as it was, even where the summarizer does not listen", async () => {
    const stop = new AbortController();
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: () => new Promise(() => stop.abort()) });
    await expect(engine.compress(full(), { trigger: "automatic", signal: stop.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(engine.store.nodes()).toEqual([]);
    expect(engine.status().lastCompression?.outcome).toBe("stopped");
  });
});

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
  it("is folded on from that summary, without reading again what is before it, and all of it stands within reach", async () => {
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

describe("pressure", () => {
  it("looks at the reported prompt, and waits for it where there is only a guess", () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: short });
    const history = turns(9);
    expect(engine.shouldCompressPreflight?.(history)).toBe(estimateMessagesTokens(history) >= 3_400);
    engine.updateFromResponse({ ...noUsage, input: 3_000 });
    expect([engine.thresholdTokens, engine.shouldCompress(), engine.shouldCompress(2_999)]).toEqual([
      3_000,
      true,
      false,
    ]);
  });

  it("follows the model's window", () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: short });
    engine.updateModel?.({ name: "larger", contextLength: 400_000 });
    expect([engine.contextLength, engine.thresholdTokens]).toEqual([400_000, 300_000]);
  });

  it("refuses an automatic compression that would not help, and rests", async () => {
    const engine = createLosslessEngine({ contextLength: 8_000, summarize: short, overheadTokens: 6_500 });
    const history = turns(9);
    expect(await engine.compress(history, { trigger: "automatic", currentTokens: 7_900, signal })).toBe(history);
    expect(engine.status().lastCompression?.outcome).toBe("kept");
    expect(engine.shouldCompress(7_900)).toBe(false);
  });
});
