import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runCalls } from "../../../src/core/tools/run";
import type { ApprovalAnswer } from "../../../src/core/tools/tool";
import { textOutcome } from "../../../src/core/tools/tool";
import { createToolBox, engineTools } from "../../../src/core/tools/tool-box";
import { echo, outcomeText, toolCall, toolContext, toolWorld } from "../../support/tools";

const running = () => new AbortController().signal;

describe("runCalls", () => {
  it("answers every call once, in call order", async () => {
    const { world, log } = toolWorld([echo()]);
    const results = await runCalls(
      world,
      [toolCall("echo", { text: "one" }, "c1"), toolCall("echo", { text: "two" }, "c2")],
      running(),
    );
    expect(results.map(({ call, outcome }) => [call.callId, outcomeText(outcome)])).toEqual([
      ["c1", "one"],
      ["c2", "two"],
    ]);
    expect(log).toEqual(["started c1", "started c2", "ended c1", "ended c2"]);
  });

  it("runs neighbours that only read together and all others alone", async () => {
    const alive = new Set<string>();
    const seen: string[] = [];
    const slow = (name: string, order: "parallel" | "alone") =>
      echo({
        name,
        order,
        run: async (args) => {
          alive.add(String(args["text"]));
          await new Promise((resolve) => setImmediate(resolve));
          seen.push([...alive].sort().join("+"));
          await new Promise((resolve) => setImmediate(resolve));
          alive.delete(String(args["text"]));
          return textOutcome("");
        },
      });
    const { world } = toolWorld([slow("look", "parallel"), slow("change", "alone")]);
    await runCalls(
      world,
      [
        ["look", "a"],
        ["look", "b"],
        ["change", "c"],
        ["change", "d"],
        ["look", "e"],
      ].map(([name, text]) => toolCall(name ?? "", { text: text ?? "" }, text)),
      running(),
    );
    expect(seen).toEqual(["a+b", "a+b", "c", "d", "e"]);
  });

  it("runs a call as soon as it is allowed, while the user is still asked about its neighbor", async () => {
    const answered = Promise.withResolvers<ApprovalAnswer>();
    const { world, log } = toolWorld([echo(), echo({ name: "fetch", category: "mcp" })], {
      rules: { mcp: "ask" },
      approvals: { ask: () => answered.promise },
    });
    const done = runCalls(
      world,
      [toolCall("echo", { text: "one" }, "c1"), toolCall("fetch", { text: "two" }, "c2")],
      running(),
    );
    await vi.waitFor(() => expect(log).toContain("asked c2"));
    await vi.waitFor(() => expect(log).toContain("ended c1"));
    expect(log).not.toContain("ended c2");
    answered.resolve({ kind: "allow", remember: "once" });
    expect((await done).map(({ call }) => call.callId)).toEqual(["c1", "c2"]);
  });

  it("leaves a call unstarted while the user is asked about the one before it", async () => {
    const answered = Promise.withResolvers<ApprovalAnswer>();
    const { world, log } = toolWorld([echo(), echo({ name: "fetch", category: "mcp" })], {
      rules: { mcp: "ask" },
      approvals: { ask: () => answered.promise },
    });
    const calls = [toolCall("fetch", { text: "one" }, "c1"), toolCall("echo", { text: "two" }, "c2")];
    const done = runCalls(world, calls, running());
    await vi.waitFor(() => expect(log).toContain("asked c1"));
    expect(log).toEqual(["started c1", "asked c1"]);
    answered.resolve({ kind: "deny" });
    await done;
    expect(log.at(-1)).toMatch(/^ended c/);
  });

  it("names the tools there are when the model calls one that is not there", async () => {
    const { world } = toolWorld([echo()]);
    const [result] = await runCalls(world, [toolCall("shout", {})], running());
    expect(result?.outcome).toEqual({
      failed: true,
      content: [{ type: "text", text: 'There is no tool named "shout". Available: echo.' }],
    });
  });

  it.each([
    [
      '{"text": "half a fi',
      "The arguments broke off before their end (19 characters arrived), so nothing was done. Send " +
        "the call again with one complete JSON object that follows the schema of echo.",
    ],
    ['{"text": "a"}}{', "The arguments are not valid JSON"],
    ['["a"]', "The arguments of echo must be one JSON object."],
    [
      '{"words": "a"}',
      'The arguments of echo do not fit its schema: "text" is missing; "words" is unknown; known are ' +
        "text. Correct them and call again.",
    ],
  ])("refuses the malformed arguments %s with words the model can use", async (input, words) => {
    const { world } = toolWorld([echo()]);
    const [result] = await runCalls(world, [toolCall("echo", input)], running());
    expect(result?.outcome.failed).toBe(true);
    expect(outcomeText(result?.outcome ?? textOutcome(""))).toContain(words);
  });

  it("repairs complete arguments that are almost JSON", async () => {
    const { world } = toolWorld([echo()]);
    const [result] = await runCalls(world, [toolCall("echo", "{text: 'two\nlines',}")], running());
    expect(result?.outcome).toEqual(textOutcome("two\nlines"));
  });

  it("turns a throwing tool into a failed result", async () => {
    const { world } = toolWorld([
      echo({
        run: async () => {
          throw new Error("disk on fire");
        },
      }),
    ]);
    const [result] = await runCalls(world, [toolCall("echo", { text: "" })], running());
    expect(result?.outcome).toEqual({ failed: true, content: [{ type: "text", text: "echo failed: disk on fire" }] });
  });

  it("gives stopped and unbegun calls a failed result each", async () => {
    const stop = new AbortController();
    const hang = echo({
      name: "hang",
      order: "alone",
      run: (_args, context) =>
        new Promise((_resolve, reject) => {
          context.signal.addEventListener("abort", () => reject(context.signal.reason));
          stop.abort();
        }),
    });
    const { world, log } = toolWorld([hang, echo()]);
    const results = await runCalls(
      world,
      [toolCall("hang", { text: "" }), toolCall("echo", { text: "" })],
      stop.signal,
    );
    expect(results.map(({ outcome }) => [outcome.failed, outcomeText(outcome)])).toEqual([
      [true, "Stopped by the user while this call was running; it may have taken effect in part."],
      [true, "Not run: the user stopped the turn before this call began."],
    ]);
    expect(log).toEqual(["started hang", "ended hang failed", "started echo", "ended echo failed"]);
  });

  it("stops at once while a question is open", async () => {
    const stop = new AbortController();
    const { world } = toolWorld([echo()], {
      rules: { read: "ask" },
      approvals: {
        ask: () => {
          queueMicrotask(() => stop.abort());
          return new Promise(() => undefined);
        },
      },
    });
    const [result] = await runCalls(world, [toolCall("echo", { text: "" })], stop.signal);
    expect(outcomeText(result?.outcome ?? textOutcome(""))).toBe(
      "Not run: the user stopped the turn before this call began.",
    );
  });

  it("leaves a tool behind that does not react to stop", async () => {
    const stop = new AbortController();
    const deaf = echo({
      run: () => {
        stop.abort();
        return new Promise(() => undefined);
      },
    });
    const { world } = toolWorld([deaf]);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const pending = runCalls(world, [toolCall("echo", { text: "" })], stop.signal);
    await vi.runAllTimersAsync();
    const [result] = await pending;
    expect(result?.outcome.failed).toBe(true);
  });
});

describe("createToolBox", () => {
  it("keeps built-in and engine order, sorts what comes from outside and refuses doubles and bad names", () => {
    const named = (name: string) => echo({ name });
    const box = createToolBox({
      builtin: [named("z"), named("a")],
      engine: [named("lcm")],
      mcp: [named("m2"), named("m1")],
      registered: [named("a"), named("no way")],
    });
    expect(box.tools.map(({ name }) => name)).toEqual(["z", "a", "lcm", "m1", "m2"]);
    expect(box.refused).toEqual([
      { name: "a", from: "registered", keeper: "builtin" },
      { name: "no way", from: "registered" },
    ]);
  });
});

describe("engineTools", () => {
  const engine = { name: "lcm", toolSchemas: () => [{ name: "lcm_grep", description: "", parameters: {} }] };

  it("hands calls to the engine and marks its errors as failures", async () => {
    const [tool] = engineTools({
      ...engine,
      handleToolCall: async (_name, args) => (args["pattern"] === "" ? '{"error":"empty"}' : '{"matches":[]}'),
    });
    expect(await tool?.run({ pattern: "x" }, toolContext())).toEqual(textOutcome('{"matches":[]}'));
    expect((await tool?.run({ pattern: "" }, toolContext()))?.failed).toBe(true);
  });

  it("fails clearly where an engine offers a tool it does not answer", async () => {
    const [tool] = engineTools(engine);
    expect(await tool?.run({}, toolContext())).toEqual({
      failed: true,
      content: [{ type: "text", text: "The context engine lcm offers lcm_grep but does not answer it." }],
    });
  });
});
