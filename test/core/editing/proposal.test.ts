import { describe, expect, it } from "vitest";
import type { ProposalInput } from "../../../src/core/editing/proposal";
import { proposeText, smallestChange } from "../../../src/core/editing/proposal";

const CART = `import { round } from "./money.js";

/** What is to be paid. */
export function total(items, discount) {
  const sum = items.reduce((all, one) => all + one.price, 0);

  return round(sum - sum * discount);
}

export class Cart {
  constructor() {
    this.items = [];
  }

  add(item) {
    this.items.push(item);
  }
}
`;

const propose = (code: string, over: Partial<ProposalInput> = {}) =>
  proposeText({ current: CART, code, form: "code", selection: null, target: "open", ...over });
const selected = (text: string, current = CART) => ({
  start: current.indexOf(text),
  end: current.indexOf(text) + text.length,
});

describe("a block of code, put into a file,", () => {
  it("is the whole text of a new file", () => {
    expect(propose("const a = 1;", { current: "" })).toEqual({
      kind: "proposed",
      how: "whole",
      text: "const a = 1;\n",
    });
  });

  it("replaces the file where it holds most of it, even while something is selected", () => {
    const rewritten = CART.replace("sum * discount", "discount").trimEnd();
    expect(propose(rewritten, { selection: selected("add(item)") })).toEqual({
      kind: "proposed",
      how: "whole",
      text: `${rewritten}\n`,
    });
  });

  it("replaces the selection, at its indentation", () => {
    const wanted = CART.replace(
      "  const sum = items.reduce((all, one) => all + one.price, 0);\n",
      "  let sum = 0;\n  for (const { price } of items) {\n    sum += price;\n  }\n",
    );
    const code = "let sum = 0;\nfor (const { price } of items) {\n  sum += price;\n}";
    expect(
      propose(code, { selection: selected("  const sum = items.reduce((all, one) => all + one.price, 0);\n") }),
    ).toEqual({ kind: "proposed", how: "selection", text: wanted });
    expect(
      propose(code, { selection: selected("const sum = items.reduce((all, one) => all + one.price, 0);") }),
    ).toEqual({ kind: "proposed", how: "selection", text: wanted });
  });

  it("replaces a selection in the middle of a line with just its words", () => {
    expect(propose("discount", { selection: selected("sum * discount") })).toEqual({
      kind: "proposed",
      how: "selection",
      text: CART.replace("sum * discount", "discount"),
    });
  });

  it("takes the place of the function of that name, whatever else changed about it", () => {
    const code = "export function total(items, discount, tax = 0) {\n  return round(items.length * tax);\n}";
    const text = CART.replace(/export function total[\s\S]*?\n}\n/, `${code}\n`);
    expect(propose(code)).toEqual({ kind: "proposed", how: "merged", text });
  });

  it("brings its comment along, and leaves the one that is there where it has none", () => {
    const code = "/** To be paid, in cents. */\nexport function total(items) {\n  return 0;\n}";
    expect(propose(code)).toMatchObject({ how: "merged", text: CART.replace(/\/\*\* What[\s\S]*?\n}\n/, `${code}\n`) });
  });

  it("finds a method and a line by how they begin, and keeps the indentation of the file", () => {
    expect(propose("add(item, count = 1) {\n  this.items.push([item, count]);\n}")).toMatchObject({
      how: "merged",
      text: CART.replace(
        "  add(item) {\n    this.items.push(item);",
        "  add(item, count = 1) {\n    this.items.push([item, count]);",
      ),
    });
    expect(propose("return round(sum - discount);")).toMatchObject({
      how: "merged",
      text: CART.replace("sum * discount", "discount"),
    });
  });

  it("changes only what it shows where it leaves parts out, and adds what is new behind what it follows", () => {
    const code =
      "export class Cart {\n  // ... existing code ...\n\n  add(item) {\n" +
      "    this.items.unshift(item);\n  }\n\n  clear() {\n    this.items = [];\n  }\n}";
    expect(propose(code)).toEqual({
      kind: "proposed",
      how: "merged",
      text: CART.replace(
        "this.items.push(item);\n  }\n",
        "this.items.unshift(item);\n  }\n\n  clear() {\n    this.items = [];\n  }\n",
      ),
    });
  });

  it("puts new imports before what follows them", () => {
    const code = 'import { log } from "./log.js";\nimport { round } from "./money.js";\n// ...';
    expect(propose(code)).toMatchObject({ how: "merged", text: `import { log } from "./log.js";\n${CART}` });
  });

  it("works by indentation where there are no brackets", () => {
    const current =
      "import os\n\ndef first():\n    return 1\n\n\n@cached\ndef second(a):\n    if a:\n" +
      "        return 2\n    else:\n        return 3\n\nprint(first())\n";
    expect(propose("def second(a, b):\n    return a + b", { current })).toMatchObject({
      how: "merged",
      text: current.replace(/def second[\s\S]*3\n/, "def second(a, b):\n    return a + b\n"),
    });
  });

  it("is not placed by a guess: parts left out that are nowhere, and names that stand twice", () => {
    expect(propose("class Basket {\n  // ...\n  size() {}\n}")).toEqual({ kind: "unplaced" });
    expect(propose('// ... existing code ...\nit("works", () => {});')).toEqual({ kind: "unplaced" });
    const twice = 'it("adds", () => {\n  one();\n});\nit("adds", () => {\n  two();\n});\nx();\n';
    expect(propose('it("adds", () => {\n  three();\n});', { current: twice })).toMatchObject({ how: "inserted" });
  });

  it("is inserted at the cursor, on lines of its own, where nothing in the file is like it", () => {
    const code = "export const VAT = 0.19;";
    const cursor = CART.indexOf("\n\n/**") + 1;
    expect(propose(code, { selection: { start: cursor, end: cursor } })).toEqual({
      kind: "proposed",
      how: "inserted",
      text: CART.replace("\n\n/**", `\n${code}\n/**`),
    });
    const inLine = CART.indexOf("round");
    expect(propose(code, { selection: { start: inLine, end: inLine } })).toMatchObject({
      text: CART.replace("\n\n/**", `\n${code}\n\n/**`),
    });
    expect(propose(code)).toMatchObject({ how: "inserted", text: `${CART}${code}\n` });
  });

  it("replaces a file that it names and is as long as, though no line is the same", () => {
    const code = Array.from({ length: 12 }, (_, line) => `line(${line});`).join("\n");
    expect(propose(code, { target: "named" })).toEqual({ kind: "proposed", how: "whole", text: `${code}\n` });
    expect(propose(code)).toMatchObject({ how: "inserted" });
    expect(propose("line(1);", { target: "named" })).toMatchObject({ how: "inserted" });
  });

  it("is applied hunk by hunk where it is a diff, whatever its line numbers say", () => {
    const diff =
      "--- a/cart.js\n+++ b/cart.js\n@@ -40,3 +40,3 @@\n" +
      "   const sum = items.reduce((all, one) => all + one.price, 0);\n \n" +
      "-  return round(sum - sum * discount);\n+  return round(sum - discount);\n@@ -1 +1 @@\n" +
      "   add(item) {\n+    if (!item) return;";
    expect(propose(diff, { form: "diff" })).toEqual({
      kind: "proposed",
      how: "patched",
      text: CART.replace("sum * discount", "discount").replace(
        "add(item) {\n",
        "add(item) {\n    if (!item) return;\n",
      ),
    });
    expect(propose("-not in this file\n+x", { form: "diff" })).toEqual({ kind: "unplaced" });
    expect(propose("@@ -0,0 +1,2 @@\n+one\n+two", { form: "diff", current: "" })).toMatchObject({ text: "one\ntwo\n" });
  });

  it("keeps the line ends of the file", () => {
    const current = CART.replaceAll("\n", "\r\n");
    expect(propose("return round(sum - discount);", { current })).toEqual({
      kind: "proposed",
      how: "merged",
      text: current.replace("sum * discount", "discount"),
    });
    expect(propose("discount", { current, selection: selected("sum * discount", current) })).toEqual({
      kind: "proposed",
      how: "selection",
      text: current.replace("sum * discount", "discount"),
    });
  });

  it("says so where the file says it already", () => {
    expect(propose(CART)).toEqual({ kind: "unchanged" });
    expect(propose("add(item) {\n  this.items.push(item);\n}")).toEqual({ kind: "unchanged" });
  });
});

it.each([
  ["a\nb\nc\n", "a\nB\nc\n"],
  ["", "a\n"],
  ["a\n", ""],
  ["a\nb", "a\nb\nc"],
  ["😀\nx", "😁\nx"],
  ["a\r\nb\r\n", "a\r\nc\r\nb\r\n"],
  ["a\na\na\n", "a\na\n"],
])("the smallest change from %j leads to %j, whole lines at a time", (before, after) => {
  const { start, end, text } = smallestChange(before, after);
  expect(before.slice(0, start) + text + before.slice(end)).toBe(after);
  expect(
    [before.slice(0, start), before.slice(0, end)].filter(
      (part) => part !== "" && part !== before && !part.endsWith("\n"),
    ),
  ).toEqual([]);
});
