import { discoverSessions } from "./discover";
import type { ForeignWorld } from "./places";
import { addFileLine, readForeignSession, startFold } from "./read-session";
import { linesOf } from "./reading/lines-of";
import type { ForeignAgent, ForeignFile } from "./session";

/** A line of the list of foreign sessions. */
export interface ForeignEntry {
  readonly file: ForeignFile;
  readonly title: string;
  readonly workspace: string;
}

/** The first request and the folder are at the beginning of a file; the first record may hold a long prompt. */
const HEAD_BYTES = 256 * 1024;
/** Documents have to be read whole; a larger one is listed by its id until it is opened. */
const LARGEST_HEAD_DOCUMENT_BYTES = 2 * 1024 * 1024;

/** Names the newest sessions of an agent. Reads the beginning of each file and nothing else. */
export async function listForeignSessions(
  world: ForeignWorld,
  agent: ForeignAgent,
  { most }: { readonly most: number },
  signal: AbortSignal,
): Promise<readonly ForeignEntry[]> {
  const files = await discoverSessions(world, agent, signal);
  const entries: ForeignEntry[] = [];
  for (const file of files.slice(0, most)) entries.push(await readHead(file, signal));
  return entries;
}

async function readHead(file: ForeignFile, signal: AbortSignal): Promise<ForeignEntry> {
  if (file.title !== undefined) return { file, title: file.title, workspace: file.workspace ?? "" };
  const session = await sessionFromHead(file, signal).catch(() => undefined);
  signal.throwIfAborted();
  return { file, title: session?.title ?? file.id, workspace: session?.workspace ?? file.workspace ?? "" };
}

async function sessionFromHead(file: ForeignFile, signal: AbortSignal) {
  const fold = startFold(file);
  if (fold === undefined)
    return file.bytes > LARGEST_HEAD_DOCUMENT_BYTES ? undefined : readForeignSession(file, signal);
  for await (const line of linesOf(file.path, { from: 0, maxBytes: HEAD_BYTES }, signal)) addFileLine(fold, line);
  return fold.session();
}
