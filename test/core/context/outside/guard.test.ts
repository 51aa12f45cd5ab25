import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../src/core/base/json";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import type { CompressOptions, ContextEngine, EngineSession } from "../../../../src/core/context/engine";
import { guardEngine } from "../../../../src/core/context/outside/guard";
import { sessionId } from "../../../../src/core/conversation/ids";
import { checkLegal } from "../../../../src/core/conversation/legality";
import type { Message } from "../../../../src/core/conversation/message";
import { says, summary, user } from "../../../support/conversation";
import { longTalk } from "../../../support/long-conversation";
import { inEnglish } from "../../../support/say";
import { manualTime, unlimitedTime } from "../../../support/time-limit";
import { engineThat, never, sameList } from "./foreign-engine";

const messages = longTalk(60);
const newest = messages.at(-4)!;
const builtIn = () => createCompressor({ contextLength: 60_000, summarize: async () => "## Goal\nKnown." });
const { signal } = new AbortController();
const automatic: CompressOptions = { trigger: "automatic", signal };

function guarded(engine: ContextEngine, timeLimit = unlimitedTime()) {
  const reasons: string[] = [];
  return {
    reasons,
    guard: guardEngine(engine, builtIn(), {
      name: "odd",
      timeLimit,
      onFallback: (reason) => reasons.push(inEnglish(reason)),
    }),
  };
}

async function compressed(engine: ContextEngine) {
  const { guard, reasons } = guarded(engine);
  return { result: await guard.compress(messages, automatic), reasons, last: guard.status().lastCompression };
}

describe("a guarded engine", () => {
  it("passes an honest result through, with our own objects in it", async () => {
    const { reasons, result } = await compressed(engineThat(async (given) => given.slice(-4)));
    expect(reasons).toEqual([]);
    expect(result.map((message, index) => message === messages.at(index - 4))).toEqual([true, true, true, true]);
  });

  it("gives the very same list back when the engine does", async () => {
    expect((await compressed(engineThat(sameList))).result).toBe(messages);
  });

  it("keeps what was new as it was when the engine goes on changing it", async () => {
    const made = { ...summary("As promised.", [newest.id]) };
    const { result } = await compressed(engineThat(async (given) => [made, ...given.slice(-3)]));
    Object.assign(made, { text: "Changed later." });
    expect(result[0]).toMatchObject({ text: "As promised." });
  });

  const illegal = "The built-in compressor did this compression.";
  it.each([
    [
      "throws",
      async () => {
        throw new Error("out of cheese.");
      },
      "It failed: out of cheese.",
    ],
    [
      "throws before it promises anything",
      () => {
        throw new Error("too early");
      },
      "It failed: too early.",
    ],
    [
      "throws what is no error",
      async () => {
        throw Object.create(null);
      },
      "It failed: it gave no reason.",
    ],
    [
      "says it was stopped and nobody stopped it",
      async () => {
        throw new DOMException("Stopped.", "AbortError");
      },
      "It failed: Stopped.",
    ],
    ["returns no list", async () => "done", "It did not return a message list."],
    [
      "returns what is no message",
      async (given) => [...given.slice(0, 4), { role: "user", id: "x", content: "text" }],
      "Entry 4 of its message list is not a message.",
    ],
    [
      "returns an illegal list",
      async (given) => given.slice(2, 5),
      "Its message list is invalid: message 0 answers a call that is not there.",
    ],
    [
      "returns a larger list",
      async (given) => [...given, user("more"), says("and more")],
      "Its message list is larger than before.",
    ],
    [
      "returns two summaries",
      async (given) => [summary("a"), summary("b"), ...given.slice(-4)],
      "Its message list is invalid: there are 2 summaries.",
    ],
    ["loses what was just asked", async (given) => given.slice(0, 4), "Its message list lacks your newest message."],
    [
      "changes its input",
      async (given) => {
        Object.assign(given[0] ?? {}, { role: "assistant" });
        return given.slice(-4);
      },
      "It failed: Cannot assign to read only property 'role' of object '#<Object>'.",
    ],
  ] satisfies readonly (readonly [string, (given: readonly Message[]) => unknown, string])[])(
    "falls back visibly when the engine %s",
    async (_, compress, reason) => {
      const before = JSON.stringify(messages);
      const { reasons, result, last } = await compressed(engineThat(compress));
      expect(reasons).toEqual([`${reason} ${illegal}`]);
      expect(result.filter((message) => message.role === "summary")).toHaveLength(1);
      expect(checkLegal(result)).toBeUndefined();
      expect(last?.outcome).toBe("folded");
      expect(JSON.stringify(messages)).toBe(before);
    },
  );

  it("falls back from a larger list also where a person asked for the compression", async () => {
    const { guard, reasons } = guarded(engineThat(async (given) => [...given, user("more"), says("and more")]));
    expect((await guard.compress(messages, { trigger: "manual", signal })).length).toBeLessThan(messages.length);
    expect(reasons).toEqual([`Its message list is larger than before. ${illegal}`]);
  });

  it("stops at once although the engine does not listen", async () => {
    const stop = new AbortController();
    const work = guarded(engineThat(never)).guard.compress(messages, { trigger: "manual", signal: stop.signal });
    stop.abort();
    await expect(work).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a guarded engine that hangs", () => {
  it("is waited for half a minute and then left alone for the session, which is said once", async () => {
    const clock = manualTime();
    let asked = 0;
    const { guard, reasons } = guarded(
      engineThat(
        () => {
          asked++;
          return never();
        },
        { recall: () => [{ identifier: "x", text: "y" }] },
      ),
      clock.timeLimit,
    );
    const first = guard.compress(messages, automatic);
    await clock.pass(30);
    expect((await first).some(({ role }) => role === "summary")).toBe(true);
    expect(await guard.compress(messages, automatic)).not.toBe(messages);
    expect(asked).toBe(1);
    expect(reasons).toEqual([
      "It did not answer within 30 seconds. The built-in compressor replaces it for the rest of this session.",
    ]);
    expect([guard.thresholdTokens, guard.recall?.("x", [])]).toEqual([builtIn().thresholdTokens, []]);
    expect(await guard.handleToolCall?.("look", {})).toBe(
      '{"error":"The context engine \\"odd\\" did not answer before and is not asked again in this session."}',
    );
  });

  it("in a tool gives an error result and stays in use", async () => {
    const clock = manualTime();
    const { guard, reasons } = guarded(engineThat(sameList, { handleToolCall: never }), clock.timeLimit);
    const call = guard.handleToolCall?.("look", {});
    await clock.pass(30);
    expect(await call).toBe('{"error":"It did not answer within 30 seconds."}');
    expect(reasons).toEqual([]);
    expect(await guard.compress(messages, automatic)).toBe(messages);
  });

  it("in a draft is let go of, and told to stop", async () => {
    const clock = manualTime();
    let given: AbortSignal | undefined;
    const { guard } = guarded(
      engineThat(sameList, {
        prepare: (_: unknown, own: AbortSignal) => {
          given = own;
          return never();
        },
      }),
      clock.timeLimit,
    );
    const draft = guard.prepare?.(messages, signal);
    await clock.pass(30);
    expect(await draft).toBeUndefined();
    expect(given?.aborted).toBe(true);
  });
});

describe("what a guarded engine says about its compression", () => {
  it("comes with figures measured here", async () => {
    const { last } = await compressed(
      engineThat(async (given) => given.slice(-8), {
        status: () => ({ lastCompression: { outcome: "folded", report: { foldedMessages: "all" } } }),
      }),
    );
    expect(last).toEqual({
      outcome: "folded",
      plan: expect.objectContaining({ kind: "fold" }),
      report: expect.objectContaining({
        trigger: "automatic",
        beforeMessages: 240,
        afterMessages: 8,
        foldedMessages: 232,
        prunedResults: 0,
      }),
    });
  });

  it("is put right where it says nothing", async () => {
    expect((await compressed(engineThat(async (given) => given.slice(-8)))).last?.outcome).toBe("folded");
  });

  it("is put right where it boasts", async () => {
    const { last } = await compressed(
      engineThat(sameList, { status: () => ({ lastCompression: { outcome: "folded" } }) }),
    );
    expect(last).toMatchObject({
      outcome: "kept",
      reason: 'The context engine "odd" reported a compression but changed nothing.',
    });
  });
});

describe("the questions of a guarded engine", () => {
  it("are answered by the built-in one where they fail, and each is complained about once", () => {
    const fails = () => {
      throw new Error(`attempt ${++attempt}`);
    };
    let attempt = 0;
    const { guard, reasons } = guarded(
      engineThat(sameList, { shouldCompress: fails, status: fails, recall: fails, updateFromResponse: fails }),
    );
    for (let step = 0; step < 3; step++) {
      guard.updateFromResponse({ input: 100, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }, messages);
      expect([
        guard.shouldCompress(30_000),
        guard.recall?.("x", messages),
        guard.status().lastCompression,
        guard.lastPromptTokens,
      ]).toEqual([true, [], undefined, 100]);
    }
    expect(reasons).toEqual([
      "Its updateFromResponse failed: attempt 1. The built-in compressor answers instead.",
      "Its shouldCompress failed: attempt 2. The built-in compressor answers instead.",
      "Its recall failed: attempt 3. The built-in compressor answers instead.",
      "Its status failed: attempt 4. The built-in compressor answers instead.",
    ]);
  });

  it("are not answered with a promise, and one that fails comes up nowhere else", async () => {
    const late = async () => {
      throw new Error("late");
    };
    const { guard, reasons } = guarded(
      engineThat(sameList, { shouldCompress: late, recall: late, toolSchemas: late, status: late }),
    );
    expect([
      guard.shouldCompress(30_000),
      guard.recall?.("x", messages),
      guard.toolSchemas?.(),
      guard.status().lastCompression,
    ]).toEqual([true, [], [], undefined]);
    await turn();
    expect(reasons).toEqual([
      "Its shouldCompress failed: it is neither true nor false. The built-in compressor answers instead.",
      "Its recall failed: it is not a list. The built-in compressor answers instead.",
      "Its toolSchemas failed: it is not a list. The built-in compressor answers instead.",
      "Its status failed: it is not an object. The built-in compressor answers instead.",
    ]);
  });

  it("may be told things asynchronously; a failure there is told too", async () => {
    const { guard, reasons } = guarded(
      engineThat(sameList, {
        onSessionReset: async () => {
          throw new Error("no disk");
        },
      }),
    );
    guard.onSessionReset?.();
    await turn();
    expect(reasons).toEqual(["Its onSessionReset failed: no disk. The built-in compressor answers instead."]);
  });

  it("get sizes from the built-in one where they are none", () => {
    const { guard } = guarded(
      engineThat(sameList, { thresholdTokens: Number.NaN, contextLength: "large", compressionCount: -1 }),
    );
    expect([guard.thresholdTokens, guard.contextLength, guard.compressionCount]).toEqual([
      builtIn().thresholdTokens,
      60_000,
      0,
    ]);
  });

  it("never see our own messages", () => {
    const seen: (readonly Message[] | undefined)[] = [];
    const see = (given?: readonly Message[]) => void seen.push(given);
    const { guard } = guarded(
      engineThat(sameList, {
        updateFromResponse: (_: unknown, sent: readonly Message[]) => see(sent),
        recall: (_: unknown, active: readonly Message[]) => {
          see(active);
          return [];
        },
        hasContentToCompress: (given: readonly Message[]) => {
          see(given);
          return true;
        },
        onSessionStart: (session: EngineSession) => {
          see(session.messages);
          return see(session.ancestors);
        },
      }),
    );
    guard.updateFromResponse({ input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }, messages);
    guard.recall?.("x", messages);
    guard.hasContentToCompress?.(messages);
    guard.onSessionStart?.({ sessionId: sessionId("s"), reason: "resume", messages, ancestors: messages });
    expect(seen).toEqual(Array.from({ length: 5 }, () => messages));
    expect(
      seen.map((given) => given?.some((message) => messages.includes(message) || !Object.isFrozen(message))),
    ).toEqual(Array.from({ length: 5 }, () => false));
  });

  it.each([
    [
      "throws",
      async () => {
        throw new Error("disk full");
      },
      '{"error":"disk full"}',
    ],
    ["says nothing", async () => undefined, '{"error":"the engine gave no answer"}'],
    ["gives an object", async () => ({ found: 1 }), '{"found":1}'],
    ["is missing", undefined, '{"error":"Unknown tool: x"}'],
  ])("become a result also where the tool %s", async (_, handleToolCall, answer) => {
    expect(await guarded(engineThat(sameList, { handleToolCall })).guard.handleToolCall?.("x", {})).toBe(answer);
  });
});

describe("what a guarded engine wants kept", () => {
  const started = (durable?: JsonValue) => {
    let got: JsonValue | undefined;
    const engine = engineThat(sameList, {
      status: () => ({ durable: { mine: 1 } }),
      onSessionStart: (session: EngineSession) => {
        got = session.durable;
      },
    });
    const { guard } = guarded(engine);
    guard.onSessionStart?.({
      sessionId: sessionId("s"),
      reason: "resume",
      messages,
      ...(durable !== undefined && { durable }),
    });
    return { got, guard };
  };

  it("comes back to it, and what the built-in one wants kept to that", () => {
    const first = started().guard;
    first.updateFromResponse({ input: 4_321, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 });
    const second = started(first.status().durable);
    expect(second.got).toEqual({ mine: 1 });
    expect(second.guard.lastPromptTokens).toBe(4_321);
  });

  it("is not what the built-in one left when it was alone", () => {
    expect(started(builtIn().status().durable).got).toBeUndefined();
  });
});
