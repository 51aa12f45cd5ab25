import { describe, expect, it } from "vitest";
import { quoteLines } from "../../../../src/core/agent/delegation/quoted-lines";
import type { Message } from "../../../../src/core/conversation/message";
import { call, failure, result, says } from "../../../support/conversation";

const LINES = Array.from({ length: 40 }, (_, index) => `const value${index + 1} = ${index + 1};`);
let next = 0;

function exchange(name: string, args: object, text: string): readonly Message[] {
  const key = `c${next++}`;
  return [says(call(name, JSON.stringify(args), key)), result(name, text, key)];
}

const reads = (path: string, from = 1, to = LINES.length, lines: readonly string[] = LINES): readonly Message[] =>
  exchange(
    "read_file",
    { path, offset: from },
    [
      ...lines.slice(from - 1, to).map((line, index) => `${from + index}|${line}`),
      `[${path}: lines ${from}-${to} of ${lines.length}]`,
    ].join("\n"),
  );

const quote = (report: string, messages: readonly Message[], maxChars = 10_000): string =>
  quoteLines(report, messages, maxChars);

describe("lines that a report names", () => {
  it("are quoted as they were read, by file, in order, once", () => {
    const read = [...reads("src/a.ts"), ...reads("b.md", 5, 9)];
    expect(quote("See b.md:6, then `src/a.ts:3-4, 9` and src/a.ts:4.", read)).toBe(
      ["b.md\n6|const value6 = 6;", "src/a.ts\n3|const value3 = 3;\n4|const value4 = 4;\n…\n9|const value9 = 9;"].join(
        "\n\n",
      ),
    );
  });

  it.each([
    ["src/a.ts#L3-L4", ["3", "4"]],
    ["(src/a.ts:3–4)", ["3", "4"]],
    ["[a](src/a.ts:3)", ["3"]],
    ["src/a.ts:3:17 throws", ["3"]],
    ["src/a.ts:3, 5-6, and 9 more", ["3", "5", "6"]],
    ["a.ts:3", ["3"]],
    ["`other`. See src/a.ts:3 in `x`", ["3"]],
    ["`src/a.ts:3`, see also src/a.ts:5 and src/a.ts:7", ["3", "5", "7"]],
    ["./src/a.ts:3", ["3"]],
    ["/home/me/project/src/a.ts:3", ["3"]],
    ["**src/a.ts:3**", ["3"]],
    ["src/a.ts:4-3", []],
    ["src/a.ts:0", []],
    ["src/a.ts:41-50", []],
    ["src/a.ts:39-999999", ["39", "40"]],
    ["src/a.ts:3.5 seconds", []],
    ["src/a.ts:3px", []],
    ["other.ts:3, at 12:30 on localhost:8080, version 1.2:3", []],
    ["no lines at all", []],
  ])("are found in %j", (report, numbers) => {
    const quoted = quote(report, reads("src/a.ts"));
    expect(quoted.split("\n").flatMap((line) => /^(\d+)\|/.exec(line)?.[1] ?? [])).toEqual(numbers);
  });

  it("may be in a path with brackets", () => {
    expect(
      quote("see app/(shop)/[id]/page.tsx:2 (in app/(shop)/[id]/page.tsx:4)", reads("app/(shop)/[id]/page.tsx")),
    ).toBe("app/(shop)/[id]/page.tsx\n2|const value2 = 2;\n…\n4|const value4 = 4;");
  });

  it("may have a path with spaces between backticks", () => {
    expect(quote("`my notes/a b.txt:2`", reads("my notes/a b.txt"))).toContain("2|const value2");
  });

  it("are those of the newest read", () => {
    const changed = LINES.map((line) => line.replace("const", "let"));
    expect(quote("a.ts:2", [...reads("a.ts"), ...reads("a.ts", 1, 40, changed)])).toBe("a.ts\n2|let value2 = 2;");
  });

  it("are not quoted from a file that was changed since, until it is read again", () => {
    const wrote = exchange("write_file", { path: "a.ts", content: "x" }, "Wrote a.ts");
    expect(quote("a.ts:2", [...reads("a.ts"), ...wrote])).toBe("");
    expect(quote("a.ts:2", [...reads("a.ts"), ...wrote, ...reads("a.ts")])).toContain("2|");
  });

  it("come from searches too, where no page shows them", () => {
    const found = exchange(
      "search_files",
      { pattern: "value" },
      '[2 matches in 2 files for "value"]\nsrc/a.ts:3: const cut\nlib/c.ts:12: const value = "a:4: b";',
    );
    expect(quote("src/a.ts:3 and lib/c.ts:12", [...reads("src/a.ts"), ...found])).toBe(
      'src/a.ts\n3|const value3 = 3;\n\nlib/c.ts\n12|const value = "a:4: b";',
    );
  });

  it("are not quoted where a short path may mean two files, where a read failed or began within lines", () => {
    expect(quote("index.ts:1", [...reads("a/index.ts"), ...reads("b/index.ts")])).toBe("");
    const failed = [
      says(call("read_file", '{"path":"a.ts"}', "f")),
      failure("read_file", "1|x\n[a.ts: lines 1-1 of 1]", "f"),
    ];
    expect(quote("a.ts:1", failed)).toBe("");
    const within = exchange("read_file", { path: "a.ts", column: 2001 }, "1|rest\n[a.ts: lines 1-1 of 1]");
    expect(quote("a.ts:1", within)).toBe("");
  });

  it("are quoted as far as there is room, and what is left is named", () => {
    const quoted = quote("a.ts:1-40; b.ts:1-3", [...reads("a.ts"), ...reads("b.ts")], 120);
    expect(quoted).toBe(
      `a.ts\n${[1, 2, 3, 4, 5].map((number) => `${number}|const value${number} = ${number};`).join("\n")}\n\n` +
        "[More lines were named than fit here, from a.ts:6, b.ts:1 on.]",
    );
    expect(quote("a.ts:1-40", reads("a.ts"), 0)).toBe("[More lines were named than fit here, from a.ts:1 on.]");
  });

  it("cost little to find in a hostile report", () => {
    const long = `${"a/".repeat(3_000)}${"(".repeat(3_000)}${"a.ts:1-9999999 ".repeat(300)}`;
    expect(quote(long, reads("a.ts")).split("\n")).toHaveLength(41);
  });
});
