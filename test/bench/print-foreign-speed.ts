/**
 * Prints the cost of 500 MB of sessions of another agent, as a table for FOREIGN-SESSIONS.md. Bundle and run it with:
 * `npx esbuild test/bench/print-foreign-speed.ts --bundle --platform=node --packages=external --outdir=dist/bench` and
 * `node --expose-gc dist/bench/print-foreign-speed.js`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
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
    await measure("one session of 1.3 MB", () => readForeignSession(world, files[0]!, never));
    await measure("search, no hit in 500 MB", async () => {
      for await (const hit of searchForeignSessions(world, files, "no-such-word-anywhere", never)) void hit;
    });
    await measure("search, one hit", async () => {
      for await (const hit of searchForeignSessions(world, files, "needle-3999", never)) void hit;
    });
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
