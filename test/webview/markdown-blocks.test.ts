import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownTokens, readBlocks, staysInFence } from "../../webview-ui/shared/markdown/markdown-blocks";

const piece = fc.constantFrom(
  "# Head\n",
  "plain words\n",
  "a snake_case_name and array[i]\n",
  "\n",
  "\n\n",
  "- item\n",
  "- item with `code`\n",
  "  continued\n",
  "    - nested\n",
  "1. first\n",
  "2. second\n",
  "- [x] done\n",
  "```ts\n",
  "const a = 1;\n",
  "```\n",
  "~~~\n",
  "> quoted\n",
  "| a | b |\n",
  "|---|---|\n",
  "| 1 | 2 |\n",
  "---\n",
  "===\n",
  "    indented\n",
  "\ttabbed\n",
  "<div>\n",
  "</div>\n",
  "[x]: http://y.test\n",
  "**bold\n",
  "over lines**\n",
  "  \n",
);
const document = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(""));

const rawOf = (text: string): readonly string[] => {
  const { settled, open } = readBlocks(text);
  return [...settled, ...open].map(({ raw }) => raw);
};

describe("blocks of a reply that still grows", () => {
  it("are settled once another one follows, and settled blocks never change", () => {
    fc.assert(
      fc.property(document, fc.nat(), (text, seed) => {
        const cut = seed % (text.length + 1);
        const { settled, openAt } = readBlocks(text.slice(0, cut));
        const before = settled.map(({ raw }) => raw);
        expect(before.join("")).toBe(text.slice(0, openAt));
        expect([...before, ...rawOf(text.slice(openAt))].join("")).toBe(rawOf(text).join(""));
        expect(settled.map(({ type, raw }) => [type, raw])).toEqual(
          [...readBlocks(text).settled, ...readBlocks(text).open]
            .slice(0, settled.length)
            .map(({ type, raw }) => [type, raw]),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["names with underscores", "a snake_case_name b"],
    ["places in lists", "array[i] = b[0][1]"],
    ["stars that mark nothing", "pass *args and **kwargs to src/**/*.ts"],
    ["patterns of paths", "path/*.ts, src/**/*.ts and *.{js,ts} or **/*.md"],
    ["names of Python", "__init__ and __main__.py of __all__"],
    ["Windows paths", "C:\\Users\\me\\x_y"],
  ])("keep %s as they were written", (_name, text) => {
    const [block] = readBlocks(text).open;
    expect(
      ownTokens(block?.type === "paragraph" ? block.tokens : [])
        .map(({ type, raw }) => (type === "text" || type === "escape" ? raw : type))
        .join(""),
    ).toBe(text);
  });

  it("keep emphasis that was meant as emphasis", () => {
    const [block] = readBlocks("an *important* and **strong** word, _also_ __Very Strong__ ***both***").open;
    expect(ownTokens(block?.type === "paragraph" ? block.tokens : []).map(({ type }) => type)).toEqual([
      "text",
      "em",
      "text",
      "strong",
      "text",
      "em",
      "text",
      "strong",
      "text",
      "em",
    ]);
  });

  it("show a paragraph of nothing but marks unchanged, and emphasis around it", () => {
    const marks = "*a_".repeat(20_000);
    expect(readBlocks(`**so**\n\n${marks}`)).toMatchObject({
      settled: [{ tokens: [{ type: "strong" }] }, { type: "space" }],
      open: [{ type: "paragraph", tokens: [{ type: "text", raw: marks }] }],
    });
  });

  it("show text nested too deeply unchanged", () => {
    for (const text of [
      `${"> ".repeat(4_000)}a`,
      Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n"),
    ]) {
      expect(readBlocks(text).open).toMatchObject([{ type: "html", raw: text }]);
    }
  });
});

describe("an open fence", () => {
  const open = (text: string) => readBlocks(text).open[0] ?? { type: "space", raw: "" };

  it.each([
    ["goes on with code", "```ts\nconst a", " = 1;\nconst b", true],
    ["goes on with other marks", "```ts\nconst a\n", "~~~\nmore", true],
    ["may be closing", "```ts\nconst a\n", "``", false],
    ["may be closing after a space", "```ts\nconst a\n", " ", false],
    ["is closed", "```ts\nconst a\n", "```\n", false],
    ["is closed in the middle", "```ts\nconst a", "\n```\ntext", false],
    ["has no code yet", "```t", "s\n", false],
    ["is no fence", "words", " more", false],
  ])("%s", (_name, before, more, stays) => {
    expect(staysInFence(open(before), before + more)).toBe(stays);
  });
});
