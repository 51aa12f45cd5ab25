import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import type { CompressOptions, Summarize } from "../../../../src/core/context/engine";
import { checkLegal } from "../../../../src/core/conversation/legality";
import type { Message } from "../../../../src/core/conversation/message";
import { newestRequestText } from "../../../../src/core/conversation/newest-request";
import { estimateMessagesTokens } from "../../../../src/core/tokens/estimate";
import { wildConversation } from "../../../support/conversations";

const CONVERSATIONS = 300;
const TRIGGERS = ["automatic", "manual", "overflow"] as const;
const SUMMARIZERS: readonly Summarize[] = [
  async (request) => `## Goal\nTurn ${request.folded.length}.`,
  async () => "no headings at all, just words",
  async () => `## Critical Context\n${"far too many words ".repeat(2_000)}`,
  async () => {
    throw new Error("503");
  },
];

interface Run {
  readonly messages: readonly Message[];
  readonly result: readonly Message[];
  readonly outcome: string;
  readonly again: readonly Message[];
}

async function run(seed: number): Promise<Run> {
  const messages = wildConversation(seed);
  const asked: CompressOptions = { trigger: TRIGGERS[seed % 3] ?? "manual", signal: new AbortController().signal };
  const make = () =>
    createCompressor({
      contextLength: 4_000 + (seed % 5) * 4_000,
      summarize: SUMMARIZERS[seed % 4] ?? (async () => ""),
    });
  const engine = make();
  const result = await engine.compress(messages, asked);
  return {
    messages,
    result,
    outcome: engine.status().lastCompression?.outcome ?? "untold",
    again: await make().compress(messages, asked),
  };
}

describe("the engine on wild conversations", async () => {
  const runs = await Promise.all(Array.from({ length: CONVERSATIONS }, (_, seed) => run(seed)));
  const applied = runs.filter(({ messages, result }) => result !== messages);
  const broken = (holds: (run: Run) => boolean, among: readonly Run[] = runs) =>
    among.filter((entry) => !holds(entry)).length;

  it("meets every outcome", () => {
    expect(new Set(runs.map((entry) => entry.outcome))).toEqual(
      new Set(["folded", "fallback", "kept", "nothing-to-compress"]),
    );
  });
  it("changes the list exactly when it says so", () => {
    expect(
      broken(
        ({ messages, result, outcome }) => (result !== messages) === (outcome === "folded" || outcome === "fallback"),
      ),
    ).toBe(0);
  });
  it("returns legal lists with one summary", () => {
    expect(
      broken(
        ({ result }) =>
          checkLegal(result) === undefined && result.filter((message) => message.role === "summary").length === 1,
        applied,
      ),
    ).toBe(0);
  });
  it("never returns a larger list", () => {
    expect(
      broken(({ messages, result }) => estimateMessagesTokens(result) < estimateMessagesTokens(messages), applied),
    ).toBe(0);
  });
  it("keeps the newest request after the summary", () => {
    expect(
      broken(
        ({ messages, result }) =>
          newestRequestText(result.slice(result.findIndex((message) => message.role === "summary"))) ===
          newestRequestText(messages),
        applied,
      ),
    ).toBe(0);
  });
  it("gives the same result for the same conversation", () => {
    expect(broken(({ result, again }) => JSON.stringify(result) === JSON.stringify(again))).toBe(0);
  });
});
