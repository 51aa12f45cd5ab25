import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import english from "../l10n/bundle.l10n.json";
import chinese from "../l10n/bundle.l10n.zh-cn.json";
import words from "../package.nls.json";
import chineseWords from "../package.nls.zh-cn.json";

/** Every text that is passed to `l10n.t` under src/vscode. */
function saidInCode(): readonly string[] {
  const sources = readdirSync("src/vscode").map((name) => readFileSync(`src/vscode/${name}`, "utf8"));
  const said = sources.flatMap((source) => [...source.matchAll(/l10n\.t\(("(?:[^"\\]|\\.)*")/g)].map(([, text = "\"\""]) => String(JSON.parse(text))));
  return [...new Set(said)].sort();
}

const placeholders = (text: string): readonly string[] => (text.match(/\{\d\}|`[^`]*`|\(command:[\w.]+\)/g) ?? []).sort();

describe("English and Simplified Chinese", () => {
  it("have the same words for package.json", () => {
    expect(Object.keys(chineseWords)).toEqual(Object.keys(words));
  });

  it("have exactly the texts of the code", () => {
    expect(Object.keys(english).sort()).toEqual(saidInCode());
    expect(Object.keys(chinese).sort()).toEqual(saidInCode());
  });

  it("name the same placeholders, settings and commands", () => {
    const differ = [...pairs(words, chineseWords), ...pairs(english, chinese)].filter(([one, other]) => placeholders(one).join() !== placeholders(other).join());
    expect(differ).toEqual([]);
  });
});

const pairs = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) => Object.entries(one).map(([key, text]) => [text, other[key] ?? ""] as const);
