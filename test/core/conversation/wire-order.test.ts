import { describe, expect, it } from "vitest";
import type { SummaryPlace, WireRole } from "../../../src/core/conversation/wire-order";
import { placeSummary } from "../../../src/core/conversation/wire-order";

const places: readonly (readonly [before: WireRole | undefined, after: WireRole | undefined, place: SummaryPlace])[] = [
  [undefined, "assistant", "user"],
  [undefined, undefined, "user"],
  [undefined, "user", "into-after"],
  ["tool", "assistant", "user"],
  ["tool", "user", "assistant"],
  ["user", "user", "assistant"],
  ["assistant", "assistant", "user"],
  ["assistant", "user", "into-after"],
  ["user", "assistant", "into-before"],
  ["user", undefined, "into-before"],
  ["assistant", undefined, "user"],
];

describe("placeSummary", () => {
  it.each(places)("between %s and %s goes %s", (before, after, place) => {
    expect(placeSummary(before, after)).toBe(place);
  });
});
