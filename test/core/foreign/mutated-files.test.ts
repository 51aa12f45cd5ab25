import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../../src/core/base/json";
import { startClaudeCodeFold } from "../../../src/core/foreign/claude-code/read";
import { readCline } from "../../../src/core/foreign/cline/read";
import { startCodexFold } from "../../../src/core/foreign/codex/read";
import { applyMutations } from "../../../src/core/foreign/copilot-chat/mutations";
import { readCopilotChat } from "../../../src/core/foreign/copilot-chat/read";
import { discoverSessions } from "../../../src/core/foreign/discover";
import { startPiFold } from "../../../src/core/foreign/pi/read";
import { readForeignSession } from "../../../src/core/foreign/read-session";
import { addLine } from "../../../src/core/foreign/reading/line-fold";
import type { ForeignFile, ForeignSession } from "../../../src/core/foreign/session";
import { readLog } from "../../../src/core/foreign/sqlite/log";
import { chatSession, clineHistory, foreignHome, never } from "../../support/foreign-fixtures";

const world = foreignHome();
const file: ForeignFile = { agent: "cline", id: "x", path: "/x", modifiedAt: 0, bytes: 0 };

/** A generator with a fixed seed, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** Cuts, repeats, swaps, and overwrites: what crashes, full disks, other versions, and other programs do to a file. */
function mutate(text: string, next: (below: number) => number): string {
  const at = next(text.length);
  const to = at + next(400);
  switch (next(7)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(to);
    case 2:
      return text.slice(0, to) + text.slice(at);
    case 3:
      return `${text.slice(0, at)}${String.fromCharCode(next(0xffff))}${text.slice(at + 1)}`;
    case 4:
      return text.replace(/"(type|role|content|id|uuid|payload|message)":/, () => `"${next(9)}":`);
    case 5:
      return text.replace(/:"[^"]{1,80}"/g, (whole) =>
        next(40) === 0 ? [":null", ":[]", ":{}", ":7", ":true"][next(5)]! : whole,
      );
    default:
      return text
        .split("\n")
        .toSorted(() => next(3) - 1)
        .join("\n");
  }
}

const linesIn =
  (start: typeof startPiFold) =>
  (text: string): ForeignSession => {
    const fold = start(file);
    for (const line of text.split("\n")) addLine(fold, line);
    return fold.session();
  };

const newestText = async (agent: "claude-code" | "codex" | "pi"): Promise<string> =>
  readFileSync((await discoverSessions(world, agent, never))[0]?.path ?? "", "utf8");

describe("files of other agents, damaged in 2,000 ways each", () => {
  const cases: readonly (readonly [string, () => Promise<string>, (text: string) => ForeignSession])[] = [
    ["Claude Code", () => newestText("claude-code"), linesIn(startClaudeCodeFold)],
    ["Codex", () => newestText("codex"), linesIn(startCodexFold)],
    ["pi", () => newestText("pi"), linesIn(startPiFold)],
    ["Cline", async () => JSON.stringify(clineHistory()), (text) => readCline(parseJson(text), file)],
    ["Copilot Chat", async () => JSON.stringify(chatSession()), (text) => readCopilotChat(parseJson(text), file)],
    [
      "Copilot Chat's changes",
      async () => `${JSON.stringify({ kind: 0, v: chatSession() })}\n{"kind":2,"k":["requests"],"v":[{}]}\n`,
      (text) => readCopilotChat(applyMutations(text).value, file),
    ],
  ];
  test.each(cases)("%s: each is read to the end", async (_, original, read) => {
    const text = await original();
    const next = numbers(19);
    for (let round = 0; round < 2_000; round++) {
      const session = read(mutate(text, next));
      expect(Array.isArray(session.messages) && typeof session.title === "string").toBe(true);
    }
  });
});

test("opencode: a damaged database or log is refused, never half applied", async () => {
  const folder = join(world.home, ".local", "share", "opencode");
  const [database, log] = ["opencode.db", "opencode.db-wal"].map((name) => readFileSync(join(folder, name)));
  const next = numbers(7);
  for (let round = 0; round < 300; round++) {
    const damaged = Uint8Array.from(log!);
    for (let spot = 0; spot < 8; spot++) damaged[next(damaged.length)] = next(256);
    const { pageSize = 0, offsets = new Map<number, number>() } =
      readLog(damaged.subarray(0, next(damaged.length))) ?? {};
    expect([...offsets.values()].filter((offset) => offset + pageSize > damaged.length)).toEqual([]);
  }
  const home = foreignHome();
  const path = join(home.home, ".local", "share", "kilo", "kilo.db");
  mkdirSync(dirname(path), { recursive: true });
  for (let round = 0; round < 30; round++) {
    const damaged = Uint8Array.from(database!);
    for (let spot = 0; spot < 200; spot++) damaged[100 + next(damaged.length - 100)] = next(256);
    writeFileSync(path, damaged);
    const files = await discoverSessions(home, "opencode", never);
    expect(files.length).toBeGreaterThan(0);
    for (const one of files) await readForeignSession(one, never).catch(() => undefined);
  }
  expect(readdirSync(dirname(path))).toEqual(["kilo.db"]);
});
