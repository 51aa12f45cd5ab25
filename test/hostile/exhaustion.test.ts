import { describe, expect, it } from "vitest";
import { createByteMeter } from "../../src/core/base/bounded-body";
import type { JsonObject } from "../../src/core/base/json";
import { isTooDeep, parseJson } from "../../src/core/base/json";
import { proposeText } from "../../src/core/editing/proposal";
import { findBlock, replaceText } from "../../src/core/editing/replace-text";
import { applyDiff } from "../../src/core/editing/unified-diff";
import { chatDecoder } from "../../src/core/providers/openai-chat/decode";
import { streamReply } from "../../src/core/providers/wire/reply-stream";
import { redactInSlices } from "../../src/core/redact/redact-slices";
import { parseArguments } from "../../src/core/tools/arguments";
import { admitTools } from "../../src/core/tools/mcp/admit-tools";
import { readToolResult } from "../../src/core/tools/mcp/tool-result";
import { cleanOutput, cleanOutputInSlices } from "../../src/core/tools/shell/output-buffer";
import { findProblems } from "../../src/core/tools/validate";
import { presentEdit } from "../../src/presenter/chat/edit-picture";
import { user } from "../support/conversation";
import { requestOf, routeTo } from "../support/requests";
import { echo, outcomeText } from "../support/tools";
import { toolsOn } from "../support/workspace";

const MB = 1024 * 1024;
const nested = (levels: number, open = "[", close = "]") => open.repeat(levels) + close.repeat(levels);

/** Each level names the next one twice, so that a plain reader checks it 2 to the power of the levels. */
function doubled(keyword: "allOf" | "anyOf" | "oneOf", levels: number): JsonObject {
  const names = Array.from({ length: levels }, (_, level) => level);
  const refs = (level: number) => ({ $ref: `#/$defs/l${level + 1}` });
  const defs = names.map((level) => [`l${level}`, { [keyword]: [refs(level), refs(level)] }] as const);
  return { $ref: "#/$defs/l0", $defs: { ...Object.fromEntries(defs), [`l${levels}`]: { type: "string" } } };
}

describe("a schema of a server", () => {
  it.each([
    ["allOf", 20],
    ["allOf", 60],
    ["anyOf", 20],
    ["anyOf", 60],
    ["oneOf", 30],
  ] as const)("that doubles %s on %i levels costs a bounded number of checks", (keyword, levels) => {
    expect(findProblems(doubled(keyword, levels), {})).toEqual([
      "checking them takes too many steps, because they or the schema are too large",
    ]);
  });

  it.each([
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "^(.*)*$",
    "^(a*)*b$",
    "([a-z]+)*!x",
    "^(\\w+\\s?)*$",
    "^((a+)+)+$",
    "(x+x+)+y",
    "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}$",
  ])("with the pattern %s is matched in linear time", (pattern) => {
    const text = `${"a".repeat(5_000)}!`;
    expect(findProblems({ properties: { a: { pattern } } }, { a: text }).length).toBeLessThanOrEqual(1);
  });

  it("leaves patterns that only backtracking can match to the server", () => {
    expect(findProblems({ properties: { a: { pattern: "(?=a)(a)\\1" } } }, { a: "b" })).toEqual([]);
  });

  it("reports a few of many problems", () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 1]));
    expect(findProblems({ additionalProperties: { type: "string" } }, many)).toHaveLength(21);
  });

  it.each([
    ["a description of 5 MB", { name: "t", description: "d".repeat(5 * MB), inputSchema: {} }, "shortened"],
    ["a schema of 5 MB", { name: "t", inputSchema: { description: "d".repeat(5 * MB) } }, "leftOut"],
    ["a schema with 100,000 levels", { name: "t", inputSchema: JSON.parse(nested(100_000)) }, "leftOut"],
    ["a schema with 60 levels", { name: "t", inputSchema: JSON.parse(nested(60)) }, "leftOut"],
    ["a name of 1 MB", { name: "n".repeat(MB), inputSchema: {} }, "leftOut"],
  ] as const)("with %s does not ride along in every request", (_, tool, fate) => {
    const admitted = admitTools([tool]);
    expect(admitted[fate]).toHaveLength(1);
    expect(JSON.stringify(admitted.tools).length).toBeLessThan(10_000);
  });

  it("cannot offer thousands of tools", () => {
    const { tools, leftOut } = admitTools(
      Array.from({ length: 5_000 }, (_, id) => ({ name: `t${id}`, inputSchema: {} })),
    );
    expect([tools.length, leftOut.length]).toEqual([256, 4_744]);
  });

  it("cannot offer one tool many times", () => {
    const { tools, leftOut } = admitTools(
      Array.from({ length: 1_000 }, (_, id) => ({ name: `t${id % 3}`, inputSchema: {} })),
    );
    expect([tools.map(({ name }) => name), leftOut.length]).toEqual([["t0", "t1", "t2"], 997]);
  });

  it("cannot answer with parts without end, deep data or a huge picture", () => {
    const many = readToolResult({ content: Array(10_000).fill({ type: "text", text: "x" }) });
    expect(many.content).toHaveLength(501);
    expect(outcomeText(readToolResult({ structuredContent: JSON.parse(nested(100_000)) }))).toMatch(/too deeply/);
    const picture = { type: "image", mimeType: "image/png", data: "A".repeat(8 * MB) };
    expect(outcomeText(readToolResult({ content: [picture] }))).toBe("[image too large to show]");
  });
});

describe("JSON", () => {
  it.each([
    ["lists", nested(100_000)],
    ["objects", nested(100_000, '{"a":', "}")],
    ["a mixture", nested(50_000, '[{"a":', "}]")],
    ["brackets after long strings", `["${"[".repeat(2_000)}",${nested(2_000)}]`],
  ])("with %s nested beyond use is no JSON", (_, text) => {
    expect(parseJson(text)).toBeUndefined();
  });

  it("counts no brackets inside of strings", () => {
    expect(isTooDeep(JSON.stringify(["[{".repeat(5_000), '\\"[['.repeat(5_000)]))).toBe(false);
  });

  it.each([
    ["nested deeper than 100 levels", `{"text":${nested(5_000)}}`],
    ["nested deeper than 100 levels", `{"text":${nested(5_000, '{"a":', "}")}}`],
    ["longer than 8388608 characters", JSON.stringify({ text: "x".repeat(9 * MB) })],
    ["too long to repair", `{"text": oops ${"x".repeat(MB)}}`],
  ])("in tool arguments that is %s is refused", async (reason, inputJson) => {
    const parsed = await parseArguments(echo(), inputJson, () => Promise.reject(new Error("never asked")));
    expect(parsed).toMatchObject({ kind: "bad", reason: expect.stringContaining(reason) });
  });
});

describe("the output of a command", () => {
  it.each([
    ["carriage returns", "\r".repeat(4 * MB), ""],
    ["carriage returns and an end", `${"\r".repeat(4 * MB)}\nend`, "\nend"],
    ["states of one line", "a\r".repeat(MB), "a"],
    ["states and a last one", `${"a\r".repeat(MB)}b`, "b"],
    ["one line", "x".repeat(4 * MB), "x".repeat(4 * MB)],
    ["line ends", "\n".repeat(MB), "\n".repeat(MB)],
    ["Windows line ends", "a\r\n".repeat(100_000), "a\n".repeat(100_000)],
    ["unfinished escapes", "\x1b[".repeat(MB), "\x1b[".repeat(MB)],
    ["colors", "\x1b[31mx\x1b[0m".repeat(100_000), "x".repeat(100_000)],
  ])("of nothing but %s is cleaned in slices", async (_, raw, clean) => {
    expect((await cleanOutputInSlices(raw)) === clean).toBe(true);
    expect(cleanOutput(raw) === clean).toBe(true);
  });

  it("is redacted in slices without losing a key at a border", async () => {
    const line = "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIbPxRfiCYEXAMPLEKEYabcdefgh1\n";
    const text = line.repeat(10_000);
    const redacted = await redactInSlices(text);
    expect(redacted).not.toContain("wJalrXUtnFEMI");
    expect(redacted.split("\n")).toHaveLength(10_001);
  });
});

describe("a patch", () => {
  it("finds a block among equal lines in linear time", () => {
    const lines = Array<string>(150_000).fill("a");
    expect(findBlock(lines, [...Array<string>(75_000).fill("a"), "b"])).toEqual([]);
    expect(findBlock(["a", "a", "a", "b", "a", "a"], ["a", "a"])).toEqual([0, 1, 4]);
  });

  it.each([
    ["a\n".repeat(100_000), `${"@@ -1,1 +1,1 @@\n-a\n+b\n".repeat(100_000)}`],
    ["a\n".repeat(150_000), "@@\n-zz\n+b\n".repeat(1_000)],
    ["a\n", " a\n".repeat(60_000)],
  ])("with too many hunks for its file is refused", (text, diff) => {
    expect(applyDiff(text, diff)).toMatchObject({ kind: "unfit", reason: expect.stringContaining("too many") });
  });

  it("does not count places without end", () => {
    expect(replaceText("a".repeat(MB), { find: "a", replace: "b" }, "all")).toMatchObject({
      kind: "unfit",
      reason: expect.stringContaining("more than 100000 places"),
    });
  });

  it("of a hundred thousand lines is shown by its first lines and counted", () => {
    const lines = (word: string) => Array.from({ length: 100_000 }, (_, at) => `${word} ${at}`).join("\n");
    const picture = presentEdit({ path: "a", before: lines("old"), after: lines("new") });
    expect([picture.added, picture.removed, picture.lines.length, picture.hidden]).toEqual([
      100_000, 100_000, 16, 199_984,
    ]);
  });

  it("does not blow a file up", () => {
    const grown = replaceText("a".repeat(90_000), { find: "a", replace: "b".repeat(1_000) }, "all");
    expect(grown).toMatchObject({ kind: "unfit", reason: expect.stringContaining("would grow") });
  });

  it.each([
    ["blank lines", `${"\n".repeat(200_000)}x`],
    ["equal definitions", "const a = 1;\n".repeat(20_000)],
    ["one deep piece", `function a() {\n${"  b();\n".repeat(50_000)}}`],
  ])("made of %s is proposed in bounded work", (_, code) => {
    const proposal = proposeText({
      current: "const z = 1;\n".repeat(2_000),
      code,
      form: "code",
      selection: null,
      target: "open",
    });
    expect(["proposed", "unplaced"]).toContain(proposal.kind);
  });
});

describe("a file of line ends", () => {
  it("is read without splitting it, and not edited", async () => {
    const { say } = await toolsOn({ "blank.txt": "\n".repeat(8 * MB) });
    expect(await say("read_file", { path: "blank.txt", limit: 2 })).toBe(
      "1|\n2|\n[blank.txt: lines 1-2 of 8388608; continue with offset 3]",
    );
    expect(await say("read_file", { path: "blank.txt", offset: 8 * MB })).toMatch(/^8388608\|\n/);
    expect(await say("patch", { path: "blank.txt", find: "a", replace: "b" })).toMatch(/too long to edit/);
  });
});

describe("the body of an answer", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const limits = { totalBytes: 100, eventBytes: 10 };

  it.each([
    ["data: 1\n\n".repeat(5), undefined],
    ["data: 1\r\n\r\n".repeat(5), undefined],
    ["data: 1\r\r".repeat(5), undefined],
    ["x".repeat(11), "eventBytes"],
    ["data: 1\ndata: 2\n", "eventBytes"],
    ["data: 1\r\ndata: 2\r\n", "eventBytes"],
    [": ping\n\n".repeat(20), "totalBytes"],
  ] as const)("%j is measured by event and in total", (text, excess) => {
    expect(createByteMeter(limits)(bytes(text))).toBe(excess);
  });

  const roomy = { totalBytes: 100 * MB, eventBytes: 8 * MB };

  it.each([
    ["brackets", `data: ${nested(501)}`, "eventParts"],
    ["small values", `data: [${"{},".repeat(130_000)}{}]`, "eventParts"],
    ["numbers", `data: [${"1,".repeat(250_001)}1]`, "eventParts"],
    ["brackets in a text", `data: {"text":"${"[{,".repeat(200_000)}"}`, undefined],
    ["escaped quotes in a text", `data: {"text":"${'\\"[,'.repeat(100_000)}"}`, undefined],
    ["many small events", `data: [1,2]\n\n`.repeat(200_000), undefined],
  ] as const)("with an event of %s is measured by what parsing it costs", (_, text, excess) => {
    expect(createByteMeter(roomy)(bytes(text))).toBe(excess);
  });

  it("is measured the same however it is cut", () => {
    const meter = createByteMeter(roomy);
    const pieces = [
      'data: {"a',
      "\\",
      `"${"[".repeat(600)}`,
      '"}\n',
      "\n",
      `data: ${"[".repeat(300)}`,
      "[".repeat(201),
    ];
    expect(pieces.map((piece) => meter(bytes(piece)))).toEqual([...Array(6).fill(undefined), "eventParts"]);
  });
});

describe("a reply of very many events", () => {
  it("lets the host do something else in between", async () => {
    const events = Array.from({ length: 5_000 }, () => ({ choices: [{ index: 0, delta: { content: "x" } }] }));
    const stream = async () =>
      (async function* () {
        yield* events;
        yield { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
      })();
    let turns = 0;
    let counting = true;
    const count = (): void => {
      turns++;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    const model = routeTo("http://127.0.0.1:9", { provider: "openai-compatible" }).model;
    const reply = streamReply(requestOf(model, [user("x")]), chatDecoder, stream, new AbortController().signal);
    for await (const _ of reply) await Promise.resolve();
    counting = false;
    expect(turns).toBeGreaterThan(40);
  });
});

describe("an ignore list of thousands of rules", () => {
  const rules = (count: number) => Array.from({ length: count }, (_, at) => `name-${at}`).join("\n");

  it("is not held against every file", async () => {
    const { say } = await toolsOn({ ".gitignore": `kept.txt\n${rules(3_000)}`, "kept.txt": "" });
    expect(await say("list_files", { path: "." })).toContain("kept.txt");
  });

  it("hides everything where it is the list of hidden files", async () => {
    const { say } = await toolsOn({ ".hermesignore": rules(3_000), "kept.txt": "" });
    expect(await say("read_file", { path: "kept.txt" })).toContain(".hermesignore is longer than 2000 lines");
  });

  it("counts no comments", async () => {
    const { say } = await toolsOn({ ".gitignore": `${"# why\n\n".repeat(3_000)}hidden.txt`, "hidden.txt": "" });
    expect(await say("list_files", { path: "." })).not.toContain("hidden.txt");
  });
});
