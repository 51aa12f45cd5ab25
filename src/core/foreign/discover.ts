import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseJsonObject, textOf } from "../base/json";
import { yieldToHost } from "../base/slices";
import { listDatabaseSessions } from "./opencode/database";
import type { ForeignPlace, ForeignWorld } from "./places";
import { placesOf } from "./places";
import { readPlainFile } from "./reading/plain-file";
import type { ForeignAgent, ForeignFile } from "./session";

/** No folder of an honest agent holds more. */
const MOST_FILES = 200_000;
/** Of these, the newest are listed. */
const MOST_SESSIONS = 20_000;
/** Questions to the file system that are under way at the same time. */
const STATS_AT_ONCE = 64;

/** Sessions of one agent, newest first. Looks at names, sizes, and times; opens nothing but a database. */
export async function discoverSessions(
  world: ForeignWorld,
  agent: ForeignAgent,
  signal: AbortSignal,
): Promise<readonly ForeignFile[]> {
  const found: ForeignFile[] = [];
  for (const place of placesOf(agent, world))
    for (const file of await filesIn(agent, place, signal))
      if (place.kind === "database") found.push(...(await listDatabaseSessions(file, signal)));
      else found.push(file);
  const newest = found.toSorted((a, b) => b.modifiedAt - a.modifiedAt).slice(0, MOST_SESSIONS);
  return agent === "copilot-chat" ? withFolders(world, withoutOlderCopies(newest)) : newest;
}

async function filesIn(agent: ForeignAgent, place: ForeignPlace, signal: AbortSignal): Promise<readonly ForeignFile[]> {
  const found: ForeignFile[] = [];
  const paths = await pathsIn(place, signal);
  for (let at = 0; at < paths.length; at += STATS_AT_ONCE) {
    signal.throwIfAborted();
    const some = paths.slice(at, at + STATS_AT_ONCE);
    const stats = await Promise.all(some.map((path) => stat(path).catch(() => undefined)));
    some.forEach((path, index) => {
      const one = stats[index];
      if (one?.isFile() !== true) return;
      found.push({ agent, path, id: idOf(agent, path), modifiedAt: one.mtimeMs, bytes: one.size });
    });
    await yieldToHost();
  }
  return found;
}

async function pathsIn(place: ForeignPlace, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (at: string, level: number): Promise<void> => {
    signal.throwIfAborted();
    if (level === place.depth && place.inside !== undefined && basename(at) !== place.inside) return;
    for (const entry of await entriesOf(at)) {
      if (found.length >= MOST_FILES) return;
      const path = join(at, entry.name);
      if (entry.isDirectory() && level < place.depth) await visit(path, level + 1);
      else if (entry.isFile() && level === place.depth && place.file.test(entry.name)) found.push(path);
    }
  };
  await visit(place.folder, 0);
  return found;
}

/** An agent that is not installed has no folder, and one that belongs to another user cannot be read. */
const entriesOf = (folder: string): Promise<readonly Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);

function idOf(agent: ForeignAgent, path: string): string {
  const name = basename(path).replace(/\.(messages\.)?jsonl?$/, "");
  if (name === "api_conversation_history") return basename(dirname(path));
  if (agent === "codex") return /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.exec(name)?.[0] ?? name;
  return agent === "pi" ? (name.split("_").at(-1) ?? name) : name;
}

/** VS Code leaves a session in its older form where it was, and from then on writes the newer one beside it. */
function withoutOlderCopies(files: readonly ForeignFile[]): readonly ForeignFile[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.filter(({ path }) => !path.endsWith(".json") || !paths.has(`${path}l`));
}

/** The folder that a storage of VS Code belongs to is noted beside the sessions. */
async function withFolders(world: ForeignWorld, files: readonly ForeignFile[]): Promise<readonly ForeignFile[]> {
  const storages = new Set(files.map(({ path }) => dirname(dirname(path))));
  const folders = new Map<string, string>();
  for (const storage of storages) folders.set(storage, await folderOf(world, storage));
  return files.map((file) => {
    const workspace = folders.get(dirname(dirname(file.path))) ?? "";
    return workspace === "" ? file : { ...file, workspace };
  });
}

const LARGEST_NOTE_BYTES = 64 * 1024;

async function folderOf({ ownStorage }: ForeignWorld, storage: string): Promise<string> {
  if (ownStorage !== undefined && join(ownStorage.storage) === storage) return ownStorage.folder;
  const note = await readPlainFile(join(storage, "workspace.json"), LARGEST_NOTE_BYTES);
  const address = textOf(parseJsonObject(note?.toString("utf8") ?? "")?.["folder"]);
  try {
    // A folder on another machine has an address of another kind.
    return address.startsWith("file:") ? fileURLToPath(address) : "";
  } catch {
    // An address that names no path of this platform.
    return "";
  }
}
