import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { listDatabaseSessions } from "./opencode/database";
import type { ForeignPlace, ForeignWorld } from "./places";
import { placesOf } from "./places";
import type { ForeignAgent, ForeignFile } from "./session";

/** No folder of an honest agent holds more; a list that long is cut, newest first. */
const MOST_FILES = 20_000;

/** Sessions of one agent, newest first. Looks at names, sizes, and times; opens nothing but a database. */
export async function discoverSessions(
  world: ForeignWorld,
  agent: ForeignAgent,
  signal: AbortSignal,
): Promise<readonly ForeignFile[]> {
  const found: ForeignFile[] = [];
  for (const place of placesOf(agent, world))
    for (const path of await filesIn(place.folder, place, signal)) {
      signal.throwIfAborted();
      const stats = await stat(path).catch(() => undefined);
      if (stats?.isFile() !== true) continue;
      const file = { agent, path, modifiedAt: stats.mtimeMs, bytes: stats.size };
      if (place.kind === "database") found.push(...(await listDatabaseSessions(world, file)));
      else found.push({ ...file, id: idOf(agent, path) });
    }
  return found.toSorted((a, b) => b.modifiedAt - a.modifiedAt).slice(0, MOST_FILES);
}

async function filesIn(folder: string, place: ForeignPlace, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (at: string, level: number): Promise<void> => {
    signal.throwIfAborted();
    for (const entry of await entriesOf(at)) {
      if (found.length >= MOST_FILES) return;
      const path = join(at, entry.name);
      if (entry.isDirectory() && level < place.depth) await visit(path, level + 1);
      else if (entry.isFile() && level === place.depth && place.file.test(entry.name) && isChat(path)) found.push(path);
    }
  };
  await visit(folder, 0);
  return found;
}

/** An agent that is not installed has no folder, and one that belongs to another user cannot be read. */
const entriesOf = (folder: string): Promise<readonly Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);

/** The storage of a workspace holds files of every extension. */
const isChat = (path: string): boolean =>
  !path.includes("workspaceStorage") || basename(dirname(path)) === "chatSessions";

function idOf(agent: ForeignAgent, path: string): string {
  const name = basename(path).replace(/\.(messages\.)?jsonl?$/, "");
  if (name === "api_conversation_history") return basename(dirname(path));
  if (agent === "codex") return /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.exec(name)?.[0] ?? name;
  return agent === "pi" ? (name.split("_").at(-1) ?? name) : name;
}
