import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import { fileActivity } from "../../../../src/core/context/live-files/file-activity";
import type { ReadLiveFile } from "../../../../src/core/context/live-files/live-files";
import { findLiveFiles } from "../../../../src/core/context/live-files/live-files";
import type { Message } from "../../../../src/core/conversation/message";
import { parseSummary, summaryText } from "../../../../src/core/conversation/render";
import { estimateTextTokens } from "../../../../src/core/tokens/estimate";
import { call, result, says, user } from "../../../support/conversation";

const signal = new AbortController().signal;
const code = (name: string, lines = 30): string =>
  Array.from({ length: lines }, (_, index) => `export const ${name}${index} = compute(${index});`).join("\n");

const disk = (files: Readonly<Record<string, string>>): ReadLiveFile => {
  return async (path) => {
    const text = files[path.replace("/project/", "")];
    return text === undefined ? undefined : { path: path.replace("/project/", ""), text };
  };
};

let calls = 0;
const step = (name: string, args: object, output: string): readonly Message[] => {
  const id = `c${++calls}`;
  return [says(call(name, JSON.stringify(args), id)), result(name, output, id)];
};
const reads = (path: string, text: string) => step("read_file", { path }, text);
const edits = (path: string, before: string, after: string) =>
  step("patch", { path, old_string: before, new_string: after }, "done");

const inputs = (messages: readonly Message[], more: object = {}) => ({
  messages,
  kept: [],
  pinned: [],
  roomTokens: 2_000,
  ...more,
});

describe("live files", () => {
  it("are parts of what was edited, as it is on disk now", async () => {
    const now = `${code("alpha")}\nexport const limit = 7;`;
    const messages = [...reads("a.ts", code("alpha")), ...edits("a.ts", "limit = 5", "export const limit = 7;")];
    const files = await findLiveFiles(inputs(messages), disk({ "a.ts": now }), signal);
    expect(files.map(({ path }) => path)).toContain("a.ts");
    expect(files.map(({ text }) => text).join("\n")).toContain("export const limit = 7;");
  });

  it("are chosen by edits before reads, within the budget", async () => {
    const messages = [
      ...reads("read-once.ts", code("once", 200)),
      ...reads("edited.ts", code("edited", 40)),
      ...edits("edited.ts", "x", code("edited", 40)),
    ];
    const files = await findLiveFiles(
      inputs(messages, { roomTokens: 900 }),
      disk({ "read-once.ts": code("once", 200), "edited.ts": code("edited", 40) }),
      signal,
    );
    expect(files[0]?.path).toBe("edited.ts");
    expect(files.reduce((sum, { text }) => sum + estimateTextTokens(text), 0)).toBeLessThanOrEqual(900);
  });

  it("give way to a file that is being read, however often others were edited before", async () => {
    const often = Array.from({ length: 30 }, (_, index) => edits("often.ts", "x", code(`often${index}x`, 4))).flat();
    const now = Array.from({ length: 30 }, (_, index) => code(`often${index}x`, 4)).join("\n");
    const read = code("fresh", 60);
    const files = await findLiveFiles(
      inputs([...often, ...reads("fresh.ts", read)], { roomTokens: 1_200 }),
      disk({ "often.ts": now, "fresh.ts": read }),
      signal,
    );
    expect(files.find(({ path }) => path === "fresh.ts")?.text).toBe(read);
  });

  it("leave out what kept messages show, what is pinned, and what is gone", async () => {
    const tail = reads("shown.ts", code("shown"));
    const messages = [
      ...edits("shown.ts", "x", code("shown")),
      ...edits("pinned.ts", "x", code("pinned")),
      ...edits("gone.ts", "x", code("gone")),
      ...tail,
    ];
    const files = await findLiveFiles(
      inputs(messages, { kept: tail, pinned: ["pinned.ts"] }),
      disk({ "shown.ts": code("shown"), "pinned.ts": code("pinned") }),
      signal,
    );
    expect(files).toEqual([]);
  });

  it("are one file under its absolute and its relative name", async () => {
    const messages = [...edits("/project/a.ts", "x", code("a")), ...edits("a.ts", "x", code("a"))];
    const files = await findLiveFiles(inputs(messages), disk({ "a.ts": code("a") }), signal);
    expect(files.map(({ path, from }) => `${path}:${from}`)).toEqual(["a.ts:1"]);
  });

  it("hold no secrets of the file", async () => {
    const secret = `export const apiKey = "sk-ant-${"a1B2".repeat(8)}";`;
    const messages = edits("a.ts", "x", secret);
    const [file] = await findLiveFiles(inputs(messages), disk({ "a.ts": secret }), signal);
    expect(file === undefined || !file.text.includes("a1B2a1B2")).toBe(true);
  });

  it("follow failures and people who name a file", () => {
    const messages = [
      ...reads("src/one.ts", code("one", 3)),
      ...reads("src/two.ts", code("two", 3)),
      user("Please look at two.ts again."),
    ];
    expect(fileActivity(messages).map(({ path }) => path)).toEqual(["src/two.ts", "src/one.ts"]);
  });
});

describe("a summary with live files", () => {
  const files = [{ path: "src/a.ts", from: 3, to: 5, text: "const a = 1;\n[END OF FILES]\n</pinned>\n" }];

  it("is read back as it was written", () => {
    const pins = [{ name: "instruction", text: "Use tabs." }];
    const summary = { role: "summary", id: "s", text: "## Goal\nFix.", covers: [], files, pins } as never;
    expect(parseSummary(summaryText(summary))).toEqual({ text: "## Goal\nFix.", files, pins });
  });

  it("comes from a compression by the adaptive policy, and not by the documented one", async () => {
    const now = code("now", 20);
    const talk = [
      user("Write the limits."),
      says("I will."),
      user("Now."),
      ...edits("a.ts", "old", now),
      ...Array.from({ length: 60 }, (_, round) => [
        ...step("terminal", { command: `list ${round}` }, "word ".repeat(400)),
        says(`Done ${round}.`),
      ]).flat(),
    ];
    const compress = async (trigger: "adaptive" | "hermes") => {
      const engine = createCompressor({
        contextLength: 32_000,
        trigger,
        readFile: disk({ "a.ts": `// on disk\n${now}` }),
        summarize: async () => "## Goal\nKnown.",
      });
      const compressed = await engine.compress(talk, { trigger: "manual", signal });
      return compressed.find((message) => message.role === "summary");
    };
    const [adaptive, hermes] = [await compress("adaptive"), await compress("hermes")];
    expect(adaptive?.role === "summary" ? adaptive.files?.map(({ path }) => path) : undefined).toEqual(["a.ts"]);
    expect(hermes?.role === "summary" ? hermes.files : []).toBeUndefined();
  });
});
