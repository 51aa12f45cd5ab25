import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rgPath } from "@vscode/ripgrep";
import type { JsonObject } from "../../src/core/base/json";
import { parseJson } from "../../src/core/base/json";
import { callId, sessionId } from "../../src/core/conversation/ids";
import { mergeTexts } from "../../src/core/editing/merge-texts";
import { proposeText } from "../../src/core/editing/proposal";
import { findBlock, replaceText } from "../../src/core/editing/replace-text";
import { applyDiff } from "../../src/core/editing/unified-diff";
import { redactInSlices } from "../../src/core/redact/redact-slices";
import { parseArguments } from "../../src/core/tools/arguments";
import { createBuiltinTools } from "../../src/core/tools/builtin/builtin-tools";
import { repairJson } from "../../src/core/tools/builtin/repair-json";
import { admitTools } from "../../src/core/tools/mcp/admit-tools";
import { findSteeringArgument } from "../../src/core/tools/mcp/steering-arguments";
import { readToolResult } from "../../src/core/tools/mcp/tool-result";
import { judgeCommand } from "../../src/core/tools/shell/command-rules";
import { findProblems } from "../../src/core/tools/validate";
import { presentEdit } from "../../src/presenter/chat/edit-picture";
import { presentApproval } from "../../src/presenter/chat/tool-row";
import { sayInEnglish } from "../../src/presenter/words/say";
import { user } from "../support/conversation";
import { readAll, requestOf, routeTo } from "../support/requests";
import { echo } from "../support/tools";
import { USUAL_ALLOWANCES } from "../support/usual-allowances";

/** One input of the exhaustion class. What `prepare` does is not measured. */
export interface StallInput {
  readonly subject: string;
  readonly input: string;
  prepare(): Promise<() => Promise<unknown>>;
}

const MB = 1024 * 1024;

/** What makes the input is not measured, either. */
const now = <Value>(subject: string, input: string, make: () => Value, run: (value: Value) => unknown): StallInput => ({
  subject,
  input,
  async prepare() {
    const value = make();
    return async () => run(value);
  },
});

const nested = (levels: number, open = "[", close = "]") => open.repeat(levels) + close.repeat(levels);
const mixed = (lines: number, word: string) =>
  Array.from({ length: lines }, (_, line) => (line % 2 === 0 ? "same" : `${word} ${line}`)).join("\n");
const unique = (lines: number, word: string) =>
  Array.from({ length: lines }, (_, line) => `${word} ${line}`).join("\n");

function workspaceOf(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), "hermes-stalls-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return { roots: () => [root], ripgrepPath: rgPath, env: process.env };
}

/** A call of a built-in tool, with redaction as the agent does it. */
const tool = (
  name: string,
  input: string,
  args: JsonObject,
  files: Readonly<Record<string, string>> = {},
): StallInput => ({
  subject: `tool ${name}`,
  input,
  async prepare() {
    const found = createBuiltinTools(workspaceOf(files)).tools.find((one) => one.name === name);
    const context = { session: sessionId("s"), callId: callId("c"), signal: new AbortController().signal };
    return async () => {
      await found?.preview?.(args, { ...context, onOutput: () => undefined });
      const outcome = await found?.run(args, { ...context, onOutput: () => undefined });
      for (const part of outcome?.content ?? []) if (part.type === "text") await redactInSlices(part.text);
    };
  },
});

/** In a process of its own: what the server does is not the host's work. */
const SERVER = `
  const body = require("fs").readFileSync(process.argv[1]);
  require("http").createServer((_, response) => {
    response.on("error", () => undefined);
    response.writeHead(200, { "content-type": "text/event-stream", ...JSON.parse(process.argv[2]) });
    response.end(body);
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

const server = (
  input: string,
  body: () => string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): StallInput => ({
  subject: "model server",
  input,
  async prepare() {
    const file = join(mkdtempSync(join(tmpdir(), "hermes-stalls-")), "body");
    writeFileSync(file, body());
    const child = spawn(process.execPath, ["-e", SERVER, file, JSON.stringify(headers)], { stdio: "pipe" });
    const [port] = await once(child.stdout, "data");
    const url = `http://127.0.0.1:${String(port).trim()}`;
    const route = routeTo(url, { provider: "openai-compatible", model: "m", key: "sk-0123456789abcdef" });
    const request = requestOf(route.model, [user("x")]);
    // The SDK is loaded before, as it is after the first message.
    await readAll(route.provider, request).catch(() => undefined);
    return async () => {
      await readAll(route.provider, request).catch(() => undefined);
      child.kill();
    };
  },
});

const chunk = (text: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.txt`, "x\n"]));

function doubled(keyword: "allOf" | "anyOf" | "oneOf", levels: number): JsonObject {
  const refs = (level: number) => ({ $ref: `#/$defs/l${level + 1}` });
  const defs = Array.from({ length: levels }, (_, level) => [`l${level}`, { [keyword]: [refs(level), refs(level)] }]);
  return { $ref: "#/$defs/l0", $defs: { ...Object.fromEntries(defs), [`l${levels}`]: { type: "string" } } };
}

const judge = (input: string, text: string): StallInput =>
  now(
    "command rules",
    input,
    () => text,
    (command) => judgeCommand(command, { allowed: USUAL_ALLOWANCES, denied: ["rm -rf"], cwd: "/w" }),
  );

const showCard = (detail: string): unknown =>
  presentApproval(
    { callId: callId("c"), tool: "t", category: "run", title: { text: "x", values: {} }, detail },
    sayInEnglish,
  );

const COMMANDS: readonly StallInput[] = [
  tool("terminal", "4 MB of carriage returns", { command: "head -c 4000000 /dev/zero | tr '\\0' '\\r'" }),
  tool("terminal", "4 MB of line ends", { command: "head -c 4000000 /dev/zero | tr '\\0' '\\n'" }),
  tool("terminal", "4 MB of unfinished escapes", { command: "yes $'\\e[' | tr -d '\\n' | head -c 4000000" }),
  tool("terminal", "60 MB of one line", { command: "head -c 60000000 /dev/zero | tr '\\0' x" }),
  tool("terminal", "4 MB that look like keys", {
    command: "yes 'KEY=abcdefghijklmnopqrstuv0123456789' | head -c 4000000",
  }),
  judge("2,000 substitutions, nested", `echo ${nested(400, "$(", ")")}`),
  judge("700 commands in a row", "ls; ".repeat(700)),
  judge("8,000 characters of braces", `echo ${"{a,b}".repeat(1_500)}`),
  judge("8,000 characters of quotes", `echo ${"'a'\"b\"".repeat(1_300)}`),
  judge("1 MB of anything", `echo ${"$(".repeat(MB / 2)}`),
  now("approval card", "1 MB of hidden characters", () => "\u202e".repeat(MB), showCard),
  now("approval card", "1 MB of blank lines", () => " \n".repeat(MB / 2), showCard),
  now("approval card", "1 MB of different lines", () => unique(70_000, "echo"), showCard),
];

const SERVERS: readonly StallInput[] = [
  now(
    "MCP schema",
    "allOf doubled on 60 levels",
    () => doubled("allOf", 60),
    (schema) => findProblems(schema, {}),
  ),
  now(
    "MCP schema",
    "oneOf doubled on 60 levels",
    () => doubled("oneOf", 60),
    (schema) => findProblems(schema, {}),
  ),
  ...["^(a+)+$", "^(a|aa)+$", "(x+x+)+y", "^(\\w+\\s?)*$"].map((pattern) =>
    now(
      "MCP schema",
      `the pattern ${pattern} on 1 MB`,
      () => `${"a".repeat(MB)}!`,
      (a) => findProblems({ properties: { a: { pattern } } }, { a }),
    ),
  ),
  now(
    "MCP tools",
    "a schema with 100,000 levels",
    () => [{ name: "t", inputSchema: JSON.parse(nested(100_000)) }],
    admitTools,
  ),
  now(
    "MCP tools",
    "5,000 tools with a description of 10 KB",
    () =>
      Array.from({ length: 5_000 }, (_, at) => ({ name: `t${at}`, description: "d".repeat(10_000), inputSchema: {} })),
    admitTools,
  ),
  now(
    "MCP result",
    "10,000 parts",
    () => Array.from({ length: 10_000 }, () => ({ type: "text", text: "x".repeat(500) })),
    (content) => readToolResult({ content }),
  ),
  now("MCP arguments", "8 MB in one text", () => ({ content: "+++ b/x\n".repeat(MB) }), findSteeringArgument),
  server("40 MB in one line", () => `data: ${"x".repeat(40 * MB)}`),
  server("a gzip bomb of 64 MB", () => gzipSync("x".repeat(64 * MB)), { "content-encoding": "gzip" }),
  server("one event of 3.5 MB", () => chunk("x".repeat(3.5 * MB))),
  server("one event of 7 MB", () => chunk("x".repeat(7 * MB))),
  server("one event of 7 MB of brackets", () => `data: ${nested(3 * MB)}\n\n`),
  server("one event of 7 MB of small values", () => `data: [${"{},".repeat(2 * MB)}{}]\n\n`),
  server("200,000 small events", () => chunk("x").repeat(200_000)),
];

const FILES: readonly StallInput[] = [
  tool("read_file", "60 MB of line ends", { path: "a.txt" }, { "a.txt": "\n".repeat(60 * MB) }),
  tool("read_file", "60 MB in one line", { path: "a.txt" }, { "a.txt": "x".repeat(60 * MB) }),
  tool(
    "list_files",
    "5,000 files and a .gitignore of 5 MB",
    { path: "." },
    {
      ...names(5_000),
      ".gitignore": "some-name/**/x*\n".repeat(330_000),
    },
  ),
  tool(
    "list_files",
    "5,000 files and a .gitignore of 250 KB",
    { path: "." },
    {
      ...names(5_000),
      ".gitignore": Array.from({ length: 12_000 }, (_, at) => `some-name-${at}/**`).join("\n"),
    },
  ),
  tool(
    "list_files",
    "a .gitignore that backtracks",
    { path: "." },
    {
      ["a".repeat(200)]: "x",
      ".gitignore": `${"*a".repeat(30)}*b\n`,
    },
  ),
  tool(
    "list_files",
    "a .hermesignore that backtracks",
    { path: "." },
    {
      ["a".repeat(200)]: "x",
      ".hermesignore": `${"*a".repeat(30)}*b\n${"a?*".repeat(30)}b\n`,
    },
  ),
  tool("search_files", "100,000 matches", { pattern: "x" }, { "a.txt": "x\n".repeat(100_000) }),
  tool("search_files", "one line of 40 MB", { pattern: "x" }, { "a.txt": "x".repeat(40 * MB) }),
  tool(
    "patch",
    "a block among 150,000 equal lines",
    { path: "a.txt", find: `${"a\n".repeat(5_000)}b`, replace: "c" },
    {
      "a.txt": "a\n".repeat(150_000),
    },
  ),
  tool(
    "write_file",
    "2 MB over 2 MB of other lines",
    { path: "a.txt", content: unique(100_000, "new") },
    {
      "a.txt": unique(100_000, "old"),
    },
  ),
  now(
    "patch",
    "75,000 lines in 150,000",
    () => Array<string>(150_000).fill("a"),
    (lines) => findBlock(lines, [...lines.slice(75_000), "b"]),
  ),
  now(
    "patch",
    "100,000 hunks",
    () => "@@ -1,1 +1,1 @@\n-a\n+b\n".repeat(100_000),
    (diff) => applyDiff("a\n".repeat(100_000), diff),
  ),
  now(
    "patch",
    "every letter of 1 MB",
    () => "a".repeat(MB),
    (text) => replaceText(text, { find: "a", replace: "bb" }, "all"),
  ),
  now(
    "diff on a card",
    "100,000 lines, all different",
    () => ({ path: "a", before: unique(100_000, "old"), after: unique(100_000, "new") }),
    presentEdit,
  ),
  now(
    "diff on a card",
    "100,000 lines, every second different",
    () => ({ path: "a", before: mixed(100_000, "old"), after: mixed(100_000, "new") }),
    presentEdit,
  ),
  now(
    "merge on restore",
    "20,000 lines, all different in both",
    () => ({ base: unique(20_000, "base"), ours: unique(20_000, "ours"), theirs: unique(20_000, "theirs") }),
    mergeTexts,
  ),
  now(
    "merge on restore",
    "20,000 lines, every second different in both",
    () => ({ base: mixed(20_000, "base"), ours: mixed(20_000, "ours"), theirs: mixed(20_000, "theirs") }),
    mergeTexts,
  ),
  now(
    "code block",
    "50,000 lines on 2,000",
    () => `function a() {\n${"  b();\n".repeat(50_000)}}`,
    (code) =>
      proposeText({ current: "const z = 1;\n".repeat(2_000), code, form: "code", selection: null, target: "open" }),
  ),
];

const TEXTS: readonly StallInput[] = [
  now("JSON", "lists nested 100,000 deep", () => nested(100_000), parseJson),
  now(
    "tool arguments",
    "9 MB",
    () => JSON.stringify({ text: "x".repeat(9 * MB) }),
    (json) => parseArguments(echo(), json, repairJson),
  ),
  now(
    "tool arguments",
    "120 KB to repair",
    () => `{"text": ${"oops, ".repeat(20_000)}`,
    (json) => parseArguments(echo(), json, repairJson),
  ),
  ...["a=", "-----BEGIN ", "https://", "Bearer ", "\\", "key: '", "eyJ.", "0123456789abcdef", "::", "@"].map((piece) =>
    now("redaction", `4 MB of ${JSON.stringify(piece)}`, () => piece.repeat((4 * MB) / piece.length), redactInSlices),
  ),
];

export const STALL_INPUTS: readonly StallInput[] = [...COMMANDS, ...SERVERS, ...FILES, ...TEXTS];
