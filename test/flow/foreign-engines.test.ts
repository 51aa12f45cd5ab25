import { describe, expect, it } from "vitest";
import type { CreateEngine } from "../../src/core/agent/host";
import type { EngineOptions } from "../../src/core/agent/world";
import { verbatim } from "../../src/core/base/sentence";
import type { ContextEngine } from "../../src/core/context/engine";
import { asEngine } from "../../src/core/context/outside/engine-shape";
import { messageId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { messageText } from "../../src/core/conversation/render";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunOptions } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest } from "../support/model-server/server";

const ENGINE = { "hermes.context.engine": "odd" };
const never = () => new Promise<never>(() => undefined);

/** An engine of another extension, with members as its author might write them. */
const oddEngine =
  (members: (options: EngineOptions) => Readonly<Record<string, unknown>>): CreateEngine =>
  (options): ContextEngine =>
    asEngine({
      name: "odd",
      lastPromptTokens: 0,
      lastCompletionTokens: 0,
      lastTotalTokens: 0,
      compressionCount: 0,
      contextLength: options.contextLength,
      thresholdTokens: options.contextLength / 2,
      updateFromResponse: () => undefined,
      shouldCompress: (tokens: number) => tokens >= options.contextLength / 2,
      compress: async (messages: unknown) => messages,
      status: () => ({}),
      ...members(options),
    });

const runWith = (engine: CreateEngine, options: RunOptions = {}) =>
  runHermes({ ...options, settings: { ...ENGINE, ...options.settings }, host: { registeredEngine: () => engine } });

const FILES = Object.fromEntries(
  Array.from({ length: 16 }, (_, index) => [
    `f${index}.txt`,
    `file ${index}: some words that say little\n`.repeat(200),
  ]),
);

/** Reads files until the window fills, then answers. */
function reader(): (request: RecordedRequest) => ReturnType<typeof says> {
  let step = 0;
  return (request) =>
    isSummaryCall(request)
      ? says(handOff())
      : step < 16
        ? calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step++}`))
        : says("all read");
}

describe("an external engine", () => {
  it.each([
    [
      "hangs",
      never,
      "It did not answer within 30 seconds. The built-in compressor replaces it for the rest of this session.",
    ],
    [
      "throws",
      async () => {
        throw new Error("out of ideas");
      },
      "It failed: out of ideas. The built-in compressor did this compression.",
    ],
    [
      "lies",
      async () => [],
      "Its message list lacks your newest message. The built-in compressor did this compression.",
    ],
  ])("that %s during a turn loses neither the turn nor any of its text", async (_, compress, reason) => {
    const hermes = await runWith(
      oddEngine(() => ({ compress })),
      {
        files: FILES,
        settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
        server: { script: reader() },
      },
    );
    expect(await hermes.say("read them all")).toEqual({ outcome: "answered" });
    expect(new Set(hermes.seen("engine-fallback").map((told) => `${told.engine}: ${told.reason}`))).toEqual(
      new Set([`odd: ${reason}`]),
    );
    expect(hermes.seen("compressed").length).toBeGreaterThan(0);
    expect((await hermes.stored()).map(messageText).join("\n")).toContain("read them all");
    expect(messageText((await hermes.stored()).at(-1)!)).toBe("all read");
    expect(hermes.server.violations).toEqual([]);
  });

  it("may take as long as its summaries need", async () => {
    const slow = oddEngine(({ summarize }) => ({
      compress: async (messages: readonly { readonly id: string }[], { signal }: { readonly signal: AbortSignal }) => {
        const text = await summarize(
          {
            kind: "first",
            system: "Sum up.",
            prompt: "Everything. ## Pending User Asks",
            targetTokens: 200,
            folded: [],
          },
          signal,
        );
        return [
          { role: "summary", id: "fold", text, covers: messages.slice(0, -2).map(({ id }) => id) },
          ...messages.slice(-2),
        ];
      },
    }));
    const hermes = await runWith(slow, {
      server: {
        script: (request) => (isSummaryCall(request) ? { ...says("x".repeat(400)), dripMs: 10 } : says("noted")),
      },
    });
    for (const text of ["one", "two", "three"]) await hermes.say(`${text} `.repeat(500));
    expect(await hermes.agent.compress()).toBe("smaller");
    expect(hermes.seen("engine-fallback")).toEqual([]);
    expect(hermes.seen("compressed")).toMatchObject([
      { trigger: "manual", foldedMessages: 4, beforeMessages: 6, afterMessages: 3 },
    ]);
  });

  it("whose tool hangs gives the model an error, and the turn continues", async () => {
    const look = { name: "look", description: "Looks.", parameters: { type: "object", properties: {} } };
    const hermes = await runWith(
      oddEngine(() => ({ toolSchemas: () => [look], handleToolCall: never })),
      {
        server: { script: ({ text }) => (text.includes("did not answer") ? says("gave up") : calls(toolCall("look"))) },
      },
    );
    expect(await hermes.say("look")).toEqual({ outcome: "answered" });
    expect(
      (await hermes.stored()).map((message) => message.role === "tool" && [message.failed, messageText(message)]),
    ).toEqual([false, false, [true, '{"error":"It did not answer within 30 seconds."}'], false]);
  });

  it("that fails at every step is reported once, after the session was opened", async () => {
    const fails = () => {
      throw new Error("no idea");
    };
    const hermes = await runWith(
      oddEngine(() => ({ status: fails, recall: fails, onSessionStart: fails, toolSchemas: fails })),
      { server: { script: reader() }, files: FILES },
    );
    await hermes.say("read them all");
    await hermes.say("and now?");
    const told = hermes.events.flatMap((event) =>
      event.type === "session-opened"
        ? ["opened"]
        : event.type === "engine-fallback"
          ? [event.reason.split(" failed")[0]]
          : [],
    );
    expect(told).toEqual(["opened", "Its onSessionStart", "Its toolSchemas", "Its status", "Its recall"]);
  });
});

describe("an unavailable engine", () => {
  it.each([
    ["is unknown", {}, 'There is no context engine named "odd"; the built-in "compressor" is used.'],
    [
      "was refused",
      { folderEngine: async () => ({ refusal: verbatim('The engine "odd" was not allowed to run.') }) },
      'The engine "odd" was not allowed to run. Until then, the built-in "compressor" is used.',
    ],
    [
      "is no engine",
      { registeredEngine: () => () => asEngine({}) },
      'The context engine "odd" could not start (it lacks updateFromResponse, shouldCompress, ' +
        'compress, status); the built-in "compressor" is used.',
    ],
    [
      "throws on load",
      {
        folderEngine: async () => () => {
          throw new Error("no licence");
        },
      },
      'The context engine "odd" could not start (no licence); the built-in "compressor" is used. ' +
        "Correct it, then start a new session or reload the window.",
    ],
  ] satisfies readonly (readonly [string, RunOptions["host"] & {}, string])[])(
    "because it %s is told with the reason, after the session was opened, and the turn is done",
    async (_, host, reason) => {
      const hermes = await runHermes({ settings: ENGINE, host, server: { script: () => says("hello") } });
      expect(await hermes.say("hi")).toEqual({ outcome: "answered" });
      expect(
        hermes.events
          .filter(({ type }) => type === "session-opened" || type === "engine-fallback")
          .map((event) => ("reason" in event ? event.reason : "")),
      ).toEqual(["new", reason]);
    },
  );

  it("is replaced by another engine with the same name, if there is one", async () => {
    const hermes = await runWith(
      oddEngine(() => ({})),
      { server: { script: () => says("hello") } },
    );
    expect(hermes.seen("engine-fallback")).toEqual([]);
    const both = await runHermes({
      settings: ENGINE,
      host: {
        folderEngine: async () => ({ refusal: verbatim('The engine folder "odd" was left out.') }),
        registeredEngine: () => oddEngine(() => ({})),
      },
      server: { script: () => says("hello") },
    });
    await both.say("hi");
    expect(both.agent.engine?.name).toBe("odd");
    expect(both.seen("engine-fallback")).toMatchObject([
      { engine: "odd", reason: 'The engine folder "odd" was left out. Another engine of that name is used.' },
    ]);
  });

  it.each(["compressor", "lcm"])("never stands in for the built-in %s", async (name) => {
    const hermes = await runHermes({
      settings: { "hermes.context.engine": name },
      host: { folderEngine: () => expect.unreachable(), registeredEngine: () => oddEngine(() => ({ name })) },
      server: { script: () => says("hello") },
    });
    await hermes.say("hi");
    expect(hermes.agent.engine?.name).toBe(name);
    expect(hermes.agent.engine?.status()).not.toEqual({});
    expect(hermes.seen("engine-fallback")).toEqual([]);
  });

  it("is not reported as in use when it is selected in the middle of a session", async () => {
    const hermes = await runHermes({ server: { script: () => says("hello") } });
    await hermes.say("hi");
    hermes.set(ENGINE);
    await hermes.agent.changeEngine();
    expect(hermes.seen("notice").at(-1)?.text).toContain('The context engine is now "compressor".');
    expect(hermes.seen("engine-fallback")).toHaveLength(1);
  });
});

it("stores the summary of an external engine without the credentials in it", async () => {
  const secret = `gh${"p_"}Qx7ZrT2mKp9LwB4vNc6HjD8sFy3GaU5e1234`;
  const engine = oddEngine(() => ({
    compress: async (messages: readonly Message[]) => [
      {
        role: "summary",
        id: messageId("odd"),
        text: `The key is ${secret}.`,
        covers: messages.slice(0, -2).map(({ id }) => id),
      },
      ...messages.slice(-2),
    ],
    status: () => ({ lastCompression: { outcome: "folded", report: { trigger: "manual" } } }),
  }));
  const hermes = await runWith(engine, { server: { script: () => says("done") } });
  await hermes.say(`Read this first: ${"some words ".repeat(200)}`);
  await hermes.say("two");
  await hermes.agent.compress();
  expect((await hermes.stored())[0]).toMatchObject({ role: "summary", text: "The key is [REDACTED]." });
});
