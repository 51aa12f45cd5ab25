import { describe, expect, it } from "vitest";
import type { Breakpoint } from "../../../src/core/caching/breakpoints";
import { placeBreakpoints } from "../../../src/core/caching/breakpoints";
import type { Message } from "../../../src/core/conversation/message";
import type { CacheRule } from "../../../src/core/models/model";
import { call, result, says, user } from "../../support/conversation";

const cached: CacheRule = { kind: "breakpoints", minimumTokens: 1_024 };
const places = (messages: readonly Message[], breakpoints: readonly Breakpoint[]) =>
  breakpoints.map((breakpoint) =>
    breakpoint.after === "system" ? "system" : messages.findIndex(({ id }) => id === breakpoint.messageId),
  );
const place = (messages: readonly Message[], previous?: readonly Breakpoint[]) =>
  places(messages, placeBreakpoints(messages, cached, previous));
const step = (count: number, name: string) => {
  const keys = Array.from({ length: count }, (_, index) => `${name}${index}`);
  return [says("next", ...keys.map((key) => call("read", "{}", key))), ...keys.map((key) => result("read", key, key))];
};

describe("placeBreakpoints", () => {
  it("marks the system prompt and the last three turns as sent", () => {
    expect(place([user("a"), says("b"), user("c"), says("d"), user("e")])).toEqual(["system", 2, 3, 4]);
  });

  it("counts all results of one step as one turn", () => {
    const messages = [user("a"), ...step(3, "x"), ...step(3, "y")];
    expect(place(messages)).toEqual(["system", 4, 5, 8]);
  });

  it("marks what there is in a short conversation", () => {
    expect([place([]), place([user("a")])]).toEqual([["system"], ["system", 0]]);
  });

  it("passes over turns that cannot carry a mark", () => {
    const mute = says({ type: "thinking", text: "hm" });
    expect(place([user("a"), says("b"), user("c"), mute])).toEqual(["system", 0, 1, 2]);
  });

  it.each<CacheRule>([{ kind: "none" }, { kind: "automatic", minimumTokens: 1_024 }])(
    "marks nothing where the cache is $kind",
    (rule) => {
      expect(placeBreakpoints([user("a")], rule)).toEqual([]);
    },
  );

  it("keeps a mark on the last written place when more was appended than a read looks back over", () => {
    const start = [user("a"), ...step(1, "x")];
    const before = placeBreakpoints(start, cached);
    const grown = [...start, ...step(12, "y"), ...step(12, "z"), user("and now?")];
    expect(place(grown, before)).toEqual(["system", 2, 16, 29]);
  });

  it("needs no such mark where the last written place is within reach", () => {
    const start = [user("a"), ...step(1, "x")];
    const before = placeBreakpoints(start, cached);
    const grown = [...start, ...step(2, "y"), ...step(2, "z")];
    expect(place(grown, before)).toEqual(place(grown));
  });

  it("forgets marks on messages that are gone", () => {
    const before: readonly Breakpoint[] = placeBreakpoints([user("gone")], cached);
    const messages = [user("a"), says("b"), user("c")];
    expect(place(messages, before)).toEqual(["system", 0, 1, 2]);
  });
});
