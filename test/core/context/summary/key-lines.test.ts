import { describe, expect, it } from "vitest";
import { keyLines, scoreLine } from "../../../../src/core/context/summary/key-lines";

describe("a line", () => {
  it.each(["retries: 5", "max width = -12.5", 'port="8080"', "set x=7", "a.b.c : 3"])(
    "that gives something a number counts as a value: %j",
    (line) => {
      expect(scoreLine(line, "words")).toBeGreaterThanOrEqual(2);
    },
  );

  it.each(["only words here", "key: value", "x=", ": 5", "12 of them"])(
    "without a named number does not: %j",
    (line) => {
      expect(scoreLine(line, "words")).toBe(0);
    },
  );
});

it("keeps a value at the end of a long plain line in sight", () => {
  const [best] = keyLines(`${"plain words ".repeat(100)}error limit = 42`, { lines: 1, chars: 1_000 }, "words");
  expect(best?.line).toContain("error limit = 42");
});
