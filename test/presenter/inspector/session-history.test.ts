import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import type { JsonValue } from "../../../src/core/base/json";
import { requestId, sessionId } from "../../../src/core/conversation/ids";
import { createPresenter } from "../../../src/presenter/presenter";
import { model } from "../../support/agent-events";
import { call, says, summary, user } from "../../support/conversation";

const REPORT = {
  outcome: "folded",
  trigger: "manual",
  focusTopic: "login",
  beforeTokens: 104_000,
  afterTokens: 31_000,
  beforeMessages: 80,
  afterMessages: 26,
  foldedMessages: 55,
  prunedResults: 12,
  durationMs: 8_200,
  costUsd: 0.04,
  compressions: 2,
  verification: { score: 0.9, lost: ["a.ts"], repaired: [], invented: [] },
};

const earlier = summary("Earlier work");

const resumed = (...compressions: readonly JsonValue[]): AgentEvent => ({
  type: "session-opened",
  session: sessionId("s2"),
  title: "Fix the login #2",
  parentId: sessionId("s1"),
  reason: "resume",
  model,
  messages: [user("fix it"), earlier, says("On it.", call("terminal", '{"command":"npm test"}', "c1"))],
  past: {
    compressions: compressions.map((report) => ({
      session: sessionId("s2"),
      from: sessionId("s1"),
      summaryId: earlier.id,
      report,
      state: "applied",
    })),
    checkpoints: [],
    requests: [
      {
        id: requestId("r1"),
        at: 5,
        purpose: "agent",
        provider: "anthropic",
        model: "claude-x",
        usage: { input: 100, cacheRead: 900, cacheWrite: 0, output: 10, reasoning: 0 },
        costUsd: 0.02,
        durationMs: 700,
      },
      {
        id: requestId("r2"),
        at: 9,
        purpose: "summary",
        provider: "anthropic",
        model: "claude-x",
        usage: { input: 50, cacheRead: 0, cacheWrite: 0, output: 20, reasoning: 0 },
        costUsd: null,
        durationMs: 800,
      },
    ],
  },
});

const resume = (event: AgentEvent) => {
  const presenter = createPresenter();
  presenter.take(event);
  return presenter;
};

describe("a session taken up again", () => {
  it("shows its compression where the summary stands, with the way back", () => {
    const presenter = resume(resumed(REPORT));
    const compression = {
      id: "s2",
      from: "s1",
      state: "applied",
      ordinal: 2,
      beforeTokens: 104_000,
      afterTokens: 31_000,
      focusTopic: "login",
      durationMs: 8_200,
      verification: { score: 0.9, lost: ["a.ts"] },
    };
    expect(presenter.chat().rows[1]).toMatchObject({ kind: "context", change: { type: "compressed", compression } });
    expect(presenter.inspector().compressions).toMatchObject([compression]);
  });

  it("remembers its requests, cost and hit rate", () => {
    const { timeline, totals, cache } = resume(resumed(REPORT)).inspector();
    expect(timeline.map(({ requestId: id, purpose }) => [id, purpose])).toEqual([
      ["r1", "agent"],
      ["r2", "summary"],
    ]);
    expect(totals).toEqual({
      costUsd: null,
      usage: { input: 100, cacheRead: 900, cacheWrite: 0, output: 10, reasoning: 0 },
      auxiliaryUsage: { input: 50, cacheRead: 0, cacheWrite: 0, output: 20, reasoning: 0 },
    });
    expect([cache.status.hitRate, cache.savedUsd]).toEqual([0.9, (900 * 2.7) / 1e6]);
  });

  it("shows a call that never got its result as stopped", () => {
    expect(resume(resumed()).chat().rows.at(-1)).toMatchObject({ kind: "tool", status: "stopped" });
  });

  it.each([[null], ["text"], [{}], [{ beforeTokens: "many" }]])(
    "keeps the plain summary row where the record is %j",
    (record) => {
      const presenter = resume(resumed(record as JsonValue));
      expect(presenter.chat().rows[1]).toMatchObject({ change: { type: "summary" } });
      expect(presenter.inspector().compressions).toEqual([]);
    },
  );
});
