import { describe, expect, it } from "vitest";
import { keyLines, scoreLine } from "../../../../../src/core/context/summary/facts/key-lines";
import { isErrorLine } from "../../../../../src/core/conversation/text/error-lines";

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

describe("a line of output that reports an error", () => {
  const ERROR_POINTS = 8;
  it.each([
    "TypeError: x is not a function",
    "Caused by: java.io.IOException",
    "thread 'main' panicked at src/main.rs:3",
    "error[E0308]: mismatched types",
    "src/a.ts(3,5): Cannot find name",
    "npm ERR! missing script",
    "E   assert 1 == 2",
    "[12:00:01] CRITICAL disk full",
    "level=error msg=stopped",
    "oops: nothing left",
    "main.c:3:5: expected a semicolon",
    "listen EADDRINUSE: port 80",
    "Segmentation fault (core dumped)",
    "oom-killer was invoked",
    "'foo' is not recognized as a command",
    "** (RuntimeError) broken",
    "could not resolve host",
    "错误：文件不存在",
    "Fehler: Datei fehlt",
    "✗ adds two numbers",
    "FAIL src/a.test.ts",
    "3 tests failed",
    "process returned 2",
    "request timed out",
  ])("is not missed by the look at its words: %j", (line) => {
    expect(isErrorLine(line)).toBe(true);
    expect(scoreLine(line, "output")).toBeGreaterThanOrEqual(ERROR_POINTS);
  });
});
