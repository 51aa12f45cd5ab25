import { describe, expect, it } from "vitest";
import type { MentionLookups } from "../../../src/vscode/attachments/arrange-mentions";
import { arrangeMentions, isAbout, mention } from "../../../src/vscode/attachments/arrange-mentions";

/** Answers every question with one mention that repeats it. */
const look: MentionLookups = {
  places: (text) => (text === "" ? [mention("problems", "problems", "problems")] : []),
  files: async (text) => [mention("file", `src/${text}.ts`, text)],
  symbols: async (text) => [mention("symbol", text, text)],
  sessions: async (text) => [mention("session", text, text)],
  outputs: async (text) => [mention("output", text, text)],
};
const names = async (query: string) =>
  (await arrangeMentions(query, look)).map(({ kind, name }) => (name === "" ? kind : `${kind} ${name}`));

describe("arrangeMentions", () => {
  it.each([
    ["", ["problems problems", "file src/.ts"]],
    ["c", ["file src/c.ts"]],
    ["cart", ["file src/cart.ts", "symbol cart", "session cart", "output cart"]],
    ["src/ca", ["file src/src/ca.ts"]],
    ["session:lemon", ["session lemon"]],
    ["Output:", ["output"]],
    ["symbol:priceOf", ["symbol priceOf"]],
    ["https://example.org/a?b", ["web https://example.org/a?b"]],
  ])("offers for @%s: %j", async (query, offered) => {
    expect(await names(query)).toEqual(offered);
  });
});

describe("isAbout", () => {
  it.each([
    ["Fix the lemonade stand", "lemon fix", true],
    ["Fix the lemonade stand", "lemon-fix", true],
    ["Fix the lemonade stand", "cart", false],
    ["anything", "", true],
  ])("%j with %j is %j", (title, query, expected) => {
    expect(isAbout(title, query)).toBe(expected);
  });
});
