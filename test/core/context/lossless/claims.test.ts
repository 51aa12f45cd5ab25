import { describe, expect, it } from "vitest";
import type { Summarize } from "../../../../src/core/context/engine";
import { createLosslessEngine } from "../../../../src/core/context/lossless/lossless-engine";
import type { Message } from "../../../../src/core/conversation/message";
import { noUsage } from "../../../../src/core/conversation/usage";
import { call, result, says, user } from "../../../support/conversation";
import { longTask, signal, summaryOf, turns, words } from "./conversations";

const INVENTED = "Edited src/ghost.ts and ran `npm run build` → exit 0.\nRead src/f1.ts.\nExpand for: outputs";
const inventive: Summarize = async () => INVENTED;

const reportOf = (engine: ReturnType<typeof createLosslessEngine>) => engine.status().lastCompression?.report;

describe("claims of nodes", () => {
  it("are corrected in the node, and reported by the compression that puts it in place", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: inventive });
    const active = await engine.compress(turns(20, 150), { trigger: "manual", signal });
    const text = summaryOf(active)?.text ?? "";
    expect(text).toContain("[corrected: no message on record names src/ghost.ts]");
    expect(text).toContain("[corrected: `npm run build` was never run]");
    expect(text).not.toContain("exit 0");
    expect(text).toContain("Read src/f1.ts.");
    expect([...new Set(reportOf(engine)?.verification?.contradicted)]).toEqual([
      "Edited src/ghost.ts",
      "ran `npm run build` → exit 0",
    ]);
    expect(reportOf(engine)?.claims?.every(({ verdict }) => verdict === "contradicted")).toBe(true);
  });

  it("are reported once, and not again by a later compression that keeps the node", async () => {
    let said = INVENTED;
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: async () => said });
    const active = await engine.compress(turns(20, 150), { trigger: "manual", signal });
    said = "Read more.\nExpand for: outputs";
    await engine.compress([...active, ...turns(12, 150)], { trigger: "manual", signal });
    expect([...new Set(reportOf(engine)?.verification?.contradicted)]).toEqual([]);
  });

  it("are reported when they were corrected in the background", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: inventive });
    const history = turns(20, 150);
    await engine.prepare(history, signal);
    expect(engine.store.nodes().every(({ text }) => text.includes("[corrected:"))).toBe(true);
    await engine.compress(history, { trigger: "automatic", signal });
    expect(reportOf(engine)?.verification?.contradicted.length).toBeGreaterThan(0);
  });

  it("survive a restart with the node", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: inventive });
    const history = turns(20, 150);
    const active = await engine.compress(history, { trigger: "manual", signal });
    const { durable } = engine.status();
    const again = createLosslessEngine({ contextLength: 4_000, summarize: inventive });
    const session = { sessionId: "s1" as never, reason: "resume" as const, messages: active, ancestors: history };
    again.onSessionStart?.({ ...session, durable: durable ?? null });
    expect(again.store.nodes().map(({ claims }) => claims)).toEqual(engine.store.nodes().map(({ claims }) => claims));
  });

  it("are held against their own stretch: a run that failed later refutes nothing", async () => {
    const stretch: readonly Message[] = [
      user("Make the tests pass"),
      says(call("terminal", '{"command":"npm test"}', "a")),
      result("terminal", " Tests  12 passed (12)\n[exit code 0]", "a"),
      ...turns(18, 150),
      says(call("terminal", '{"command":"npm test"}', "b")),
      { ...result("terminal", " Tests  1 failed | 11 passed (12)\n[exit code 1]", "b"), failed: true },
      says("One fails now."),
    ];
    const engine = createLosslessEngine({
      contextLength: 4_000,
      summarize: async () => "All 12 tests pass.\nExpand for: outputs",
    });
    await engine.compress(stretch, { trigger: "manual", signal });
    expect([...new Set(reportOf(engine)?.verification?.contradicted)]).toEqual([]);
  });
});

describe("the verification of a lossless compression", () => {
  it("counts the facts that had to survive, and adds those that nothing states", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: async () => "Work was done." });
    const history: readonly Message[] = [
      says("We decided to keep the old parser because of the plugins"),
      ...turns(20, 150),
    ];
    const active = await engine.compress(history, { trigger: "manual", signal });
    const { verification, originals } = reportOf(engine) ?? {};
    expect(verification).toMatchObject({ score: 1, lost: [], contradicted: [], unchecked: [] });
    expect(verification?.required).toBeGreaterThan(1);
    expect(verification?.repaired).toContain("We decided to keep the old parser because of the plugins");
    expect(summaryOf(active)?.text).toContain("We decided to keep the old parser");
    expect(originals).toBe("recoverable");
  });
});

describe("the hard mark", () => {
  const HARD_TOKENS = 3_400;

  it("is not passed because an attempt just below it found nothing", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: async () => words(400), now: () => 0 });
    const short = [user("Go"), says("Gone")];
    await engine.compress(short, { trigger: "automatic", currentTokens: HARD_TOKENS - 50, signal });
    expect(engine.shouldCompress(HARD_TOKENS - 20)).toBe(false);
    expect(engine.shouldCompress(HARD_TOKENS)).toBe(true);
  });

  it("is kept clear of by as much as a step of late has added", async () => {
    const engine = createLosslessEngine({ contextLength: 4_000, summarize: async () => "Read." });
    const history = longTask(10);
    await engine.prepare(history, signal);
    for (const input of [2_300, 2_600, 2_900]) engine.updateFromResponse({ ...noUsage, input }, history);
    expect([engine.shouldCompress(3_099), engine.shouldCompress(3_100)]).toEqual([false, true]);
  });
});
