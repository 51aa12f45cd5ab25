import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { because, sentenceFor } from "../../../src/core/base/reason";
import type { Sentence } from "../../../src/core/base/sentence";
import { counted, isSentence, renderSentence, sentence, toSentence, verbatim } from "../../../src/core/base/sentence";
import { SentenceError, sentenceOf } from "../../../src/core/base/sentence-error";
import { temporaryFolder } from "../../support/workspace";

const GERMAN: Readonly<Record<string, string>> = {
  "Not restored: {files}.": "Nicht wiederhergestellt: {files}.",
  "{path} ({reason})": "{path} ({reason})",
  "the disk is full": "die Platte ist voll",
  ", ": " und ",
};
const inGerman = (said: Sentence) => renderSentence(said, (text) => GERMAN[text] ?? text);

describe("a sentence", () => {
  const lost = sentence("Not restored: {files}.", {
    files: ["a.txt", "b.txt"].map((path) =>
      sentence("{path} ({reason})", { path, reason: sentence("the disk is full") }),
    ),
  });

  it("is rendered in English without a language", () => {
    expect(renderSentence(lost)).toBe("Not restored: a.txt (the disk is full), b.txt (the disk is full).");
  });

  it("is rendered in another language with every sentence and list inside it", () => {
    expect(inGerman(lost)).toBe(
      "Nicht wiederhergestellt: a.txt (die Platte ist voll) und b.txt (die Platte ist voll).",
    );
  });

  it("survives a journal and is translated from it", () => {
    const stored: unknown = JSON.parse(JSON.stringify(lost));
    expect(isSentence(stored) && inGerman(stored)).toBe(inGerman(lost));
  });

  it("may be written as parts, which a space joins", () => {
    expect(sentence(["One {a}.", "Two {b}."], { a: 1, b: 2 })).toEqual({
      text: "One {a}. Two {b}.",
      values: { a: 1, b: 2 },
    });
  });

  it("has numbers with thousands apart", () => {
    expect(renderSentence(sentence("{tokens} tokens", { tokens: 1_234_567 }))).toBe("1,234,567 tokens");
  });

  it("does not fill in placeholders that stand in its values, nor such that every object has", () => {
    expect(renderSentence({ text: "{a} {toString}", values: { a: "{b}", b: "no" } })).toBe("{b} {toString}");
  });
});

describe("a counted sentence", () => {
  it.each([
    [0, "0 files in src"],
    [1, "1 file in src"],
    [2, "2 files in src"],
  ])("has the plural of %i", (count, text) => {
    const files = counted(count, "1 file in {folder}", "{count} files in {folder}", { folder: "src" });
    expect(renderSentence(files)).toBe(text);
  });
});

const COMPILE = [
  "node_modules/typescript/bin/tsc",
  ..."--ignoreConfig --noEmit --strict --target es2023 --lib es2024 --module preserve --skipLibCheck".split(" "),
];

/** The lines that do not compile where `sentence` and `counted` are known. */
async function linesThatFail(lines: readonly string[]): Promise<readonly string[]> {
  const source = JSON.stringify(resolve("src/core/base/sentence"));
  const file = join(await temporaryFolder(), "lines.ts");
  await writeFile(
    file,
    [`import { counted, sentence } from ${source}; declare const name: string;`, ...lines].join("\n"),
  );
  const { stdout } = spawnSync(process.execPath, [...COMPILE, file], { encoding: "utf8" });
  const failing = [...stdout.matchAll(/lines\.ts\((\d+),/g)].map(([, line]) => Number(line) - 2);
  return [...new Set(failing)].flatMap((line) => lines[line] ?? []);
}

describe("the compiler", () => {
  const right = [
    'sentence("It failed: {reason}.", { reason: name });',
    'sentence(name === "" ? "Yes." : "No.");',
    'sentence(["Two {parts},", "{one} text."], { parts: 2, one: 1 });',
    'counted(2, "1 file", "{count} files");',
    'counted(2, "1 file in {folder}", "{count} files in {folder}", { folder: name });',
  ];
  const wrong = [
    "sentence(name);",
    "sentence(`It failed: ${name}.`);",
    'sentence("It failed: " + name);',
    'sentence(["It failed.", `Its name is ${name}.`]);',
    'sentence("It failed: {reason}.");',
    'sentence("It failed: {reason}.", { why: name });',
    'sentence("It failed.", { reason: name });',
    'counted(2, "1 file in {folder}", "{count} files in {folder}");',
    "counted(2, `1 ${name}`, '{count} files');",
  ];

  it("refuses texts that are computed and values that do not fit", async () => {
    expect(await linesThatFail([...right, ...wrong])).toEqual(wrong);
  });
});

describe("the words of others", () => {
  it("stay as they are, braces and all", () => {
    expect(renderSentence(verbatim("529 {overloaded}"), () => "{words}")).toBe("529 {overloaded}");
    expect(toSentence("no idea")).toEqual(verbatim("no idea"));
    expect(toSentence(sentence("Stopped."))).toEqual(sentence("Stopped."));
  });

  it.each([null, "text", { text: "x" }, { text: "x", values: [] }, { text: "x", values: { a: null } }, ["x"]])(
    "are no sentence just because they look like one: %j",
    (value) => {
      expect(isSentence(value)).toBe(false);
    },
  );

  it("are what an error says that carries no sentence", () => {
    expect(sentenceOf(new SentenceError(sentence("Stopped.")))).toEqual(sentence("Stopped."));
    expect(sentenceOf(new Error("EPIPE"))).toEqual(verbatim("EPIPE"));
    expect(new SentenceError(sentence("It failed: {reason}.", { reason: "EPIPE" })).message).toBe("It failed: EPIPE.");
  });

  it("are the reason of an engine that has no sentence beside it", () => {
    expect(sentenceFor({ reason: "too tired" })).toEqual(verbatim("too tired"));
    expect(sentenceFor(because(sentence("Stopped.")))).toEqual(sentence("Stopped."));
  });
});
