import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { SessionId } from "../../src/core/conversation/ids";
import { requestId, sessionId } from "../../src/core/conversation/ids";
import type { Usage } from "../../src/core/conversation/usage";
import { noUsage } from "../../src/core/conversation/usage";
import type { RequestRecord, SessionHeader, SessionStore } from "../../src/core/sessions/lineage/session";
import type { SessionStoreOptions } from "../../src/core/sessions/store";
import { createSessionStore } from "../../src/core/sessions/store";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "hermes-sessions-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A clock that advances one millisecond per reading, so that order is visible and runs are reproducible. */
function tickingClock(start = Date.UTC(2026, 1, 1)): () => number {
  let time = start;
  return () => time++;
}

let ids = 0;
export const freshId = () => `id${process.pid}-${ids++}`;

export function openStore(folder: string, more: Partial<SessionStoreOptions> = {}): SessionStore {
  const store = createSessionStore({ folder, now: tickingClock(), newId: freshId, ...more });
  cleanups.push(() => store.close());
  return store;
}

export const header = (id: string, more: Partial<SessionHeader> = {}): SessionHeader => ({
  id: sessionId(id),
  parentId: null,
  relation: "root",
  startedAt: Date.UTC(2026, 0, 1),
  title: `Title of ${id}`,
  workspace: "/home/dev/project",
  systemPrompt: "You are Hermes.",
  engine: "compressor",
  ...more,
});

export const continuation = (id: string, parentId: SessionId, more: Partial<SessionHeader> = {}): SessionHeader =>
  header(id, { parentId, relation: "continuation", startedAt: Date.UTC(2026, 0, 2), ...more });

export const request = (id: string, usage: Partial<Usage>, more: Partial<RequestRecord> = {}): RequestRecord => ({
  id: requestId(id),
  at: Date.UTC(2026, 0, 1),
  purpose: "agent",
  provider: "anthropic",
  model: "claude-x",
  usage: { ...noUsage, ...usage },
  costUsd: 0.5,
  durationMs: 1200,
  ...more,
});
