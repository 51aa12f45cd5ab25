/**
 * A process that works on one conversation until it is killed: appends, spills, compressions, undos, replays.
 * It prints each step before it starts and after it was acknowledged. The crash tests start it as a bundle.
 * Arguments: folder, seed, and the number of the file operation in which it kills itself (0: the test kills it).
 */
import { writeSync } from "node:fs";
import fs from "node:fs/promises";
import { join } from "node:path";
import { messageId, requestId, sessionId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { noUsage } from "../../src/core/conversation/usage";
import type { SessionHeader, SessionStore, SessionWriter } from "../../src/core/sessions/lineage/session";
import { createSessionStore } from "../../src/core/sessions/store";
import { createSpillStore } from "../../src/core/spill/files";

export type CrashLine =
  | { readonly op: "trying"; readonly pointer: string; readonly child: string; readonly move: "compress" | "undo" }
  | { readonly op: "stored"; readonly session: string; readonly ids: readonly string[] }
  | { readonly op: "spilled"; readonly spill: string; readonly text: string }
  | { readonly op: "moved"; readonly pointer: string; readonly child: string; readonly move: "compress" | "undo" };

const ROOT = sessionId("root");
const [folder = "", seedText = "1", lethalText = "0"] = process.argv.slice(2);
const random = generator(Number(seedText));
let ids = 0;
const freshId = () => `${seedText}-${ids++}`;
const say = (line: CrashLine) => writeSync(1, `${JSON.stringify(line)}\n`);

void main();

async function main(): Promise<void> {
  const store = createSessionStore({ folder, now: () => Date.now(), newId: freshId, workerFile: "/none" });
  if (Number(lethalText) > 0) await dieIn(Number(lethalText));
  let writer = await openTip(store);
  for (;;) writer = await work(store, writer);
}

async function openTip(store: SessionStore): Promise<SessionWriter> {
  try {
    return await store.open(await store.compressionTip(ROOT));
  } catch (error) {
    if (!(error instanceof Error && "kind" in error && error.kind === "unknown")) throw error;
    const opening = message("the very first request");
    const writer = await store.create(header("root", null), [opening]);
    say({ op: "stored", session: ROOT, ids: [opening.id] });
    return writer;
  }
}

async function work(store: SessionStore, writer: SessionWriter): Promise<SessionWriter> {
  const dice = random();
  if (dice < 0.6) return await append(writer);
  if (dice < 0.65) return await record(writer);
  if (dice < 0.7) return await spill(writer);
  if (dice < 0.88 || writer.header.relation !== "continuation") return await compress(store, writer);
  return await undo(store, writer);
}

async function append(writer: SessionWriter): Promise<SessionWriter> {
  const messages = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    message("x".repeat(Math.floor(random() ** 8 * 200_000))),
  );
  await Promise.all(messages.map((one) => writer.append([one])));
  say({ op: "stored", session: writer.header.id, ids: messages.map((one) => one.id) });
  return writer;
}

async function record(writer: SessionWriter): Promise<SessionWriter> {
  await writer.recordRequest({
    id: requestId(freshId()),
    at: Date.now(),
    purpose: "agent",
    provider: "p",
    model: "m",
    usage: { ...noUsage, input: 1 },
    costUsd: null,
    durationMs: 1,
  });
  await writer.recordEvent({ at: Date.now(), name: "note", data: null });
  return writer;
}

async function spill(writer: SessionWriter): Promise<SessionWriter> {
  const text = `${freshId()} `.repeat(1 + Math.floor(random() * 50));
  const saved = await createSpillStore({ folder: join(folder, "spills"), now: () => Date.now() }).save(
    writer.header.id,
    freshId(),
    text,
  );
  say({ op: "spilled", spill: saved.id, text });
  return writer;
}

async function compress(store: SessionStore, writer: SessionWriter): Promise<SessionWriter> {
  const parent = writer.header.id;
  const child = header(freshId(), parent);
  const kept = Array.from({ length: 5 }, () => message("kept"));
  say({ op: "trying", pointer: parent, child: child.id, move: "compress" });
  const next = await store.continueSession(writer, child, kept, [
    { at: Date.now(), name: "report", data: kept.length },
  ]);
  say({ op: "moved", pointer: parent, child: child.id, move: "compress" });
  say({ op: "stored", session: child.id, ids: kept.map((one) => one.id) });
  return next;
}

async function undo(store: SessionStore, writer: SessionWriter): Promise<SessionWriter> {
  const child = writer.header.id;
  const parent = writer.header.parentId ?? ROOT;
  await writer.release();
  say({ op: "trying", pointer: parent, child, move: "undo" });
  const next = await store.undoCompression(child);
  say({ op: "moved", pointer: parent, child, move: "undo" });
  const later = await store.laterTurns(child);
  await next.append(later);
  say({ op: "stored", session: parent, ids: later.map((one) => one.id) });
  return next;
}

const header = (id: string, parent: SessionHeader["parentId"]): SessionHeader => ({
  id: sessionId(id),
  parentId: parent,
  relation: parent === null ? "root" : "continuation",
  startedAt: Date.now(),
  title: id,
  workspace: "w",
  systemPrompt: "p".repeat(2000),
  engine: "e",
});

const message = (text: string): Message => ({
  role: "user",
  id: messageId(freshId()),
  content: [{ type: "text", text }],
});

/** Counts file operations and dies before, after, or (for writes) in the middle of the lethal one. */
async function dieIn(lethal: number): Promise<void> {
  let count = 0;
  const strike = (last: () => Promise<unknown>) => {
    if (++count !== lethal) return undefined;
    return Promise.resolve(random() < 0.4 ? undefined : last()).then(() => process.kill(process.pid, "SIGKILL"));
  };
  const handle = await fs.open(process.execPath, "r");
  // The prototype of every file handle, which is the boundary between the program under test and the operating system.
  const methods = Object.getPrototypeOf(handle) as Record<
    "write" | "datasync" | "sync" | "truncate",
    (...args: unknown[]) => Promise<unknown>
  >;
  const { write } = methods;
  methods.write = function (bytes, offset, length, position) {
    const part = Math.floor(Number(length) * random());
    return (
      strike(() => write.call(this, bytes, offset, part, position)) ?? write.call(this, bytes, offset, length, position)
    );
  };
  for (const name of ["datasync", "sync", "truncate"] as const) {
    const original = methods[name];
    methods[name] = function (...args) {
      return strike(() => original.apply(this, args)) ?? original.apply(this, args);
    };
  }
  for (const name of ["rename", "link", "rm", "writeFile"] as const) {
    const original = fs[name] as (...args: unknown[]) => Promise<void>;
    Object.assign(fs, { [name]: (...args: unknown[]) => strike(() => original(...args)) ?? original(...args) });
  }
  await handle.close();
}

/** Pseudorandom numbers from 0 to 1, derived from the seed, so that failures are reproducible. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
