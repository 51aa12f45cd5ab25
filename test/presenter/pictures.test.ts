import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/core/agent/events";
import { verbatim } from "../../src/core/base/sentence";
import { sessionId } from "../../src/core/conversation/ids";
import type { UsageLine } from "../../src/core/sessions/lineage/session";
import { presentUsage } from "../../src/presenter/inspector/usage";
import { changesFor, createPresenter } from "../../src/presenter/presenter";
import {
  compressed,
  compressing,
  grew,
  measure,
  measured,
  model,
  opened,
  reported,
  requestStarted,
  turnEnded,
  undone,
} from "../support/agent-events";

const play = (...events: readonly AgentEvent[]) => {
  const presenter = createPresenter();
  for (const event of events) presenter.take(event);
  return presenter;
};

describe("the gauge", () => {
  it("is there from message one, empty but with its window", () => {
    expect(play(opened()).meter().gauge).toEqual({
      usedTokens: 0,
      source: "estimated",
      windowTokens: 200_000,
      windowOrigin: "catalog",
      thresholdTokens: 100_000,
      hygieneTokens: 170_000,
      turnsLeft: null,
      state: "calm",
    });
  });

  it.each([
    [84_999, "calm"],
    [85_000, "near"],
    [99_999, "near"],
    [100_000, "over"],
    [170_000, "full"],
  ])("at %d tokens is %s", (tokens, state) => {
    expect(play(opened(), measured(tokens)).meter().gauge.state).toBe(state);
  });

  it("is one and the same in header, inspector and meter", () => {
    const presenter = play(opened(), measured(62_400));
    expect(presenter.chat().header.gauge).toBe(presenter.meter().gauge);
    expect(presenter.inspector().context.gauge).toBe(presenter.meter().gauge);
  });
});

describe("caching", () => {
  const warm = [opened(), requestStarted("r1", 5_000)] as const;

  it("draws the breakpoints where they lie in the request", () => {
    expect(play(...warm).inspector().cache.lastRequest?.breakpoints).toEqual([
      { after: "system", messageId: null, atTokens: 4_000, state: "pending" },
      { after: "message", messageId: "a", atTokens: 7_000, state: "pending" },
      { after: "message", messageId: "b", atTokens: 10_000, state: "pending" },
    ]);
  });

  it("tells hit from written, hit rate, expiry and money saved", () => {
    const { cache } = play(...warm, reported({ cacheRead: 7_000, cacheWrite: 2_900, input: 100 })).inspector();
    expect(cache.lastRequest?.breakpoints.map(({ state }) => state)).toEqual(["hit", "hit", "written"]);
    expect(cache.status).toEqual({
      state: "on",
      why: "Claude on its own route",
      ttl: "5m",
      hitRate: 0.7,
      expiresAt: 305_000,
    });
    expect(cache.savedUsd).toBeCloseTo((7_000 * 2.7 - 2_900 * 0.75) / 1e6);
  });

  it("names the parts of the request that was sent, whatever the context becomes after it", () => {
    const partsOf = (...events: readonly AgentEvent[]) =>
      play(...warm, ...events)
        .inspector()
        .cache.lastRequest?.parts.map(({ kind }) => kind);
    const sent = [reported({ cacheRead: 7_000, cacheWrite: 2_900, input: 100 }), measured(10_000)];
    expect(partsOf()).toEqual([]);
    expect(partsOf(...sent)).toEqual(measure(10_000).segments.map(({ kind }) => kind));
    const folded: AgentEvent = {
      ...measured(2_000),
      context: { ...measure(2_000), segments: [{ kind: "summary", tokens: 2_000 }] },
    } as AgentEvent;
    expect(partsOf(...sent, folded)).toEqual(partsOf(...sent));
  });

  it("remembers the cause of the last miss", () => {
    const miss: AgentEvent = {
      ...reported({ input: 10_000 }),
      missCause: verbatim("the tool list changed"),
    } as AgentEvent;
    expect(play(...warm, miss).inspector().cache.lastMiss).toEqual({ requestId: "r1", cause: "the tool list changed" });
  });

  it("keeps what was saved when the model changes", () => {
    const dear = { ...model, prices: { input: 30, output: 150, cacheRead: 3, cacheWrite5m: 37.5, cacheWrite1h: 60 } };
    const saved = (...events: readonly AgentEvent[]) => play(...warm, ...events).inspector().cache.savedUsd ?? 0;
    const [first, second] = [reported({ cacheRead: 7_000 }), reported({ cacheRead: 1_000 }, "r2")];
    expect(saved(first, { type: "model-changed", model: dear }, requestStarted("r2"), second)).toBeCloseTo(
      saved(first) + (1_000 * 27) / 1e6,
    );
  });

  it("claims no savings where no price is known", () => {
    const { prices: _, ...unpriced } = model;
    expect(
      play(opened(), { type: "model-changed", model: unpriced }, reported({ cacheRead: 9 })).inspector().cache.savedUsd,
    ).toBeNull();
  });
});

describe("the timeline", () => {
  it("fills a bar when usage arrives and marks the first request after a compression", () => {
    const { timeline } = play(
      opened(),
      requestStarted("r1"),
      reported({ input: 5 }, "r1"),
      compressed("s2"),
      requestStarted("r2"),
    ).inspector();
    expect(
      timeline.map(({ requestId, usage, afterCompression }) => [requestId, usage?.input, afterCompression]),
    ).toEqual([
      ["r1", 5, null],
      ["r2", undefined, "s2"],
    ]);
  });

  it("sends one bar a request, not the list", () => {
    const presenter = play(opened(), ...Array.from({ length: 50 }, (_, index) => requestStarted(`r${index}`)));
    const taken = presenter.take(reported({ input: 5 }, "r49"));
    expect(taken.kind === "changes" && taken.changes.filter(({ kind }) => kind === "bar")).toHaveLength(1);
  });
});

describe("compressions", () => {
  it("are listed with their verification and marked when undone", () => {
    const presenter = play(opened(), compressing, compressed("s2"), undone());
    expect(presenter.inspector().compressions).toMatchObject([
      { id: "s2", state: "undone", ordinal: 1, verification: { score: 0.96, lost: ["src/old.ts"] } },
    ]);
  });

  it("keep the meter spinning until they end", () => {
    const presenter = play(opened(), compressing);
    expect(presenter.meter().activity).toBe("compressing");
    presenter.take(compressed());
    expect(presenter.meter().activity).toBe("idle");
  });
});

describe("changes", () => {
  it("of a token go to the chat only", () => {
    const presenter = play(opened(), requestStarted(), grew("a"));
    const taken = presenter.take(grew("b"));
    expect(taken).toEqual({ kind: "changes", changes: [{ kind: "row-grew", id: "r1/0", offset: 1, text: "b" }] });
    expect(taken.kind === "changes" && changesFor("inspector", taken.changes)).toEqual([]);
  });

  it("start over with another session", () => {
    expect(play(opened()).take(opened("resume"))).toEqual({ kind: "start-over" });
  });

  it("carry pictures the host was asked for", () => {
    const presenter = play(opened());
    expect(presenter.show({ kind: "preview", preview: null })).toEqual({
      kind: "changes",
      changes: [{ kind: "preview", preview: null }],
    });
  });
});

describe("activity", () => {
  it("follows the turn", () => {
    const presenter = play(opened(), requestStarted());
    const seen = [
      grew("a", "thinking"),
      grew("a"),
      grew("{}", "tool-input"),
      grew("{}", "tool-input"),
      turnEnded("answered"),
    ].map((event) => {
      presenter.take(event);
      return presenter.chat().activity;
    });
    expect(seen).toEqual([
      { kind: "thinking" },
      { kind: "replying" },
      { kind: "writing-call", chars: 2 },
      { kind: "writing-call", chars: 4 },
      { kind: "idle" },
    ]);
  });
});

describe("usage", () => {
  const line = (day: string, modelName: string, input: number, costUsd: number | null): UsageLine => ({
    day,
    session: sessionId(`s-${modelName}`),
    title: modelName,
    model: modelName,
    purpose: "agent",
    requests: 1,
    costUsd,
    usage: { input, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
  });

  it("sums by day in order and by model, dearest first, and keeps an unknown price unknown", () => {
    const usage = presentUsage([
      line("2026-01-02", "big", 10, 0.5),
      line("2026-01-01", "local", 99, null),
      line("2026-01-01", "big", 10, 0.25),
    ]);
    expect(usage.days.map(({ key, costUsd }) => [key, costUsd])).toEqual([
      ["2026-01-01", 0.25],
      ["2026-01-02", 0.5],
    ]);
    expect(usage.models.map(({ key, costUsd, requests }) => [key, costUsd, requests])).toEqual([
      ["big", 0.75, 2],
      ["local", null, 1],
    ]);
    expect(usage.total).toMatchObject({ requests: 3, unpricedRequests: 1, costUsd: 0.75, usage: { input: 119 } });
  });
});
