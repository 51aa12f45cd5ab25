import { describe, expect, it } from "vitest";
import { identifiersIn } from "../../../../src/core/conversation/text/identifiers";

describe("identifiersIn", () => {
  it.each([
    [
      "paths with and without a place in them",
      "see src/core/a.ts:12:5, ./b/c.py and /etc/hosts or C:\\x\\y.txt",
      ["src/core/a.ts", "./b/c.py", "/etc/hosts", "C:\\x\\y.txt"],
    ],
    [
      "mentioned files, and packages by their whole name",
      "read @src/core/a.ts and @hermes/engine",
      ["src/core/a.ts", "@hermes/engine"],
    ],
    ["file names", "README.md, package.json and the Makefile", ["README.md", "package.json", "Makefile"]],
    [
      "symbols",
      "addUsage() calls foo_bar, MAX_TOKENS and std::vec of a.b.c",
      ["addUsage", "foo_bar", "MAX_TOKENS", "std::vec", "a.b.c"],
    ],
    [
      "error codes",
      "ENOENT, TS2345, ERR_MODULE_NOT_FOUND, SIGKILL",
      ["ENOENT", "TS2345", "ERR_MODULE_NOT_FOUND", "SIGKILL"],
    ],
    [
      "ids",
      "#123 ABC-12 3fa9c1d HAT170 mia_li_3668 a1b2c3d4-0000-4000-8000-00000000abcd",
      ["#123", "ABC-12", "3fa9c1d", "HAT170", "mia_li_3668", "a1b2c3d4-0000-4000-8000-00000000abcd"],
    ],
    ["addresses", "https://x.test/a?b=c, me@x.test", ["https://x.test/a?b=c", "me@x.test"]],
    ["numbers with meaning", "port 8080, v1.2.3 on 2024-05-20, 3 times", ["8080", "v1.2.3", "2024-05-20"]],
    ["names with hyphens", "BLUE-HERON on worker-blue-7", ["BLUE-HERON", "worker-blue-7"]],
    ["amounts", "0.85 of 512MB after 1500ms", ["0.85", "512MB", "1500ms"]],
    [
      "names in sentences without spaces",
      "请修改RETRY_LIMIT_MS的值，函数parseConfig出错",
      ["RETRY_LIMIT_MS", "parseConfig"],
    ],
    [
      "paths in other scripts",
      "文件在src/配置/重试.ts里, see Übersicht/docs/a.md and 配置/主.json",
      ["src/配置/重试.ts", "Übersicht/docs/a.md", "配置/主.json"],
    ],
    ["both sides of an assignment", "PORT_MAIN=38211", ["PORT_MAIN", "38211"]],
  ])("finds %s", (_name, text, expected) => {
    expect(identifiersIn(text)).toEqual(expected);
  });

  it("leaves plain words alone", () => {
    expect(
      identifiersIn(
        "Please check input/output and/or the well-known up-to-date parser, e.g. twice at 12:30; 1/2 is fine. Done.",
      ),
    ).toEqual([]);
  });

  it("names each once, in order, up to the limit", () => {
    expect(identifiersIn("a.ts b.ts a.ts c.ts d.ts", 3)).toEqual(["a.ts", "b.ts", "c.ts"]);
  });

  it("reads both ends of a huge text", () => {
    const text = `first.ts ${"x ".repeat(500_000)} last.ts`;
    expect(identifiersIn(text)).toEqual(["first.ts", "last.ts"]);
  });

  it.each(["a", "/", "a/", "a.", "_", "1", "::", "a=", "中", "中/", "中a/"])("passes over a megabyte of %j", (unit) => {
    expect(identifiersIn(`${unit.repeat(1_000_000 / unit.length)} end.ts`).at(-1)).toBe("end.ts");
  });
});
