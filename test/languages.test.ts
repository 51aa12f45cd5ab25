import { describe, expect, it } from "vitest";
import english from "../l10n/bundle.l10n.json";
import simplifiedChinese from "../l10n/bundle.l10n.zh-cn.json";
import traditionalChinese from "../l10n/bundle.l10n.zh-tw.json";
import { LIST_SEPARATOR } from "../src/core/base/sentence";
import type { Rule } from "./support/architecture/source";
import { parseSource, readSources } from "./support/architecture/source";
import {
  assemblesNoSentence,
  fillsFieldsWithSentences,
  saysWhatBundlesHave,
  spokenTexts,
  takesItsWordsFromTheTable,
  throwsSentences,
  translatesWhatItSays,
  writesItsTextsOut,
} from "./support/architecture/spoken";

const bundles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: english,
  "zh-cn": simplifiedChinese,
  "zh-tw": traditionalChinese,
};
const source = readSources("src");
const pages = readSources("webview-ui");

/** Placeholders, settings and commands: the parts of a text that no translation may change. */
const fixedParts = (text: string): readonly string[] => (text.match(/\{\w+\}|`[^`]*`|\$\([\w-]+\)/g) ?? []).sort();

describe("the bundles", () => {
  it.each(Object.entries(bundles))("have exactly the texts of the code: %s", (_, bundle) => {
    const said = source.flatMap((file) => spokenTexts(file).map(({ text }) => text ?? ""));
    expect(Object.keys(bundle).sort()).toEqual([...new Set([...said, LIST_SEPARATOR])].sort());
  });

  it.each(Object.entries(bundles))("have the same placeholders, settings and codicons: %s", (_, bundle) => {
    const differ = Object.entries(bundle).filter(
      ([text, translation]) => fixedParts(text).join() !== fixedParts(translation).join(),
    );
    expect(differ).toEqual([]);
  });

  it("have every text as its own key in English, and a translation that is not English", () => {
    expect(Object.entries(english).filter(([text, value]) => text !== value)).toEqual([]);
    for (const chinese of [simplifiedChinese, traditionalChinese])
      expect(Object.values(chinese).filter((text) => /[a-z]{2,} [a-z]{2,} [a-z]{2,}/i.test(text))).toEqual([]);
  });

  it("name every placeholder", () => {
    expect(Object.keys(english).filter((text) => /\{\d/.test(text))).toEqual([]);
  });
});

const saysWhatIsKnown = saysWhatBundlesHave(Object.values(bundles));

const planted: readonly (readonly [rule: Rule, path: string, wrong: string, right: string])[] = [
  [
    saysWhatIsKnown,
    "src/core/agent/x.ts",
    `const y = sentence("The model fell asleep.");`,
    `const y = sentence("The model declined to answer.");`,
  ],
  [
    saysWhatIsKnown,
    "src/core/agent/x.ts",
    `const y = sentence(["The model", "fell asleep."]);`,
    `const y = sentence(["The model", "declined to answer."]);`,
  ],
  [
    saysWhatIsKnown,
    "src/presenter/x.ts",
    `const y = counted(n, "1 message", "{count} mails");`,
    `const y = counted(n, "1 message", "{count} messages");`,
  ],
  [saysWhatIsKnown, "src/vscode/x.ts", `l10n.t("Fell asleep.");`, `l10n.t("Nothing to delete.");`],
  [
    writesItsTextsOut,
    "src/core/agent/x.ts",
    "const y = sentence(`It failed: ${why}.`);",
    `const y = sentence("It failed: {reason}.", { reason });`,
  ],
  [
    writesItsTextsOut,
    "src/core/agent/x.ts",
    `const y = sentence("It failed: " + why);`,
    `const y = sentence(bad ? "Stopped." : "The provider is overloaded.");`,
  ],
  [writesItsTextsOut, "src/vscode/x.ts", "l10n.t(title);", `l10n.t("Undo");`],
  [
    assemblesNoSentence,
    "src/core/agent/x.ts",
    "const y = verbatim(`It failed: ${why}`);",
    "const y = verbatim(error.message);",
  ],
  [
    assemblesNoSentence,
    "src/core/agent/x.ts",
    `const y = { text: "It failed.", values: {} };`,
    `const y = { text: sentence("Stopped."), level: "info" };`,
  ],
  [
    assemblesNoSentence,
    "src/vscode/x.ts",
    `const y = l10n.t("Undo") + name;`,
    `const y = l10n.t("Summary of {title}", { title });`,
  ],
  [
    assemblesNoSentence,
    "src/presenter/x.ts",
    "const y = `${say(problem)} ${say(advice)}`;",
    "const y = `${say(count)} · ${say(age)}`;",
  ],
  [
    throwsSentences,
    "src/core/sessions/x.ts",
    `throw new Error("This session is asleep.");`,
    `throw new SessionError(sentence("Stopped."), "ended");`,
  ],
  [
    throwsSentences,
    "src/core/agent/x.ts",
    `throw new SummaryError("the model fell asleep", "timeout");`,
    `throw new Error("No provider speaks " + protocol);`,
  ],
  [
    fillsFieldsWithSentences,
    "src/core/tools/x.ts",
    "const y = { kind: 'ready', title: `Read ${path}`, detail };",
    `const y = { kind: "ready", title: sentence("Read {path}", { path }), detail };`,
  ],
  [
    fillsFieldsWithSentences,
    "src/core/context/x.ts",
    `const y = { why: z ? "it has two flaws" : w };`,
    `const y = { kind: "unfit", reason: "The text is not in the file." };`,
  ],
  [
    translatesWhatItSays,
    "src/vscode/x.ts",
    `window.showInformationMessage("Nothing to delete.");`,
    `window.showInformationMessage(l10n.t("Nothing to delete."));`,
  ],
  [
    translatesWhatItSays,
    "src/vscode/x.ts",
    "const y = `Deleted ${count} outputs.`;",
    `const y = say(counted(count, "Deleted 1 tool output.", "Deleted {count} tool outputs."));`,
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
    `l10n.t("API key for {provider}", { provider: "the server" });`,
    `l10n.t("API key for {provider}", { provider });`,
  ],
  [
    translatesWhatItSays,
    "src/extension.ts",
    `window.setStatusBarMessage("Hermes is ready");`,
    `window.createOutputChannel("Hermes");`,
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
  it.each([...new Set(planted.map(([rule]) => rule))])("is nowhere: %o", (rule) => {
    expect([...source, ...pages].flatMap((file) => rule(file))).toEqual([]);
  });

  it.each(planted)("is noticed by %o on %s: %j", (rule, path, wrong) => {
    expect(rule(parseSource(path, wrong))).toHaveLength(1);
  });

  it.each(planted)("is not seen by %o on %s %# where there is none", (rule, path, _, right) => {
    expect(rule(parseSource(path, right))).toEqual([]);
  });
});
