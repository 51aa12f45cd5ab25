import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { rebuildRequests } from "../../../src/core/foreign/claude-code/rebuild-request";
import { applyMutations } from "../../../src/core/foreign/copilot-chat/mutations";
import { discoverSessions } from "../../../src/core/foreign/discover";
import { followSession } from "../../../src/core/foreign/follow";
import { listForeignSessions } from "../../../src/core/foreign/list";
import type { ForeignWorld } from "../../../src/core/foreign/places";
import { readForeignSession } from "../../../src/core/foreign/read-session";
import { readForeignText } from "../../../src/core/foreign/recognize";
import type { ForeignSession } from "../../../src/core/foreign/session";
import { FOREIGN_AGENTS } from "../../../src/core/foreign/session";
import { worksIn } from "../../../src/core/foreign/works-in";
import { foreignHome, hashOf, never, readNewest } from "../../support/foreign-fixtures";

const MB = 1024 * 1024;

/** A record of Claude Code; each follows the one before it. */
const said = (index: number, text: string): string =>
  `${JSON.stringify({
    type: "user",
    uuid: `u${index}`,
    parentUuid: index === 0 ? null : `u${index - 1}`,
    sessionId: "s",
    cwd: "/home/user/project",
    message: { role: "user", content: text },
  })}\n`;

const records = (count: number, text = "word"): string =>
  Array.from({ length: count }, (_, index) => said(index, `${index} ${text}`)).join("");

function claudeCodeFile(world: ForeignWorld, text: string): { readonly path: string } {
  const path = join(world.home, ".claude/projects/-home-user-project/odd.jsonl");
  writeFileSync(path, text);
  return { path };
}

const fileAt = (path: string) => ({ agent: "claude-code", id: "odd", path, modifiedAt: 0, bytes: 0 }) as const;
const countsOf = (session: ForeignSession | undefined) => session && [session.messages.length, session.unreadable];

/** Looks until nothing is new; one look reads only so much. */
async function lookToEnd(look: ReturnType<typeof followSession>): Promise<ForeignSession | undefined> {
  let newest: ForeignSession | undefined;
  for (let seen = await look(never); seen !== undefined; seen = await look(never)) newest = seen;
  return newest;
}

describe("following a file", () => {
  test("loses no record where one look ends and the next begins", async () => {
    const world = foreignHome();
    const { path } = claudeCodeFile(world, records(9_000, "x".repeat(900)));
    expect(countsOf(await lookToEnd(followSession(fileAt(path))))).toEqual([9_000, 0]);
  });

  test("reads a record that is longer than one look", async () => {
    const world = foreignHome();
    const { path } = claudeCodeFile(world, said(0, "first") + said(1, "x".repeat(9 * MB)) + said(2, "last"));
    expect(countsOf(await lookToEnd(followSession(fileAt(path))))).toEqual([3, 0]);
  });

  test("waits for the end of a line, wherever the line is broken off", async () => {
    const world = foreignHome();
    const { path } = claudeCodeFile(world, said(0, "first"));
    const look = followSession(fileAt(path));
    expect(countsOf(await look(never))).toEqual([1, 0]);
    const second = said(1, "{}");
    for (let at = 0; at < second.length; at += 7) {
      appendFileSync(path, second.slice(at, at + 7));
      expect((await look(never))?.unreadable).toBe(0);
    }
    await lookToEnd(look);
    appendFileSync(path, said(2, "third"));
    expect(countsOf(await look(never))).toEqual([3, 0]);
  });

  test("starts over when a longer file takes its place, and when it is written anew", async () => {
    const world = foreignHome();
    const { path } = claudeCodeFile(world, records(3, "old"));
    const look = followSession(fileAt(path));
    expect(countsOf(await look(never))).toEqual([3, 0]);
    writeFileSync(`${path}.new`, records(50, "new and longer"));
    renameSync(`${path}.new`, path);
    expect(countsOf(await look(never))).toEqual([50, 0]);
    writeFileSync(path, records(60, "written anew in place"));
    expect(countsOf(await look(never))).toEqual([60, 0]);
    unlinkSync(path);
    expect(await look(never)).toBeUndefined();
    writeFileSync(path, records(2, "back"));
    expect(countsOf(await look(never))).toEqual([2, 0]);
  });
});

describe("a file", () => {
  test("with a line of 80 MB is read without that line, which is counted", async () => {
    const world = foreignHome();
    const { path } = claudeCodeFile(world, `${said(0, "first")}{"type":"user","text":"`);
    for (let piece = 0; piece < 8; piece++) appendFileSync(path, "x".repeat(10 * MB));
    appendFileSync(path, `"}\n${said(1, "second")}`);
    expect(countsOf(await readForeignSession(fileAt(path), never))).toEqual([2, 1]);
    expect(countsOf(await lookToEnd(followSession(fileAt(path))))).toEqual([2, 1]);
  });

  test("with a byte order mark, other line ends, and bytes that are not UTF-8 is read", async () => {
    const world = foreignHome();
    const { path } = claudeCodeFile(world, `\uFEFF${said(0, "first").replace("\n", "\r\n")}`);
    appendFileSync(path, Buffer.from(said(1, "caf\u00e9"), "latin1"));
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    expect(countsOf(await readForeignSession(fileAt(path), never))).toEqual([2, 1]);
  });

  test("whose reply has very many parts is put together in one go", async () => {
    const world = foreignHome();
    const part = (index: number): string =>
      `${JSON.stringify({
        type: "assistant",
        uuid: `u${index}`,
        parentUuid: index === 0 ? null : `u${index - 1}`,
        message: { id: "m", role: "assistant", content: [{ type: "text", text: "a" }] },
      })}\n`;
    const { path } = claudeCodeFile(world, Array.from({ length: 120_000 }, (_, index) => part(index)).join(""));
    const { messages } = await readForeignSession(fileAt(path), never);
    expect(messages.map((message) => message.role === "assistant" && message.parts.length)).toEqual([120_000]);
  });

  test("with objects that have no text and no number in place of names and counts is read", async () => {
    const odd = { toString: 1, valueOf: [] };
    const { path } = claudeCodeFile(
      foreignHome(),
      [
        { type: odd, uuid: "a", version: odd },
        { type: "api-request", tail: [odd] },
      ]
        .map((record) => JSON.stringify(record))
        .join("\n"),
    );
    expect((await readForeignSession(fileAt(path), never)).unknown).toEqual({ "(none)": 1 });
    expect(
      rebuildRequests([{ type: "api-request", id: "r", keep: odd, cacheControl: [{ path: [odd] }] }]),
    ).toHaveLength(1);
    expect(applyMutations(JSON.stringify({ kind: odd, k: [odd], v: odd }))).toEqual({
      value: undefined,
      unreadable: 1,
    });
    for (const text of [
      { version: odd, requests: [] },
      { version: odd, messages: [{ modelInfo: odd }] },
    ])
      expect(readForeignText(JSON.stringify(text))?.version).toBe("");
  });

  test("with cache markers on a prototype changes nothing of the program", () => {
    const cacheControl = [["__proto__"], ["messages", "constructor"]].map((keys) => ({ path: keys, value: "planted" }));
    rebuildRequests([{ type: "api-request", id: "r", cacheControl }]);
    expect(Object.hasOwn(Object.prototype, "cache_control") || Object.hasOwn(Array, "cache_control")).toBe(false);
  });

  test("with loops, ids twice, and times beyond every calendar is read", async () => {
    const world = foreignHome();
    const record = (uuid: string, parentUuid: string, timestamp: unknown) =>
      `${JSON.stringify({ type: "user", uuid, parentUuid, timestamp, message: { role: "user", content: uuid } })}\n`;
    const { path } = claudeCodeFile(
      world,
      record("a", "b", 1e300) + record("b", "a", "275760-09-14") + record("b", "a", -1) + record("c", "c", "nonsense"),
    );
    const session = await readForeignSession(fileAt(path), never);
    expect(session.messages.map(({ id }) => id)).toEqual(["c"]);
    expect([session.startedAt, session.endedAt]).toEqual([0, 0]);
  });
});

test("sub-agents of older versions, in files beside the session, belong to it and are no sessions", async () => {
  const world = foreignHome();
  const { path } = claudeCodeFile(world, records(1));
  const sidechain = (sessionId: string, agentId: string): string =>
    JSON.stringify({
      type: "user",
      uuid: agentId,
      parentUuid: null,
      isSidechain: true,
      sessionId,
      agentId,
      message: { role: "user", content: `Task of ${agentId}` },
    });
  writeFileSync(join(dirname(path), "agent-1a.jsonl"), `${sidechain("odd", "1a")}\n`);
  writeFileSync(join(dirname(path), "agent-2b.jsonl"), `${sidechain("another", "2b")}\n`);
  const session = await readForeignSession(fileAt(path), never);
  expect(session.sidechains.map(({ title }) => title)).toEqual(["Task of 1a"]);
  const listed = await discoverSessions(world, "claude-code", never);
  expect(listed.filter(({ id }) => id.startsWith("agent-"))).toEqual([]);
});

test("links, pipes, and folders among the files are left alone", async () => {
  const world = foreignHome();
  const session = await readNewest(world, "claude-code");
  const projects = dirname(session.path);
  const subAgents = join(projects, session.id, "subagents");
  mkdirSync(subAgents, { recursive: true });
  const cline = dirname((await readNewest(world, "cline")).path);
  const database = join(world.home, ".local/share/kilo");
  mkdirSync(database, { recursive: true });
  const pipes = [
    join(projects, "pipe.jsonl"),
    join(projects, "agent-pipe.jsonl"),
    join(subAgents, "agent-pipe.jsonl"),
    join(cline, "agent_pipe.messages.json"),
    join(database, "kilo.db"),
    join(database, "kilo.db-wal"),
  ];
  // Windows has neither pipes nor devices among its files, and links only for administrators.
  if (process.platform !== "win32") {
    for (const pipe of pipes) execFileSync("mkfifo", [pipe]);
    symlinkSync("/dev/zero", join(projects, "zero.jsonl"));
    symlinkSync("/dev/zero", join(subAgents, "agent-zero.jsonl"));
    symlinkSync(projects, join(projects, "loop"));
  }
  mkdirSync(join(projects, "folder.jsonl"));
  const before = hashOf(world.home);
  for (const agent of FOREIGN_AGENTS) {
    const entries = await listForeignSessions(world, agent, { most: 50 }, never);
    expect(entries.map(({ file }) => file.agent)).toEqual([agent]);
    expect((await readNewest(world, agent)).messages.length).toBeGreaterThan(3);
  }
  expect(hashOf(world.home)).toBe(before);
});

test("the newest session is listed first, whatever the order of names, also with a clock ahead", async () => {
  const world = foreignHome();
  const folder = join(world.home, ".claude/projects/-home-user-other");
  mkdirSync(folder);
  for (let index = 0; index < 300; index++) {
    const path = join(folder, `${String(index).padStart(4, "0")}.jsonl`);
    writeFileSync(path, said(0, `session ${index}`));
    utimesSync(path, 1_000 + index, 1_000 + index);
  }
  const ahead = join(folder, "0000.jsonl");
  utimesSync(ahead, new Date("2140-01-01"), new Date("2140-01-01"));
  const [first, , second, ...others] = await discoverSessions(world, "claude-code", never);
  expect([first?.id, second?.id, others.at(-1)?.id]).toEqual(["0000", "0299", "0001"]);
});

test.each([
  ["c:\\Users\\Ann\\project", "C:\\Users\\ann\\Project", true],
  ["C:/Users/Ann/project/web", "c:\\Users\\Ann\\project\\", true],
  ["\\\\server\\share\\project", "\\\\SERVER\\share\\project", true],
  ["/home/user/project/../other", "/home/user/project", false],
  ["/home/user/project/./web//x", "/home/user/project", true],
  ["/home/user/pro\\ject", "/home/user/pro", false],
  ["/home/user/Project", "/home/user/project", false],
  ["project", "/home/user/project", false],
  ["/home/user/project", "", false],
  ["", "/", false],
  ["/home/user", "/", true],
])("a session in %s belongs to %s: %s", (workspace, folder, expected) => {
  expect(worksIn(workspace, folder)).toBe(expected);
});

test("reading leaves a transcript as it is while its agent keeps it open", async () => {
  const world = foreignHome();
  const { path } = claudeCodeFile(world, records(20));
  const before = readFileSync(path);
  const look = followSession(fileAt(path));
  await Promise.all([look(never), readForeignSession(fileAt(path), never), look(never)]);
  expect(readFileSync(path).equals(before)).toBe(true);
});
