import { describe, expect, it } from "vitest";
import { noUsage } from "../../../../src/core/conversation/usage";
import { header, openStore, request, tempFolder } from "../../../support/sessions";

const day = (date: number) => Date.UTC(2026, 0, date, 12);

async function someWork() {
  const store = openStore(await tempFolder());
  const first = await store.create(header("first"));
  await first.recordRequest(request("a", { input: 100, cacheRead: 300, output: 10 }, { at: day(1), costUsd: 1 }));
  await first.recordRequest(request("b", { input: 100 }, { at: day(1), costUsd: 2 }));
  await first.recordRequest(
    request("c", { input: 50 }, { at: day(2), purpose: "summary", model: "small", costUsd: 0.5 }),
  );
  const second = await store.create(header("second"));
  await second.recordRequest(request("d", { input: 1000 }, { at: day(3), model: "local", costUsd: null }));
  return store;
}

describe("usage lines", () => {
  it("add up requests by day, session, model and purpose within the range", async () => {
    const store = await someWork();
    expect(await store.usage({ fromMs: day(1), toMs: day(3) })).toEqual([
      {
        day: "2026-01-01",
        session: "first",
        title: "Title of first",
        model: "claude-x",
        purpose: "agent",
        requests: 2,
        usage: { ...noUsage, input: 200, cacheRead: 300, output: 10 },
        costUsd: 3,
      },
      {
        day: "2026-01-02",
        session: "first",
        title: "Title of first",
        model: "small",
        purpose: "summary",
        requests: 1,
        usage: { ...noUsage, input: 50 },
        costUsd: 0.5,
      },
    ]);
  });
});
