import { describe, expect, it } from "vitest";
import { describeMark, outlineLines, outlineOutput } from "../../../../src/core/spill/outline/outline";

/** Has the shape of a key, and opens nothing. */
const KEY = ["sk-ant", "api03", "Qm7xT2vLp9Zr4KdW8nBy5HfJc3GsAe6UoRi1"].join("-");

const told = async (...lines: readonly string[]) =>
  (await outlineOutput(lines.join("\n"))).map(({ line, kind, result, text }) =>
    [line, kind, result, text].filter((part) => part !== undefined).join(" "),
  );

describe("the outline of an output", () => {
  it.each([
    ["vitest", "  ✓ adds 3ms", "  ✗ parses dates", "1 test passed adds 3ms", "2 test failed parses dates"],
    ["node", "✔ adds (1ms)", "✖ parses dates (2ms)", "1 test passed adds (1ms)", "2 test failed parses dates (2ms)"],
    [
      "pytest",
      "t.py::test_a PASSED [ 50%]",
      "t.py::test_b FAILED [100%]",
      "1 test passed t.py::test_a",
      "2 test failed t.py::test_b",
    ],
    [
      "go",
      "--- PASS: TestA (0.00s)",
      "--- FAIL: TestB (0.01s)",
      "1 test passed TestA (0.00s)",
      "2 test failed TestB (0.01s)",
    ],
    ["cargo", "test a::b ... ok", "test a::c ... FAILED", "1 test passed a::b", "2 test failed a::c"],
    ["TAP", "ok 1 - adds", "not ok 2 - parses", "1 test passed adds", "2 test failed parses"],
    [
      "googletest",
      "[       OK ] S.A (0 ms)",
      "[  FAILED  ] S.B (1 ms)",
      "1 test passed S.A (0 ms)",
      "2 test failed S.B (1 ms)",
    ],
  ])("has the tests of %s with their results", async (_, passed, failed, first, second) => {
    expect(await told(passed, failed)).toEqual([first, second]);
  });

  it("has stack frames of several languages", async () => {
    const frames = [
      "    at parse (src/date.ts:12:7)",
      "    at async node:internal/x:9:1",
      '  File "app/main.py", line 3, in main',
      "\tat org.app.Main.run(Main.java:42)",
      "\tmain.go:17 +0x1d",
    ];
    expect((await outlineOutput(frames.join("\n"))).map(({ kind, line }) => `${kind} ${line}`)).toEqual(
      frames.map((_frame, index) => `frame ${index + 1}`),
    );
  });

  it("has headings, warnings, and errors", async () => {
    expect(
      await told(
        "> app@1.0.0 build",
        "2026-01-02 10:00:00 INFO started",
        "2026-01-02 10:00:01 WARN disk is nearly full",
        "src/a.ts(1,1): error TS2305: no member",
        "=== Summary ===",
        "just words about a warning sign",
      ),
    ).toEqual([
      "1 heading app@1.0.0 build",
      "3 warning 2026-01-02 10:00:01 WARN disk is nearly full",
      "4 error src/a.ts(1,1): error TS2305: no member",
      "5 heading Summary",
    ]);
  });

  it("has the paths of an indented JSON text, of long lists only the first entries", async () => {
    const users = Array.from({ length: 50 }, (_, index) => ({ name: `u${index}`, tags: ["a"] }));
    const text = JSON.stringify({ version: 2, users, deep: { a: { b: { c: { d: 1 } } } } }, null, 2);
    const marks = await outlineOutput(text);
    expect(marks.slice(0, 4).map(describeMark)).toEqual([
      "2: $.version",
      "3: $.users",
      "5: $.users[0].name",
      "6: $.users[0].tags",
    ]);
    expect(marks.map(({ text: path }) => path)).toContain("$.deep.a.b");
    expect(marks.length).toBeLessThan(20);
    for (const { line, text: path } of marks)
      expect(text.split("\n")[line - 1]).toContain(path.split(".").at(-1) ?? "");
  });

  it("reads an output that only begins like JSON as text", async () => {
    expect(await told("{", "not json at all", "✗ parses dates")).toEqual(["3 test failed parses dates"]);
  });

  it("stays bounded, and keeps failures where passed tests fill the output", async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `✓ passes ${index}`);
    const marks = await outlineOutput([...lines, "✗ fails at the end"].join("\n"));
    expect(marks.length).toBeLessThanOrEqual(502);
    expect(marks.filter(({ result }) => result === "failed")).toEqual([
      { line: 60_001, kind: "test", result: "failed", text: "fails at the end" },
    ]);
  });

  it("holds no secret", async () => {
    const marks = await outlineOutput(`✗ logs in with ${KEY}\n# key ${KEY}`);
    expect(marks).toHaveLength(2);
    expect(JSON.stringify(marks)).not.toContain(KEY.slice(14, 34));
  });
});

describe("the outline in the context", () => {
  it("names failed tests and headings that are not shown, within its room", async () => {
    const marks = await outlineOutput(["# Setup", "✓ adds", "✗ parses dates", "# Teardown"].join("\n"));
    expect(outlineLines(marks, "Setup is shown", 600)).toEqual(["3: failed parses dates", "4: Teardown"]);
    expect(outlineLines(marks, "", 30)).toEqual(["3: failed parses dates"]);
  });
});
