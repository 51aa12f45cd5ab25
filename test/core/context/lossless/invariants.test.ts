import { describe, expect, it } from "vitest";
import type { Summarize } from "../../../../src/core/context/engine";
import { SummaryError } from "../../../../src/core/context/engine";
import type { LosslessNode } from "../../../../src/core/context/lossless/dag";
import type { LosslessEngine } from "../../../../src/core/context/lossless/lossless-engine";
import { createLosslessEngine } from "../../../../src/core/context/lossless/lossless-engine";
import type { MessageId } from "../../../../src/core/conversation/ids";
import { sessionId } from "../../../../src/core/conversation/ids";
import type { Message } from "../../../../src/core/conversation/message";
import { noUsage } from "../../../../src/core/conversation/usage";
import { emptyLedger } from "../../../../src/core/ledger/add-to-ledger";
import { estimateMessagesTokens, estimateTextTokens } from "../../../../src/core/tokens/estimate";
import { makeHistory, seeded } from "./history";

const HISTORIES = 2_000;
const WINDOWS = [800, 1_200, 2_400] as const;

/** Answers like a model on a bad day: mostly short texts, sometimes nothing, too much, or an error. */
const moodySummarizer =
  (random: () => number): Summarize =>
  async (request) => {
    const mood = random();
    if (mood < 0.1) throw new SummaryError("overloaded", "transient");
    if (mood < 0.15) throw new Error("socket closed");
    if (mood < 0.2) return "";
    if (mood < 0.25) return request.prompt.repeat(2);
    const words = "word ".repeat(Math.floor(request.targetTokens * random()));
    return `Notes on ${request.folded.length} messages. ${words}\nExpand for: outputs`;
  };

const idsOf = (messages: readonly Message[]): readonly MessageId[] =>
  messages.flatMap((message) => (message.role === "summary" ? message.covers : [message.id]));

/** Results without an open call, and calls whose results are missing when the next turn begins. */
function partedCalls(messages: readonly Message[]): readonly string[] {
  const parted: string[] = [];
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.delete(message.callId)) parted.push(message.callId);
      continue;
    }
    parted.push(...open);
    open = new Set(
      message.role === "assistant"
        ? message.parts.flatMap((part) => (part.type === "tool-call" ? [part.callId] : []))
        : [],
    );
  }
  return parted;
}

const withDescendants = (engine: LosslessEngine, node: LosslessNode): readonly LosslessNode[] => [
  node,
  ...node.children.flatMap((id) => {
    const child = engine.store.node(id);
    return child === undefined ? [] : withDescendants(engine, child);
  }),
];

function expectSoundNodes(engine: LosslessEngine, active: readonly Message[], lived: readonly Message[]): void {
  const positions = new Map(lived.map((message, index) => [message.id, index]));
  const items = engine.items(active);
  expect(items.flatMap((item) => item.ids)).toEqual(lived.map(({ id }) => id));
  for (const node of items.flatMap((item) => (item.kind === "node" ? withDescendants(engine, item.node) : []))) {
    const places = node.covers.map((id) => positions.get(id) ?? NaN);
    expect(places).toEqual(places.map((_, offset) => (places[0] ?? 0) + offset));
    expect(node.tokens).toBe(estimateTextTokens(node.text));
    if (node.writing !== "deterministic") expect(node.tokens).toBeLessThan(node.sourceTokens);
    for (const childId of node.children) {
      const child = engine.store.node(childId);
      expect(node.files.map(({ id }) => id)).toEqual(
        expect.arrayContaining(child?.files.map(({ id }) => id) ?? ["missing child"]),
      );
    }
    if (node.children.length > 0)
      expect(node.children.flatMap((child) => engine.store.node(child)?.covers ?? [])).toEqual(node.covers);
  }
}

interface Tally {
  readonly compressions: number;
  readonly condensed: number;
  readonly cutByCode: number;
  /** Nodes written for a range that was gone when they were done. */
  readonly withoutPlace: number;
}

/**
 * Grows a history and compresses on demand, while background builds race with compressions, stops, undone turns, and
 * restarts.
 */
async function live(seed: number): Promise<Tally> {
  const random = seeded(seed);
  const contextLength = WINDOWS[seed % WINDOWS.length] ?? 8_000;
  let nowMs = 0;
  const makeEngine = () =>
    createLosslessEngine({ contextLength, summarize: moodySummarizer(random), now: () => nowMs });
  let engine = makeEngine();
  engine.updateFromResponse(noUsage);
  const history = makeHistory(random, {
    turns: 3 + Math.floor(random() * 4),
    words: contextLength / 8,
    prefix: `s${seed}-`,
  });
  const signal = new AbortController().signal;
  let active: readonly Message[] = [];
  let lived: readonly Message[] = [];
  for (const message of history) {
    active = [...active, message];
    lived = [...lived, message];
    nowMs += 100_000;
    if (!isAnswer(message) || random() < 0.3) continue;
    if (random() < 0.05) engine = takeUpAgain(engine, makeEngine(), active, lived);
    const given = new AbortController();
    const build = () => engine.prepare(active, given.signal).catch(() => expect(given.signal.aborted).toBe(true));
    const before = random() < 0.3 ? build() : undefined;
    if (random() < 0.1) [active, lived] = [undoTurn(active), undoTurn(lived)];
    const trigger = random() < 0.15 ? "overflow" : random() < 0.2 ? "manual" : "automatic";
    const full = active;
    const due = trigger !== "automatic" || engine.shouldCompressPreflight?.(active) === true;
    const compressing = due ? engine.compress(active, { trigger, ledger: emptyLedger, signal }) : undefined;
    const during = random() < 0.2 ? build() : undefined;
    if (random() < 0.1) given.abort();
    active = (await compressing) ?? active;
    await before;
    await during;
    expect(idsOf(active).join()).toBe(lived.map(({ id }) => id).join());
    expect(active.filter(({ role }) => role === "summary").length).toBeLessThanOrEqual(1);
    expect(estimateMessagesTokens(active)).toBeLessThanOrEqual(estimateMessagesTokens(full));
    expect(partedCalls(active)).toEqual([]);
  }
  expectSoundNodes(engine, active, lived);
  const unseen = lived.slice(lived.findLastIndex((message) => engine.store.original(message.id) !== undefined) + 1);
  expect(
    lived.filter((message) => !unseen.includes(message) && engine.store.original(message.id)?.message !== message),
  ).toEqual([]);
  const nodes = engine.store.nodes();
  const alive = new Set(lived.map(({ id }) => id));
  return {
    compressions: engine.compressionCount,
    condensed: nodes.filter(({ kind }) => kind === "condensed").length,
    cutByCode: nodes.filter(({ writing }) => writing === "deterministic").length,
    withoutPlace: nodes.filter(({ covers }) => covers.some((id) => !alive.has(id))).length,
  };
}

/** As after a restart: everything the next one knows comes from journals. */
function takeUpAgain(
  left: LosslessEngine,
  next: LosslessEngine,
  active: readonly Message[],
  lived: readonly Message[],
): LosslessEngine {
  const { durable } = left.status();
  next.onSessionStart?.({
    sessionId: sessionId("again"),
    reason: "resume",
    messages: active,
    ancestors: lived,
    ...(durable === undefined ? {} : { durable: JSON.parse(JSON.stringify(durable)) }),
  });
  expect(next.items(active)).toEqual(left.items(active));
  return next;
}

const isAnswer = (message: Message): boolean =>
  message.role === "assistant" && message.parts.every((part) => part.type !== "tool-call");

/** Takes the newest turn back, as a person does; what a summary already stands for stays. */
function undoTurn(messages: readonly Message[]): readonly Message[] {
  const request = messages.findLastIndex(({ role }) => role === "user");
  return request > 0 ? messages.slice(0, request) : messages;
}

describe("the lossless engine over generated histories", () => {
  it(`holds its invariants over ${HISTORIES} histories with failures, background builds, and restarts`, async () => {
    const tallies: Tally[] = [];
    for (let seed = 0; seed < HISTORIES; seed++) tallies.push(await live(seed));
    const total = (key: keyof Tally) => tallies.reduce((sum, tally) => sum + tally[key], 0);
    expect(total("compressions")).toBeGreaterThan(HISTORIES);
    expect(total("condensed")).toBeGreaterThan(HISTORIES / 4);
    expect(total("cutByCode")).toBeGreaterThan(HISTORIES / 4);
    expect(total("withoutPlace")).toBeGreaterThan(0);
  }, 300_000);
});
