import { describe, expect, it } from "vitest";
import { lineField, listField, readFrontMatter, textField } from "../../../src/core/skills/front-matter";

const fieldsOf = (text: string) => {
  const front = readFrontMatter(text);
  if (typeof front === "string") throw new Error(front);
  return front;
};

describe("front matter", () => {
  it("gives texts, quoted texts, and the body", () => {
    const front = fieldsOf(
      "---\nname: pdf\ndescription: \"Fill: in \\\"forms\\\"\"\nlicense: 'it''s free' # see LICENSE\n---\n" +
        "\n# PDF\n\nText.\n",
    );
    expect(Object.fromEntries(front.fields)).toEqual({
      name: "pdf",
      description: 'Fill: in "forms"',
      license: "it's free",
    });
    expect(front.body).toBe("# PDF\n\nText.");
  });

  it("joins folded blocks with spaces and keeps the lines of literal ones", () => {
    const front = fieldsOf("---\nfolded: >-\n  one\n  two\n\n  three\nliteral: |\n  a\n  b\nlast: x\n---\nbody");
    expect(textField(front, "folded")).toBe("one two\nthree");
    expect(textField(front, "literal")).toBe("a\nb");
    expect(textField(front, "last")).toBe("x");
  });

  it("reads lists in every notation", () => {
    const front = fieldsOf("---\nflow: [a, 'b']\nblock:\n  - a\n  - b\nmargin:\n- a\n- b\ntext: a, b\n---\n");
    for (const name of ["flow", "block", "margin", "text"]) expect(listField(front, name)).toEqual(["a", "b"]);
  });

  it("passes over tables, comments, and lines it does not understand", () => {
    const front = fieldsOf("---\n# a comment\nmetadata:\n  author: me\n  version: 1\n!!\nname: x\n---\nbody");
    expect([...front.fields.keys()]).toEqual(["name"]);
  });

  it("takes fields with quoted names", () => {
    expect(textField(fieldsOf('---\n"name": "x"\n\'description\': y\n---\nbody'), "description")).toBe("y");
  });

  it("shows a line without what cannot be seen", () => {
    const front = fieldsOf("---\ndescription: \u202Eevil\u200B\u0007  bell\u0000 👩‍💻\n---\nbody");
    expect(lineField(front, "description")).toBe("evil bell 👩‍💻");
  });

  it.each([
    ["very many fields", "a:\n".repeat(80_000)],
    ["a long gap in a text", `description: a${" ".repeat(240_000)}b\n`],
    ["a long gap in a literal block", `description: |\n  a${" ".repeat(240_000)}b\n`],
    ["a long gap in a folded block", `description: >\n  a${"\t".repeat(240_000)}b\n`],
    ["very many empty lines", `description: >\n${"\n".repeat(240_000)}  b\n`],
    ["very many quotation marks", `description: ${'" '.repeat(120_000)}x\n`],
    ["very many comments", `description: x${" #".repeat(120_000)}\n`],
    ["very many items", `description:\n${"- a\n".repeat(60_000)}`],
  ])("is read in one pass with %s", (_, hostile) => {
    expect(textField(fieldsOf(`---\n${hostile}name: x\n---\nbody`), "name")).toBe("x");
  });

  it("accepts other line ends and a byte order mark", () => {
    expect(textField(fieldsOf("\uFEFF---\r\nname: x\r\n---\r\nbody"), "name")).toBe("x");
  });

  it.each([
    ["# no front matter", "missing"],
    ["", "missing"],
    ["---\nname: x\n", "unclosed"],
  ])("says what is wrong with %j", (text, problem) => {
    expect(readFrontMatter(text)).toBe(problem);
  });
});
