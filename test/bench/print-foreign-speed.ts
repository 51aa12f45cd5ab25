/**
 * Prints the cost of 500 MB of sessions of another agent, as a table for FOREIGN-SESSIONS.md. Bundle and run it with:
 * `npx esbuild test/bench/print-foreign-speed.ts --bundle --platform=node --packages=external --outdir=dist/bench` and
 * `node --expose-gc dist/bench/print-foreign-speed.js`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import { discoverSessions } from "../../src/core/foreign/discover";
import { listForeignSessions } from "../../src/core/foreign/list";
import type { ForeignWorld } from "../../src/core/foreign/places";
import { readForeignSession } from "../../src/core/foreign/read-session";
import { searchForeignSessions } from "../../src/core/foreign/search/search";

const FILES = 400;
const FILE_BYTES = 1_310_720;
const LISTED = 50;
const never = new AbortController().signal;

void main();

async function main(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "foreign-speed-"));
  try {
    writeSessions(join(home, ".claude", "projects", "-home-user-project"));
    const world: ForeignWorld = { home, platform: process.platform, variables: {} };
    console.log("| work | processor time | longest pause of the host | memory |\n|---|---|---|---|");
    await measure("first list, 50 titles", () => listForeignSessions(world, "claude-code", { most: LISTED }, never));
    const files = await discoverSessions(world, "claude-code", never);
    await measure("all 400 titles", () => listForeignSessions(world, "claude-code", { most: FILES }, never));
    await measure("one session of 1.3 MB", () => readForeignSession(files[0]!, never));
    await measure("search, no hit in 500 MB", async () => {
      for await (const hit of searchForeignSessions(files, "no-such-word-anywhere", never)) void hit;
    });
    await measure("search, one hit", async () => {
      for await (const hit of searchForeignSessions(files, "needle-3999", never)) void hit;
    });
    writeDatabase(join(home, ".local", "share", "opencode"));
    await measure("first list of a database of 500 MB", () =>
      listForeignSessions(world, "opencode", { most: LISTED }, never),
    );
    const [stored] = await discoverSessions(world, "opencode", never);
    await measure("one session of it", () => readForeignSession(stored!, never));
    writeEmptySessions(join(home, ".codex", "sessions", "2026", "11"));
    await measure("first list of 100,000 files", () => listForeignSessions(world, "codex", { most: LISTED }, never));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  delay.disable();
  const memory = Math.max(0, process.memoryUsage().rss - before) / 1_048_576;
  const seconds = ((user + system) / 1e6).toFixed(2);
  console.log(`| ${name} | ${seconds} s | ${(delay.max / 1e6).toFixed(0)} ms | ${memory.toFixed(0)} MB |`);
}

/** Turns of a question, a call, and an output of about 4 KB, as a coding session has them. */
function writeSessions(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (let file = 0; file < FILES; file++) {
    const id = `00000000-0000-4000-8000-${String(file).padStart(12, "0")}`;
    const lines: string[] = [];
    let parentUuid: string | null = null;
    let bytes = 0;
    for (let turn = 0; bytes < FILE_BYTES; turn++)
      for (const record of turnRecords(file, turn)) {
        const uuid = `${file}-${turn}-${lines.length}`;
        const line = JSON.stringify({ parentUuid, sessionId: id, cwd: "/home/user/project", uuid, ...record });
        parentUuid = uuid;
        bytes += line.length;
        lines.push(line);
      }
    writeFileSync(join(folder, `${id}.jsonl`), `${lines.join("\n")}\n`);
  }
}

/** The same amount in a database of opencode, with its tables and indexes. */
function writeDatabase(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, "opencode.db"));
  database.exec(
    "CREATE TABLE session (id text PRIMARY KEY, parent_id text, directory text, title text, version text, " +
      "time_created integer, time_updated integer);" +
      "CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, data text);" +
      "CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, data text);" +
      "CREATE INDEX message_session_idx ON message (session_id); CREATE INDEX part_session_idx ON part (session_id);" +
      "PRAGMA journal_mode = OFF; BEGIN;",
  );
  const session = database.prepare("INSERT INTO session VALUES (?, NULL, '/home/user/project', ?, '1', ?, ?)");
  const message = database.prepare("INSERT INTO message VALUES (?, ?, ?, ?)");
  const part = database.prepare("INSERT INTO part VALUES (?, ?, ?, ?)");
  const data = JSON.stringify({ type: "text", text: "const value = compute(input);\n".repeat(130) });
  for (let file = 0; file < FILES; file++) {
    session.run(`ses_${file}`, `Session ${file}`, file, file);
    for (let turn = 0; turn < FILE_BYTES / data.length; turn++) {
      message.run(
        `msg_${file}_${turn}`,
        `ses_${file}`,
        turn,
        JSON.stringify({ role: turn % 2 ? "assistant" : "user" }),
      );
      part.run(`prt_${file}_${turn}`, `msg_${file}_${turn}`, `ses_${file}`, data);
    }
  }
  database.exec("COMMIT");
  database.close();
}

function writeEmptySessions(folder: string): void {
  for (let day = 0; day < 100; day++) {
    mkdirSync(join(folder, String(day)), { recursive: true });
    for (let file = 0; file < 1_000; file++)
      writeFileSync(
        join(folder, String(day), `rollout-${day}-${file}.jsonl`),
        '{"type":"session_meta","payload":{}}\n',
      );
  }
}

function turnRecords(file: number, turn: number): readonly object[] {
  const call = `call-${turn}`;
  const output = `needle-${file}${turn} ${"src/module/file.ts:42: const value = compute(input);\n".repeat(80)}`;
  const usage = {
    input_tokens: 9,
    cache_read_input_tokens: 40_000,
    cache_creation_input_tokens: 900,
    output_tokens: 80,
  };
  return [
    { type: "user", message: { role: "user", content: `Question ${turn} about module ${file}.` } },
    {
      type: "assistant",
      message: {
        id: `msg-${turn}`,
        role: "assistant",
        model: "claude-sonnet-4-5",
        usage,
        content: [{ type: "tool_use", id: call, name: "Bash", input: { command: "grep -rn value src" } }],
      },
    },
    { type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: call, content: output }] } },
  ];
}
