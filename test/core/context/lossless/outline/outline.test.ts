import { describe, expect, it } from "vitest";
import { outlineOf } from "../../../../../src/core/context/lossless/outline/outline";

const lines = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => `${text} ${index}`).join("\n");
const joined = (...text: readonly string[]) => text.join("\n");

/** As `read_file` shows a part of a file. */
const shown = (path: string, text: string, first = 1) =>
  `${text
    .split("\n")
    .map((line, index) => `${first + index}|${line}`)
    .join("\n")}\n[${path}: lines ${first}-${first + text.split("\n").length - 1} of 900; continue with offset 400]`;

describe("an outline of code", () => {
  it.each([
    [
      "a.ts",
      [
        'import x from "x";',
        "export function first(a: number) {",
        "  return a;",
        "}",
        "class Second {",
        "  async go(): Promise<void> {",
        "    if (ready()) {",
        "    }",
        "  }",
        "}",
        "const third = (b: string): void => {};",
        "const schema = {",
        '  type: "object",',
        "};",
      ],
      [2, 5, 6, 11],
    ],
    [
      "a.py",
      [
        "import os",
        "@cached",
        "class Shelf(Base):",
        "    def rows(self) -> int:",
        "        for row in self.all:",
        "            return 1",
        "async def main():",
        "    default = 3",
      ],
      [3, 4, 7],
    ],
    [
      "a.go",
      [
        "package main",
        "type Shelf struct {",
        "\trows int",
        "}",
        "func (s *Shelf) Rows(ctx context.Context) (int, error) {",
        "\tif err != nil {",
        "\t\treturn 0, err",
        "\t}",
        "}",
      ],
      [1, 2, 5],
    ],
    [
      "a.rs",
      [
        "use std::fmt;",
        "pub struct Shelf<T> {",
        "}",
        "impl<T> From<T> for Shelf<T> {",
        "    fn from(row: T) -> Self {",
        "        match row {",
        "        }",
        "    }",
        "}",
        "pub(crate) async fn run() {}",
      ],
      [2, 4, 5, 10],
    ],
    [
      "a.c",
      [
        "#include <stdio.h>",
        "static int rows(const char *name, int n) {",
        "  while (n > 0) {",
        "  }",
        "  return n;",
        "}",
        "int main(int argc, char **argv) {",
        "}",
      ],
      [2, 7],
    ],
    [
      "A.java",
      [
        "package shelves;",
        "public class Shelf extends Base {",
        "  private final int rows = 3;",
        "  public int rows(int n) throws IOException {",
        "    if (n > 0) {",
        "    }",
        "  }",
        "  void plain() {",
        "  }",
        "}",
      ],
      [1, 2, 3, 4, 8],
    ],
  ])("shows what %s declares, with its lines", (name, source, expected) => {
    expect(outlineOf(name, joined(...source))).toEqual({
      kind: "code",
      text: [`${source.length} lines`, ...expected.map((number) => `${number}: ${source[number - 1]?.trim()}`)].join(
        "\n",
      ),
    });
  });

  it.each([
    ["our own tool", (text: string) => shown("src/a.ts", text, 301)],
    [
      "cat -n",
      (text: string) =>
        text
          .split("\n")
          .map((line, index) => `   ${301 + index}\t${line}`)
          .join("\n"),
    ],
  ])("has the lines of the file where %s put numbers before them", (_, show) => {
    expect(
      outlineOf("src/a.ts", show("// the shelf\nexport class Shelf {\n  rows(): number {\n    return 1;\n  }\n}")),
    ).toEqual({ kind: "code", text: "6 lines\n302: export class Shelf {\n303: rows(): number {" });
  });

  it("leaves the innermost out first where not all have room", () => {
    const source = Array.from(
      { length: 30 },
      (_, index) => `class Shelf${index}:\n    def rows(self):\n        pass`,
    ).join("\n");
    const { text } = outlineOf("a.py", source);
    expect(text.split("\n").filter((line) => line.includes("class Shelf"))).toHaveLength(30);
    expect(text).not.toContain("def rows");
    expect(text).toContain("… 30 more");
  });
});

describe("an outline of data", () => {
  const people = JSON.stringify(
    {
      users: [
        { name: "a", age: 1 },
        { name: "b", age: 2 },
      ],
      next: null,
    },
    null,
    2,
  );

  it.each([
    ["as it is", people],
    ["shown with line numbers", shown("data.json", people)],
  ])("shows the shape of JSON %s", (_, body) => {
    expect(outlineOf("data.json", body)).toEqual({
      kind: "json",
      text: "{ users: [2 × { name: string, age: number }], next: null }",
    });
  });

  it("shows the outer keys of JSON of which only a part was read", () => {
    expect(outlineOf("data.json", shown("data.json", people.split("\n").slice(0, 4).join("\n")))).toEqual({
      kind: "json",
      text: '4 lines\n2: "users": [\n4: "name": "a",',
    });
  });

  it("shows the shape of one record a line", () => {
    expect(outlineOf("events.jsonl", '{"id":1,"tags":["a"]}\n{"id":2,"tags":[]}\n')).toEqual({
      kind: "json",
      text: "2 lines × { id: number, tags: [1 × string] }",
    });
  });

  it("shows header, first and last row and size of a table", () => {
    expect(outlineOf("report.csv", "id,name\n1,a\n2,b\n")).toEqual({
      kind: "table",
      text: "2 rows\nheader: id,name\nfirst row: 1,a\nlast row: 2,b",
    });
    expect(outlineOf("report.csv", shown("report.csv", "id,name\n1,a")).text).toBe(
      "1 rows\nheader: id,name\nfirst row: 1,a",
    );
  });

  it("shows the keys of configuration", () => {
    expect(
      outlineOf("ci.yaml", "name: build\non:\n  push:\n    branches: [main]\njobs:\n  test:\n    # nothing\n"),
    ).toEqual({
      kind: "config",
      text: "7 lines\n1: name: build\n2: on:\n3: push:\n4: branches: [main]\n5: jobs:\n6: test:",
    });
    expect(outlineOf("Cargo.toml", '[package]\nname = "shelf"\n\n[[bin]]\npath = "x"\n').text).toBe(
      '5 lines\n1: [package]\n2: name = "shelf"\n4: [[bin]]\n5: path = "x"',
    );
  });

  it("shows the headings of a document", () => {
    expect(outlineOf("README.md", "# Shelf\n\nAn error is text here.\n\n## Use\n\nwords")).toEqual({
      kind: "document",
      text: "7 lines\n1: # Shelf\n5: ## Use",
    });
  });
});

describe("an outline of output", () => {
  it("shows both ends and the problems of a log, errors before warnings and each once", () => {
    const log = joined(
      lines(20, "12:00:00 INFO step"),
      "12:00:01 WARN slow disk",
      "12:00:01 ERROR disk 1 full",
      "12:00:02 ERROR disk 2 full",
      lines(20, "12:00:02 INFO step"),
    );
    const { kind, text } = outlineOf("output of terminal", log);
    expect(kind).toBe("log");
    expect(text).toContain("12:00:00 INFO step 5\n… 31 lines …\n12:00:02 INFO step 14");
    expect(text).toMatch(/problems in 3 lines:\n22: 12:00:01 ERROR disk 1 full\n21: 12:00:01 WARN slow disk$/);
  });

  it("shows both ends of anything else, and of JSON that is none", () => {
    expect(outlineOf("notes", lines(13, "word")).text.split("\n")).toHaveLength(13);
    expect(outlineOf("x", "{ not json }")).toEqual({ kind: "text", text: "{ not json }" });
  });

  it("does not take times for line numbers", () => {
    expect(outlineOf("output of terminal", "12:00:00 start\n12:00:01 work\n12:00:02 end")).toEqual({
      kind: "log",
      text: "12:00:00 start\n12:00:01 work\n12:00:02 end",
    });
  });
});

describe("an outline", () => {
  it("stays small whatever the body", () => {
    expect(outlineOf("a.ts", lines(5_000, "export const value =")).text.length).toBeLessThan(8_000);
    expect(outlineOf("a.json", `{"a":"${"x".repeat(500_000)}"}`).text).toBe("{ a: string }");
    const wide = (depth: number): unknown =>
      depth === 0
        ? 1
        : Object.fromEntries(Array.from({ length: 30 }, (_, key) => [`key-${depth}-${key}`, wide(depth - 1)]));
    expect(outlineOf("a.json", JSON.stringify(wide(3))).text.length).toBeLessThan(2_100);
    expect(outlineOf("run", lines(50_000, "error: number")).text.length).toBeLessThan(4_000);
  });
});
