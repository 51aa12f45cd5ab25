import { describe, expect, it } from "vitest";
import type { Summarize, SummaryRequest } from "../../../../src/core/context/engine";
import { createLosslessEngine } from "../../../../src/core/context/lossless/lossless-engine";
import { engineContract } from "../../../../src/core/context/outside/contract";
import { checkLegal } from "../../../../src/core/conversation/legality";
import type { Message } from "../../../../src/core/conversation/message";
import { noUsage } from "../../../../src/core/conversation/usage";
import { emptyLedger } from "../../../../src/core/ledger/add-to-ledger";
import { redactMessages } from "../../../../src/core/redact/redacted-message";
import { estimateMessagesTokens } from "../../../../src/core/tokens/estimate";
import { call, result, says, shape, user } from "../../../support/conversation";
import { down, full, longTask, short, signal, summaryOf, turns } from "./conversations";

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
    expect(engine.status().lastCompression).toMatchObject({
      outcome: "nothing-to-compress",
      reason: "The whole conversation is recent, so there is nothing to fold yet.",
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
      folded: redactMessages(history.slice(0, requests[0]?.folded.length)),
    });
    expect(requests[0]?.prompt).toContain("The reader cares most about: the parser.");
    expect(requests[0]?.prompt).toContain("Expand for:");
    expect(JSON.stringify(requests)).not.toContain("sk-ant-");
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
    const prompt = prompts.join("\n");
    expect(prompt).toMatch(/<file_[0-9a-f]{12} src\\deep\\shelf\.ts code, \d+ characters>\n403 lines\n1: export class/);
    expect(prompt).toContain("403 lines\n1: export class Shelf {\n2: rows(): number {");
    expect(prompt).not.toContain("weigh(200");
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
      paused: { reason: "Summaries are on hold after a failure: no route" },
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
