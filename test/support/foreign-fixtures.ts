import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import type { JsonObject } from "../../src/core/base/json";
import { discoverSessions } from "../../src/core/foreign/discover";
import type { ForeignWorld } from "../../src/core/foreign/places";
import { readForeignSession } from "../../src/core/foreign/read-session";
import type { ForeignAgent, ForeignSession } from "../../src/core/foreign/session";

const FIXTURES = fileURLToPath(new URL("../fixtures/rivals/", import.meta.url));

export interface WireRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly promptTokens: number;
  readonly cache: { readonly read: number; readonly written5m: number; readonly fresh: number };
}

/** The requests of the recorded session as the model server received them. */
export const wireOf = (agent: ForeignAgent): readonly WireRequest[] =>
  JSON.parse(readFileSync(join(FIXTURES, agent, "wire.json"), "utf8"));

/** A home folder with the recorded sessions of every agent, as they were left there. */
export function foreignHome(): ForeignWorld {
  const home = mkdtempSync(join(tmpdir(), "foreign-home-"));
  homes.push(home);
  for (const agent of ["claude-code", "codex", "pi", "cline", "copilot-chat"])
    cpSync(join(FIXTURES, agent, "home"), home, { recursive: true });
  buildDatabase(join(home, ".local", "share", "opencode", "opencode.db"));
  return { home, platform: process.platform, variables: {}, userFolder: join(home, "vscode", "User") };
}

const homes: string[] = [];
const databases: DatabaseSync[] = [];
afterAll(() => {
  for (const database of databases.splice(0)) database.close();
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

interface RecordedTable {
  readonly table: string;
  readonly schema: string;
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
}

/** A database whose newest rows lie in the write-ahead log only, as while the agent runs. */
function buildDatabase(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  databases.push(database);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA foreign_keys = OFF;");
  const tables: readonly RecordedTable[] = JSON.parse(readFileSync(join(FIXTURES, "opencode", "rows.json"), "utf8"));
  for (const { schema } of tables) database.exec(schema);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  for (const { table, rows } of tables)
    for (const row of rows) {
      const names = Object.keys(row);
      const places = names.map(() => "?").join(", ");
      const columns = names.map((name) => `"${name}"`).join(", ");
      database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${places})`).run(...Object.values(row));
    }
}

/** The newest session of an agent. */
export async function readNewest(world: ForeignWorld, agent: ForeignAgent): Promise<ForeignSession> {
  const [file] = await discoverSessions(world, agent, never);
  if (file === undefined) throw new Error(`no session of ${agent}`);
  return readForeignSession(file, never);
}

export const never = new AbortController().signal;

/** One hash over every file and its content below a folder. */
export function hashOf(folder: string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const path of entries) hash.update(path).update(readFileSync(path));
  return hash.digest("hex");
}

/** The records of Claude Code's session, without those of its sub-agents. */
export function claudeCodeRecords({ home }: ForeignWorld): readonly JsonObject[] {
  const folder = join(home, ".claude", "projects", "-home-user-project");
  const [name] = readdirSync(folder).filter((one) => one.endsWith(".jsonl"));
  const lines = readFileSync(join(folder, name ?? ""), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** Messages of Cline's extension. */
export const clineHistory = (): unknown => [
  { role: "user", content: [{ type: "text", text: "Why does the retry loop give up?" }], ts: 1_000 },
  {
    role: "assistant",
    ts: 2_000,
    modelInfo: { modelId: "claude-sonnet-4-5", provider: "anthropic" },
    metrics: { tokens: { prompt: 1_012, completion: 30, cached: 900 } },
    content: [
      { type: "text", text: "I read the file." },
      { type: "tool_use", id: "t1", name: "read_files", input: { paths: ["src/retry.ts"] } },
    ],
  },
  {
    role: "user",
    ts: 3_000,
    content: [{ type: "tool_result", tool_use_id: "t1", content: "export const maxAttempts = 7;" }],
  },
  { role: "assistant", ts: 3_500, content: "Overloaded", metadata: { displayOnly: true } },
  { role: "assistant", ts: 4_000, content: [{ type: "text", text: "maxAttempts is 7." }] },
];

/** A session of VS Code's chat with one round of tools. */
export const chatSession = (): unknown => ({
  version: 3,
  sessionId: "c1",
  creationDate: 1_000,
  lastMessageDate: 5_000,
  requests: [
    {
      requestId: "r1",
      timestamp: 2_000,
      modelId: "copilot/gpt-5",
      message: { text: "Why does the retry loop give up?", parts: [] },
      response: [
        { kind: "thinking", value: "A look at the file." },
        { kind: "toolInvocationSerialized", toolId: "copilot_readFile", pastTenseMessage: { value: "Read retry.ts" } },
        { value: "maxAttempts is 7." },
      ],
      result: {
        metadata: {
          toolCallRounds: [
            { response: "", toolCalls: [{ id: "t1", name: "read_file", arguments: '{"filePath":"src/retry.ts"}' }] },
            { response: "maxAttempts is 7.", toolCalls: [] },
          ],
          toolCallResults: { t1: { content: [{ value: "export const maxAttempts = 7;" }] } },
        },
      },
    },
    { requestId: "r2", message: { text: "Thanks" }, response: [{ value: "You are welcome." }, { kind: "newKind" }] },
  ],
});
