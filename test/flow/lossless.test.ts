import { describe, expect, it } from "vitest";
import type { LosslessEngine } from "../../src/core/context/lossless/lossless-engine";
import { isLosslessEngine } from "../../src/core/context/lossless/lossless-engine";
import type { MessageId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { originalText } from "../../src/core/conversation/text/original";
import type { RunningHermes, RunOptions } from "../support/hermes";
import { runHermes } from "../support/hermes";
import type { Reply } from "../support/model-server/reply";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest } from "../support/model-server/server";

const WINDOW_TOKENS = 32_000;
const FILES_PER_TURN = 8;
const TURNS = 12;
const FILES = Object.fromEntries(
  Array.from({ length: FILES_PER_TURN * TURNS }, (_, index) => [`src/module-${index}.ts`, source(index)]),
);

function source(index: number): string {
  return Array.from(
    { length: 40 },
    (_, line) => `export const shelf${index}Row${line} = compute(${index * 1_000 + line}, "module-${index}");`,
  ).join("\n");
}

const isNodeCall = ({ text }: RecordedRequest): boolean => text.includes("You keep the record of a coding session");

/** Reads as many files as the latest request says, then answers. */
function reader(
  node: () => Reply = () => says("Modules were read; each exports forty rows.\nExpand for: the listings"),
): (request: RecordedRequest) => Reply {
  let read = 0;
  let until = 0;
  return (request) => {
    if (isNodeCall(request)) return node();
    if (!endsWithResult(request))
      until = read + Number(/read (\d+) more(?!.*read \d+ more)/s.exec(request.text)?.[1] ?? 0);
    return read < until
      ? calls(toolCall("read_file", { path: `src/module-${read}.ts` }, `c${read++}`))
      : says(`I have read ${read} modules.`);
  };
}

const endsWithResult = ({ text }: RecordedRequest): boolean =>
  text.lastIndexOf('"tool_result"') > text.lastIndexOf(" more");

const runLossless = (options: RunOptions) =>
  runHermes({
    files: FILES,
    ...options,
    settings: {
      "hermes.context.engine": "lcm",
      "hermes.contextLength": WINDOW_TOKENS,
      "hermes.maxOutputTokens": 1_000,
      ...options.settings,
    },
    server: { windowTokens: WINDOW_TOKENS, ...options.server },
  });

function engineOf({ agent }: RunningHermes): LosslessEngine {
  if (!isLosslessEngine(agent.engine)) throw new Error("another engine is in use");
  return agent.engine;
}

async function expand(engine: LosslessEngine, id: string): Promise<string> {
  let text = "";
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page: { readonly text?: string; readonly nextOffset?: number } = JSON.parse(
      await engine.handleToolCall("lcm_expand", { id, offset }),
    );
    text += page.text ?? "";
    offset = page.nextOffset;
  }
  return text;
}

const idsNow = ({ agent }: RunningHermes): readonly MessageId[] =>
  agent.messages.flatMap((message) => (message.role === "summary" ? message.covers : [message.id]));

describe("a long session with the lossless engine", () => {
  it("is folded into nodes of several depths and stays readable, even after a restart and an undo", async () => {
    const hermes = await runLossless({ server: { script: reader() } });
    for (let turn = 0; turn < TURNS; turn++)
      expect(await hermes.say(`turn ${turn}: read ${FILES_PER_TURN} more`)).toEqual({ outcome: "answered" });
    expect(hermes.server.violations).toEqual([]);
    expect([
      hermes.seen("recovering"),
      hermes.seen("compression-failed"),
      hermes.seen("compression-paused"),
      hermes.seen("engine-fallback"),
    ]).toEqual([[], [], [], []]);
    expect(hermes.seen("compressed").length).toBeGreaterThanOrEqual(3);

    const said: readonly Message[] = hermes.seen("message-stored").map(({ message }) => message);
    const nodes = engineOf(hermes).store.nodes();
    const items = engineOf(hermes).items(hermes.agent.messages);
    expect(Math.max(...nodes.map(({ depth }) => depth))).toBeGreaterThanOrEqual(1);
    expect(idsNow(hermes)).toEqual(said.map(({ id }) => id));
    const sent = said.slice(0, -1);
    for (const message of sent) expect(await expand(engineOf(hermes), message.id)).toBe(originalText(message));

    const tip = hermes.agent.session!;
    const closedAt = new Date(Date.now() + 1).toISOString();
    const again = await hermes.reopen();
    await again.agent.resume(tip);
    expect(engineOf(again).store.nodes()).toEqual(nodes);
    const spoken = async (when: "since" | "before"): Promise<number> =>
      JSON.parse(await engineOf(again).handleToolCall("lcm_grep", { pattern: "module-1.ts", [when]: closedAt })).total;
    expect([await spoken("since"), (await spoken("before")) > 0]).toEqual([0, true]);
    expect(engineOf(again).items(again.agent.messages)).toEqual(items);
    for (const message of said) expect(await expand(engineOf(again), message.id)).toBe(originalText(message));
    for (const node of nodes)
      expect(await expand(engineOf(again), node.id)).toContain(
        originalText(said.find(({ id }) => id === node.covers[0])!),
      );

    await again.agent.undoCompression("replay");
    expect(idsNow(again)).toEqual(said.map(({ id }) => id));
    for (const message of said) expect(await expand(engineOf(again), message.id)).toBe(originalText(message));
    expect(await again.say("go on")).toEqual({ outcome: "answered" });
    expect(again.server.violations).toEqual([]);
  });

  it("builds nodes while the user reads, and applies them before the next turn without a model call", async () => {
    const hermes = await runLossless({ server: { script: reader() } });
    await fillBetweenMarks(hermes);
    await expect.poll(() => engineOf(hermes).store.nodes().length, { timeout: 5_000 }).toBeGreaterThan(0);
    const before = hermes.server.requests.length;
    expect(hermes.seen("compressed")).toEqual([]);
    expect(await hermes.say("thanks")).toEqual({ outcome: "answered" });
    expect(hermes.seen("compressed")).toMatchObject([{ trigger: "automatic", outcome: "folded" }]);
    expect(hermes.seen("compressed")[0]?.costUsd).toBeGreaterThan(0);
    expect(hermes.server.requests.slice(before).map(isNodeCall)).toEqual([false]);
  });

  it("can still read the text of an evicted result after a restart", async () => {
    const hermes = await runLossless({ server: { script: reader() } });
    await hermes.say("read 2 more");
    const read = hermes.agent.messages.find(({ role }) => role === "tool")!;
    await hermes.agent.evict(read.id);
    const tip = hermes.agent.session!;
    const again = await hermes.reopen();
    await again.agent.resume(tip);
    expect(originalText(again.agent.messages.find(({ id }) => id === read.id)!)).not.toBe(originalText(read));
    expect(await expand(engineOf(again), read.id)).toBe(originalText(read));
  });

  it("keeps nodes built in the background after a restart", async () => {
    const hermes = await runLossless({ server: { script: reader() } });
    await fillBetweenMarks(hermes);
    await expect
      .poll(
        async () =>
          (await hermes.sessions.read(hermes.agent.session!)).events.some(
            ({ name, data }) => name === "engine-state" && JSON.stringify(data).includes("leaf_"),
          ),
        { timeout: 5_000 },
      )
      .toBe(true);
    const [tip, nodes] = [hermes.agent.session!, engineOf(hermes).store.nodes()];
    const again = await hermes.reopen();
    await again.agent.resume(tip);
    expect(engineOf(again).store.nodes()).toEqual(nodes);
  });
});

/** Above the soft threshold, where background builds start, and below the hard one, which interrupts a turn. */
async function fillBetweenMarks(hermes: RunningHermes): Promise<void> {
  const used = () => (hermes.seen("context-measured").at(-1)?.context.usedTokens ?? 0) / WINDOW_TOKENS;
  await hermes.say("read 10 more");
  while (used() < 0.75) await hermes.say("read 1 more");
  expect(used()).toBeLessThan(0.84);
}

describe("a background build in progress", () => {
  const stalled = () => runLossless({ server: { script: reader(() => ({ kind: "stall", at: "headers" })) } });

  it.each<readonly [string, (hermes: RunningHermes) => Promise<unknown>]>([
    ["another session starts", ({ agent }) => agent.newSession()],
    [
      "another engine is selected",
      (hermes) => {
        hermes.set({ "hermes.context.engine": "compressor" });
        return hermes.agent.changeEngine();
      },
    ],
    [
      "a turn is taken back",
      async ({ agent, seen }) => {
        const id = seen("turn-started").at(-1)!.messageId;
        await agent.restore(await agent.planRestore({ kind: "message", id, what: "conversation" }));
      },
    ],
  ])("is abandoned without a trace or a notice when %s", async (_, leave) => {
    const hermes = await stalled();
    await fillBetweenMarks(hermes);
    const engine = engineOf(hermes);
    expect(hermes.server.requests.some(isNodeCall)).toBe(true);
    await leave(hermes);
    hermes.server.use(() => says("fine"));
    expect(await hermes.say("and now?")).toEqual({ outcome: "answered" });
    expect(engine.store.nodes()).toEqual([]);
    expect([
      hermes.seen("compression-failed"),
      hermes.seen("compression-paused"),
      hermes.seen("notice").filter(({ level }) => level !== "info"),
    ]).toEqual([[], [], []]);
    expect(hermes.server.violations).toEqual([]);
  });

  it("does not delay a message", async () => {
    const hermes = await stalled();
    await fillBetweenMarks(hermes);
    expect(await hermes.say("thanks")).toEqual({ outcome: "answered" });
    expect(hermes.seen("compressed")).toEqual([]);
  });
});
