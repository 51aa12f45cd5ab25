import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutSnippet, indexTerms, queryTerms } from "../../../../src/core/sessions/index/terms";

describe("terms of a text", () => {
  it.each([
    ["plain words", "Fix the Login", "fix the login"],
    ["camel case", "getUserName", "get user name getusername"],
    ["capitals before a word", "parseJSONBody", "parse json body parsejsonbody"],
    ["snake case", "max_retry_count", "max retry count maxretrycount"],
    ["a path", "src/auth/login.ts", "src auth login ts srcauthlogints"],
    ["a package", "@acme/web-ui:2", "acme web ui 2 acmewebui2"],
    ["accents and full width", "Café ＡＢＣ", "cafe abc"],
    ["Chinese in pairs", "用户登录", "用户 户登 登录 录"],
    ["Japanese with its marks", "ガギ", "ガギ ギ"],
    ["mixed scripts", "读取config文件", "config 读取 取 文件 件"],
    ["punctuation only", "--- ***", ""],
  ])("are taken from %s", (_, text, terms) => {
    expect(indexTerms(text)).toBe(terms);
  });

  it("repeat a word no more often than ranking can use", () => {
    expect(indexTerms("ok ".repeat(1000))).toBe("ok ok ok");
  });

  it("leave out what is longer than any identifier", () => {
    expect(indexTerms(`${"a".repeat(65)} fine`)).toBe("fine");
  });

  it("cover every term of a question that quotes the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const indexed = new Set(indexTerms(text).split(" "));
        const found = (term: string) =>
          term.endsWith("*") ? [...indexed].some((word) => word.startsWith(term.slice(0, -1))) : indexed.has(term);
        expect(queryTerms(text).filter((term) => !found(term))).toEqual([]);
      }),
    );
  });

  it("are found in time on a megabyte of one character", () => {
    expect(indexTerms("x".repeat(1_000_000))).toBe("");
    expect(indexTerms("a.".repeat(500_000))).toBe("a a a");
  });
});

describe("terms of a question", () => {
  it("come once each", () => expect(queryTerms("user user USER")).toEqual(["user"]));
  it("find one Chinese character wherever a word has it", () => expect(queryTerms("录")).toEqual(["录*"]));
});

const letters = fc.constantFrom("a", " ", "\n", "é", "登", "😀", "👩‍💻");

describe("a snippet", () => {
  it("shows the longest word of the question in its surroundings, on one line", () => {
    const text = `${"x".repeat(100)}\nthe needleInHaystack is\there ${"y".repeat(300)}`;
    expect(cutSnippet(text, "a needleInHaystack")).toBe(
      `…${"x".repeat(55)} the needleInHaystack is here ${"y".repeat(200 - 60 - 25)}…`,
    );
  });
  it("is the beginning where the words occur in another form", () =>
    expect(cutSnippet("short text", "zzz")).toBe("short text"));
  it("never holds half a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: letters, minLength: 190, maxLength: 230 }),
        fc.string({ unit: letters, maxLength: 5 }),
        (text, query) => {
          expect(cutSnippet(text, query)).not.toMatch(/\p{Surrogate}/u);
        },
      ),
    );
  });
});
