import { describe, expect, it } from "vitest";
import type { HistoryLine } from "../../src/protocol/history";
import { dayOf, entriesOf } from "../../webview-ui/chat/history/days";

const NOON = new Date(2026, 10, 18, 12).getTime();
const at = (day: number, hour: number, month = 10) => new Date(2026, month, day, hour).getTime();

const line = (id: string, lastUsedAt: number): HistoryLine => ({
  id,
  agent: null,
  title: id,
  lastUsedAt,
  state: "closed",
  figures: null,
  found: null,
});

describe("dayOf", () => {
  it.each([
    ["today", at(18, 0)],
    ["today", at(18, 23)],
    ["yesterday", at(17, 23)],
    ["yesterday", at(17, 0)],
    ["week", at(16, 23)],
    ["week", at(11, 0)],
    ["month", at(10, 23)],
    ["month", at(19, 0, 9)],
    ["older", at(18, 23, 9)],
  ] as const)("is %s", (day, time) => {
    expect(dayOf(time, NOON)).toBe(day);
  });
});

describe("entriesOf", () => {
  const lines = [line("a", at(18, 9)), line("b", at(18, 8)), line("c", at(17, 8)), line("d", at(1, 8, 0))];
  const days = (query: string) => entriesOf({ lines, query }, NOON).map(({ day }) => day);

  it("heads the first session of each day", () => {
    expect(days("")).toEqual(["today", null, "yesterday", "older"]);
  });

  it("heads nothing in what a search found", () => {
    expect(days("cart")).toEqual([null, null, null, null]);
  });
});
