import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import type { CreateEngine } from "../../src/core/agent/host";
import type { FoldRange } from "../../src/core/context/engine";
import { asEngine } from "../../src/core/context/outside/engine-shape";
import { checkLegal } from "../../src/core/conversation/legality";
import type { Message } from "../../src/core/conversation/message";
import { messageText } from "../../src/core/conversation/render";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import type { Reply } from "../support/model-server/reply";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";

const { createHalvingEngine }: { createHalvingEngine: CreateEngine } = createRequire(import.meta.url)(
  "../fixtures/sample-engine-extension/halving-engine.cjs",
);

const TURNS = 5;
const FILES = Object.fromEntries(
  Array.from({ length: TURNS * 4 }, (_, index) => [
    `f${index}.txt`,
    `file ${index}: some words that say little\n`.repeat(90),
  ]),
);

interface Talk {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly engine?: CreateEngine;
  readonly summary?: () => Reply;
}

/** Five turns, each of which reads three files. */
async function talk({ settings = {}, engine, summary = () => says(handOff()) }: Talk = {}): Promise<RunningHermes> {
  let step = 0;
  const hermes = await runHermes({
    files: FILES,
    settings: { "hermes.contextLength": 100_000, "hermes.maxOutputTokens": 1_000, ...settings },
    server: {
      script: (request) => {
        if (isSummaryCall(request) || request.body["tools"] === undefined) return summary();
        step++;
        return step % 4 === 0
          ? says(`Read up to file ${step}.`)
          : calls(toolCall("read_file", { path: `f${step}.txt` }));
      },
    },
    ...(engine && { host: { registeredEngine: () => engine } }),
  });
  for (let turn = 0; turn < TURNS; turn++) await hermes.say(`turn ${turn}: read more`);
  return hermes;
}

const rangeAt = ({ agent }: RunningHermes, kind: FoldRange["kind"], words: string): FoldRange => ({
  kind,
  messageId: agent.messages.find((message) => message.role === "user" && messageText(message).startsWith(words))!.id,
});

const words = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) =>
    message.role === "summary" ? ["summary"] : message.role === "user" ? [messageText(message).slice(0, 6)] : [],
  );

const ROUTES: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["anthropic", { "hermes.provider": "anthropic", "hermes.model": "claude-sonnet-4-5" }],
  ["openai", { "hermes.provider": "openai", "hermes.model": "gpt-5" }],
  ["openai-responses", { "hermes.provider": "openai-responses", "hermes.model": "gpt-5" }],
];

describe.each(ROUTES)("a partial compression on the route %s", (_, settings) => {
  it("folds from a message on, continues, folds up to another one, and is undone to what was before", async () => {
    const hermes = await talk({ settings });
    const before = hermes.agent.messages;
    const range = rangeAt(hermes, "from", "turn 1");
    const planned = await hermes.agent.planCompression({ range });
    expect(await hermes.agent.compress({ range })).toBe("smaller");
    expect(words(hermes.agent.messages)).toEqual(["turn 0", "summary", "turn 4"]);
    expect(hermes.agent.messages.slice(0, 8)).toEqual(before.slice(0, 8));
    expect(hermes.seen("compressed").at(-1)).toMatchObject({
      range: "from",
      foldedMessages: "plan" in planned && planned.plan.kind === "fold" ? planned.plan.foldedIds.length : -1,
    });
    expect((await hermes.say("turn 5: go on")).outcome).toBe("answered");

    expect(await hermes.agent.compress({ range: rangeAt(hermes, "up-to", "turn 5") })).toBe("smaller");
    expect(words(hermes.agent.messages)).toEqual(["turn 0", "summary", "turn 5"]);
    expect(checkLegal(hermes.agent.messages)).toBeUndefined();
    expect((await hermes.say("turn 6: and on")).outcome).toBe("answered");

    await hermes.agent.undoCompression();
    await hermes.agent.undoCompression();
    expect(hermes.agent.messages).toEqual(before);
    expect((await hermes.say("turn 7: after all")).outcome).toBe("answered");
    expect(hermes.server.violations).toEqual([]);
  });
});

describe("a partial compression", () => {
  it("carries pins of folded messages, and shows the summarizer nothing but the chosen part", async () => {
    const hermes = await talk();
    const pinned = hermes.agent.messages.find((message) => messageText(message).includes("file 6:"))!;
    await hermes.agent.pin(pinned.id);
    await hermes.agent.compress({ range: rangeAt(hermes, "from", "turn 1") });
    const summary = hermes.agent.messages.find(({ role }) => role === "summary");
    expect(summary?.role === "summary" && summary.pins?.map(({ text }) => text)).toEqual([messageText(pinned)]);
    const asked = hermes.server.requests.findLast(isSummaryCall)?.text ?? "";
    expect(asked).toContain("turn 1: read more");
    expect(asked).not.toContain("turn 0: read more");
  });

  it("survives a reload and a later compression of what comes before it, which leaves one summary", async () => {
    const first = await talk();
    await first.agent.compress({ range: rangeAt(first, "from", "turn 2") });
    const id = first.agent.session!;
    const hermes = await first.reopen();
    await hermes.agent.resume(id);
    expect(words(hermes.agent.messages)).toEqual(["turn 0", "turn 1", "summary", "turn 4"]);
    await hermes.say("turn 5: go on");
    await hermes.say("turn 6: go on");
    await hermes.agent.compress({ range: rangeAt(hermes, "up-to", "turn 6") });
    expect(words(hermes.agent.messages)).toEqual(["turn 0", "summary", "turn 6"]);
  });

  it("is tried again as it was asked for after its summary failed", async () => {
    let fails = 1;
    const hermes = await talk({
      summary: () => (fails-- > 0 ? refuses(400, "no summaries today") : says(handOff())),
    });
    const range = rangeAt(hermes, "from", "turn 1");
    expect(await hermes.agent.compress({ range })).toBe("unchanged");
    expect(hermes.seen("compression-failed").at(-1)?.cause).toBe("summary");
    expect(await hermes.agent.retryCompression("model")).toBe("smaller");
    expect(words(hermes.agent.messages)).toEqual(["turn 0", "summary", "turn 4"]);
  });

  it("rewrites less of the cache from a message on than up to one, because what precedes stays cached", async () => {
    const hermes = await talk();
    const rewrite = async (range: FoldRange) => {
      const planned = await hermes.agent.planCompression({ range });
      return "plan" in planned ? (planned.costs?.cacheRewriteUsd ?? -1) : -1;
    };
    const from = await rewrite(rangeAt(hermes, "from", "turn 3"));
    expect(from).toBeGreaterThan(0);
    expect(from).toBeLessThan(await rewrite(rangeAt(hermes, "up-to", "turn 1")));
  });
});

describe("engines that choose what they fold", () => {
  it("lcm folds up to a message, and says that it cannot fold from one on", async () => {
    const hermes = await talk({ settings: { "hermes.context.engine": "lcm" } });
    const from = rangeAt(hermes, "from", "turn 1");
    expect(await hermes.agent.planCompression({ range: from })).toMatchObject({
      reason: 'The context engine "lcm" cannot compress from a chosen message on.',
    });
    expect(await hermes.agent.compress({ range: from })).toBe("unchanged");
    expect(hermes.seen("nothing-to-compress").at(-1)?.reason).toContain("cannot compress from");
    const upTo = rangeAt(hermes, "up-to", "turn 3");
    const planned = await hermes.agent.planCompression({ range: upTo });
    expect(await hermes.agent.compress({ range: upTo })).toBe("smaller");
    expect(words(hermes.agent.messages)).toEqual(["summary", "turn 3", "turn 4"]);
    expect(hermes.seen("compressed").at(-1)).toMatchObject({
      range: "up-to",
      foldedMessages: "plan" in planned && planned.plan.kind === "fold" ? planned.plan.foldedIds.length : -1,
    });
    expect((await hermes.say("turn 5: go on")).outcome).toBe("answered");
    expect(hermes.server.violations).toEqual([]);
  });

  it("an engine from outside that names no ranges is not asked for one", async () => {
    const hermes = await talk({
      settings: { "hermes.context.engine": "halving" },
      engine: (options) => asEngine(createHalvingEngine(options)),
    });
    expect(await hermes.agent.planCompression({ range: rangeAt(hermes, "up-to", "turn 3") })).toMatchObject({
      reason: 'The context engine "halving" cannot compress up to a chosen message, only the whole conversation.',
    });
  });

  it("an engine from outside that folds something else is replaced by the built-in one", async () => {
    const hermes = await talk({
      settings: { "hermes.context.engine": "halving" },
      engine: (options) => Object.assign(asEngine(createHalvingEngine(options)), { ranges: ["from"] }),
    });
    expect(await hermes.agent.compress({ range: rangeAt(hermes, "from", "turn 1") })).toBe("smaller");
    expect(hermes.seen("engine-fallback").at(-1)?.reason).toContain("outside of the part that you chose");
    expect(words(hermes.agent.messages)).toEqual(["turn 0", "summary", "turn 4"]);
  });
});
