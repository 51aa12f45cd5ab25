import { describe, expect, it } from "vitest";
import { sessionId } from "../../../src/core/conversation/ids";
import { noUsage } from "../../../src/core/conversation/usage";
import { cacheHitRate, summarizeUsage } from "../../../src/core/sessions/insights";
import { header, openStore, request, tempFolder } from "../../support/sessions";

const day = (date: number) => Date.UTC(2026, 0, date, 12);

async function someWork() {
  const store = openStore(await tempFolder());
  const first = await store.create(header("first"));
  await first.recordRequest(request("a", { input: 100, cacheRead: 300, output: 10 }, { at: day(1), costUsd: 1 }));
  await first.recordRequest(request("b", { input: 100 }, { at: day(1), costUsd: 2 }));
  await first.recordRequest(request("c", { input: 50 }, { at: day(2), purpose: "summary", model: "small", costUsd: 0.5 }));
  const second = await store.create(header("second"));
  await second.recordRequest(request("d", { input: 1000 }, { at: day(3), model: "local", costUsd: null }));
  return store;
}

describe("usage lines", () => {
  it("add up requests by day, session, model and purpose within the range", async () => {
    const store = await someWork();
    expect(await store.usage({ fromMs: day(1), toMs: day(3) })).toEqual([
      { day: "2026-01-01", session: "first", title: "Title of first", model: "claude-x", purpose: "agent", requests: 2, usage: { ...noUsage, input: 200, cacheRead: 300, output: 10 }, costUsd: 3 },
      { day: "2026-01-02", session: "first", title: "Title of first", model: "small", purpose: "summary", requests: 1, usage: { ...noUsage, input: 50 }, costUsd: 0.5 },
    ]);
  });
});

describe("insights", () => {
  it("tell where tokens and money went and what the cache saved", async () => {
    const insights = summarizeUsage(await (await someWork()).usage({ fromMs: 0, toMs: day(9) }));
    const brief = (rows: typeof insights.days) => rows.map(({ key, requests, costUsd, cacheHitRate: rate }) => [key, requests, costUsd, rate]);
    expect(brief([insights.total])).toEqual([["total", 4, null, 300 / 1550]]);
    expect(brief(insights.sessions)).toEqual([["first", 3, 3.5, 300 / 550], ["second", 1, null, 0]]);
    expect(brief(insights.models)).toEqual([["claude-x", 2, 3, 0.6], ["small", 1, 0.5, 0], ["local", 1, null, 0]]);
    expect(brief(insights.days)).toEqual([["2026-01-03", 1, null, 0], ["2026-01-02", 1, 0.5, 0], ["2026-01-01", 2, 3, 0.6]]);
    expect(brief(insights.purposes).map(([key]) => key)).toEqual(["agent", "summary"].sort((a) => (a === "summary" ? -1 : 1)));
    expect(insights.sessions[0]?.label).toBe("Title of first");
  });

  it("know no hit rate where nothing was sent", () => expect(cacheHitRate(noUsage)).toBeNull());

  it("of nothing are empty", () => {
    expect(summarizeUsage([])).toEqual({ total: { key: "total", label: "Total", requests: 0, usage: noUsage, costUsd: 0, cacheHitRate: null }, sessions: [], models: [], days: [], purposes: [] });
  });

  it("do not mix sessions of one title", () => {
    const line = { day: "2026-01-01", title: "Same", model: "m", purpose: "agent" as const, requests: 1, usage: noUsage, costUsd: 1 };
    expect(summarizeUsage([{ ...line, session: sessionId("a") }, { ...line, session: sessionId("b") }]).sessions).toHaveLength(2);
  });
});
