import { describe, expect, it } from "vitest";
import type { Segment } from "../../../src/core/agent/events";
import type { Usage } from "../../../src/core/conversation/usage";
import { noUsage } from "../../../src/core/conversation/usage";
import { cachedParts } from "../../../src/presenter/inspector/cached-parts";

const segments: readonly Segment[] = [
  { kind: "system", tokens: 1_000 },
  { kind: "head", tokens: 3_000 },
  { kind: "tail", tokens: 8_000 },
  { kind: "turn", tokens: 4_000 },
];
const states = (usage: Partial<Usage>, measured = segments) =>
  cachedParts(measured, { ...noUsage, ...usage }).map(({ kind, state }) => `${kind} ${state}`);

describe("what the cache had of a request", () => {
  it("is everything before the last token read, and what was stored behind it", () => {
    expect(states({ cacheRead: 12_000, cacheWrite: 4_000 })).toEqual([
      "system hit",
      "head hit",
      "tail hit",
      "turn written",
    ]);
    expect(states({ cacheRead: 2_000, input: 14_000 })).toEqual([
      "system hit",
      "head partly",
      "tail miss",
      "turn miss",
    ]);
  });

  it.each([
    ["fewer", 0.7],
    ["more", 1.4],
  ])("is the same where the provider counts %s tokens than estimated", (_, factor) => {
    const overhead: Segment = { kind: "overhead", tokens: 16_000 * factor - 16_000 };
    const usage = { cacheRead: 12_000 * factor, cacheWrite: 4_000 * factor };
    expect(states(usage, [...segments, overhead])).toEqual(states({ cacheRead: 12_000, cacheWrite: 4_000 }));
  });

  it("does not count the reply, which was not part of the request", () => {
    const replied = segments.map((segment) => (segment.kind === "turn" ? { ...segment, tokens: 9_000 } : segment));
    expect(states({ cacheRead: 16_000, output: 45_000, reasoning: 40_000 }, replied)).toEqual([
      "system hit",
      "head hit",
      "tail hit",
      "turn hit",
    ]);
  });
});
