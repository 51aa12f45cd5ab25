import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { build } from "esbuild";
import { messageId, sessionId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import type { SessionHeader, SessionStore } from "../../src/core/sessions/lineage/session";
import { createSessionStore } from "../../src/core/sessions/store";

/** The cost of very large sessions, which nobody should notice. Times in milliseconds, medians of repeated runs. */
export interface SessionFigures {
  readonly messages: number;
  readonly journalMegabytes: number;
  /** Appends to a new session and to the long one, alternately. */
  readonly appendFirstMs: number;
  readonly appendLastMs: number;
  /** Near 1: an append costs the same at the end as at the start. */
  readonly appendRatio: number;
  /** The baseline: the cost of writing the whole session each time. */
  readonly rewriteWholeMs: number;
  readonly coldRebuildMs: number;
  /** Processor time of the same over all threads, which is stable on a busy machine. */
  readonly coldRebuildCpuMs: number;
  readonly snapshotMegabytes: number;
  readonly warmOpenMs: number;
  readonly catchUp500Ms: number;
  readonly searchRareMs: number;
  readonly searchCommonMs: number;
  readonly searchChineseMs: number;
  /** The longest time the host was unresponsive while the worker rebuilt and searched. */
  readonly hostBlockedMs: number;
}

const SESSIONS = 100;
const APPENDS = 200;
const SEARCHES = 30;
const WORDS =
  `the server returned an error while parsing config for user login handler and retry budget was exhausted after build
  test failed in module cache token window summary file path line`.split(/\s+/);

let ids = 0;
const newId = () => `id-${ids++}`;

export async function measureSessions(messages = 100_000): Promise<SessionFigures> {
  const folder = await mkdtemp(join(tmpdir(), "hermes-bench-"));
  try {
    const open = await storeMaker(folder);
    const appends = await measureAppends(open, messages);
    const cold = await measureCold(open, folder);
    const warm = await measureWarm(open);
    return { messages, ...appends, ...cold, ...warm };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function storeMaker(folder: string): Promise<() => SessionStore> {
  const workerFile = join(folder, "worker.cjs");
  await build({
    entryPoints: ["src/core/sessions/index/session-index-worker.ts"],
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile: workerFile,
    logLevel: "warning",
  });
  const wasmFile = join(process.cwd(), "node_modules/sql.js/dist/sql-wasm.wasm");
  return () =>
    createSessionStore({ folder: join(folder, "sessions"), now: () => Date.now(), newId, workerFile, wasmFile });
}

/** Half of the messages form one long session, the rest form many short ones. */
async function measureAppends(open: () => SessionStore, messages: number) {
  const store = open();
  const long = await store.create(header("long"));
  for (let count = 0; count < messages / 2; count += 100) await long.append(Array.from({ length: 100 }, message));
  const fresh = await store.create(header("fresh"));
  const [first, last]: [number[], number[]] = [[], []];
  for (let count = 0; count < APPENDS; count++) {
    first.push(await timed(() => fresh.append([message()])));
    last.push(await timed(() => long.append([message()])));
  }
  const [appendFirstMs, appendLastMs] = [middle(first), middle(last)];
  for (let index = 0; index < SESSIONS; index++) {
    const writer = await store.create(
      header(`short-${index}`),
      Array.from({ length: messages / 2 / SESSIONS }, message),
    );
    await writer.release();
  }
  const { messages: whole } = await store.read(sessionId("long"));
  const draft = join(tmpdir(), newId());
  const rewriteWholeMs = await median(3, () => writeFile(draft, JSON.stringify(whole)));
  await rm(draft);
  await store.close();
  return { appendFirstMs, appendLastMs, appendRatio: appendLastMs / appendFirstMs, rewriteWholeMs };
}

async function measureCold(open: () => SessionStore, folder: string) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const store = open();
  const before = process.cpuUsage();
  const coldRebuildMs = await timed(() => store.list());
  const { user, system } = process.cpuUsage(before);
  const ask = (query: string) => median(SEARCHES, () => store.search(query, { limit: 20 }));
  const figures = {
    searchRareMs: await ask("needle4711 handler"),
    searchCommonMs: await ask("the server error"),
    searchChineseMs: await ask("登录失败"),
  };
  delay.disable();
  await store.close();
  const snapshot = await stat(join(folder, "sessions", "index", "snapshot"));
  const journal = await stat(join(folder, "sessions", "long.jsonl"));
  return {
    coldRebuildMs,
    coldRebuildCpuMs: (user + system) / 1000,
    ...figures,
    hostBlockedMs: delay.max / 1e6,
    snapshotMegabytes: snapshot.size / 1e6,
    journalMegabytes: (2 * journal.size) / 1e6,
  };
}

async function measureWarm(open: () => SessionStore) {
  const store = open();
  const warmOpenMs = await timed(() => store.search("needle4711", { limit: 5 }));
  const writer = await store.open(sessionId("long"));
  await writer.append(Array.from({ length: 500 }, message));
  const catchUp500Ms = await timed(() => store.list());
  await store.close();
  return { warmOpenMs, catchUp500Ms };
}

const header = (id: string): SessionHeader => ({
  id: sessionId(id),
  parentId: null,
  relation: "root",
  startedAt: Date.now(),
  title: id,
  workspace: "w",
  systemPrompt: "p",
  engine: "e",
});

/** About 500 characters, with one word that is unique to this message. */
function message(): Message {
  const number = ids++;
  const words = Array.from({ length: 80 }, (_, index) => WORDS[(number * 31 + index * index * 7) % WORDS.length]);
  const chinese = number % 50 === 0 ? " 用户登录失败" : "";
  return {
    role: "user",
    id: messageId(newId()),
    content: [
      {
        type: "text",
        text: `needle${number} src/module${number % 500}/handlerOf${number % 97}.ts ${words.join(" ")}${chinese}`,
      },
    ],
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let time = 0; time < times; time++) all.push(await timed(work));
  return middle(all);
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
