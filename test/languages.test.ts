import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import english from "../l10n/bundle.l10n.json";
import chinese from "../l10n/bundle.l10n.zh-cn.json";
import words from "../package.nls.json";
import chineseWords from "../package.nls.zh-cn.json";
import { parseSource, readSources } from "./support/architecture/source";
import type { Rule } from "./support/architecture/source";
import {
  saysWhatTheBundleKnows,
  takesItsWordsFromTheTable,
  textOf,
  translatesWhatItSays,
} from "./support/architecture/spoken";

/** Every text that is passed to `l10n.t` under src/vscode, or to `say` under src/presenter. */
function saidInCode(): readonly string[] {
  const sources = ["src/vscode", "src/presenter"].flatMap((folder) =>
    readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, "utf8")),
  );
  const said = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:l10n\.t|say)\(("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => String(JSON.parse(text))),
  );
  return [...new Set(said)].sort();
}

const placeholders = (text: string): readonly string[] =>
  (text.match(/\{\d\}|`[^`]*`|\(command:[\w.]+\)/g) ?? []).sort();

describe("English and Simplified Chinese", () => {
  it("have the same words for package.json", () => {
    expect(Object.keys(chineseWords)).toEqual(Object.keys(words));
  });

  it("have the same texts, and each of the code", () => {
    expect(Object.keys(chinese)).toEqual(Object.keys(english));
    expect(saidInCode().filter((text) => !(text in english))).toEqual([]);
  });

  it("have no text that nobody says", () => {
    const written = readSources("src")
      .flatMap(({ nodes }) => nodes.map(({ raw }) => textOf(raw) ?? ""))
      .join("\n");
    const said = new Set(saidInCode());
    expect(
      Object.keys(english).filter(
        (text) => !said.has(text) && !text.split(/\{\d\}/).every((piece) => written.includes(piece)),
      ),
    ).toEqual([]);
  });

  it("name the same placeholders, settings and commands", () => {
    const differ = [...pairs(words, chineseWords), ...pairs(english, chinese)].filter(
      ([one, other]) => placeholders(one).join() !== placeholders(other).join(),
    );
    expect(differ).toEqual([]);
  });
});

const pairs = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  Object.entries(one).map(([key, text]) => [text, other[key] ?? ""] as const);

const saysWhatIsKnown = saysWhatTheBundleKnows(english);

const planted: readonly (readonly [rule: Rule, path: string, wrong: string, right: string])[] = [
  [
    translatesWhatItSays,
    "src/vscode/x.ts",
    `window.showInformationMessage("Nothing had to go.");`,
    `window.showInformationMessage(l10n.t("Nothing had to go."));`,
  ],
  [
    translatesWhatItSays,
    "src/vscode/x.ts",
    "const y = `Deleted ${count} outputs.`;",
    `const y = l10n.t("Deleted {0} outputs.", count);`,
  ],
  [
    translatesWhatItSays,
    "src/vscode/x.ts",
    `throw new Error("This call has no result yet.");`,
    `log.warn("This call has no result yet.");`,
  ],
  [
    translatesWhatItSays,
    "src/vscode/x.ts",
    "item.description = `${count} messages`;",
    "item.description = `${count} / ${all}`;",
  ],
  [translatesWhatItSays, "src/vscode/x.ts", `const again = "Undo";`, `const again = "hermes.undo";`],
  [translatesWhatItSays, "src/vscode/x.ts", `const y = { label: "recent" };`, `const y = { kind: "recent" };`],
  [
    translatesWhatItSays,
    "src/vscode/x.ts",
    `const y = { label: "$(fold) all" };`,
    "const y = { label: `$(fold) ${topic}` };",
  ],
  [
    translatesWhatItSays,
    "src/vscode/x.ts",
    `l10n.t("API key of {0}", "the server");`,
    `l10n.t("API key of {0}", server);`,
  ],
  [
    translatesWhatItSays,
    "src/extension.ts",
    `window.setStatusBarMessage("Hermes is ready");`,
    `window.createOutputChannel("Hermes");`,
  ],
  [
    saysWhatIsKnown,
    "src/core/agent/x.ts",
    `const y = { reason: "The model fell asleep." };`,
    `const y = { reason: "The model declined to answer." };`,
  ],
  [
    saysWhatIsKnown,
    "src/core/agent/x.ts",
    `const y = { type: "notice", text: "The model fell asleep." };`,
    `const y = { type: "text", text: "The model fell asleep." };`,
  ],
  [
    saysWhatIsKnown,
    "src/core/context/x.ts",
    "const y = { why: z ? `it has ${n} flaws` : w };",
    "const y = { why: z ? `Its list is illegal: ${n}` : w };",
  ],
  [
    saysWhatIsKnown,
    "src/core/sessions/x.ts",
    `throw new SessionError("This session is asleep.");`,
    `throw new TypeError("This session is asleep.");`,
  ],
  [
    takesItsWordsFromTheTable,
    "webview-ui/chat/x.tsx",
    "const y = <b>Stopped</b>;",
    `const y = <b>{word("stopped")} · {count}</b>;`,
  ],
  [
    takesItsWordsFromTheTable,
    "webview-ui/chat/x.tsx",
    `const y = <button title="Stop" />;`,
    `const y = <button title={word("stop")} type="button" />;`,
  ],
];

describe("a text in one language", () => {
  it.each([translatesWhatItSays, takesItsWordsFromTheTable, saysWhatIsKnown])("is nowhere: %o", (rule) => {
    expect(readSources("src", "webview-ui").flatMap((file) => rule(file))).toEqual([]);
  });

  it.each(planted)("is noticed by %o on %s: %j", (rule, path, wrong) => {
    expect(rule(parseSource(path, wrong))).toHaveLength(1);
  });

  it.each(planted)("is not seen by %o on %s %# where there is none", (rule, path, _, right) => {
    expect(rule(parseSource(path, right))).toEqual([]);
  });
});
