import { open, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseJson } from "../base/json";
import { sentence } from "../base/sentence";
import { SentenceError } from "../base/sentence-error";
import { yieldToHost } from "../base/slices";
import { startClaudeCodeFold } from "./claude-code/read";
import type { ClineFolder } from "./cline/read";
import { readCline } from "./cline/read";
import { startCodexFold } from "./codex/read";
import { applyMutations } from "./copilot-chat/mutations";
import { readCopilotChat } from "./copilot-chat/read";
import { readDatabaseSession } from "./opencode/database";
import { startPiFold } from "./pi/read";
import type { ForeignWorld } from "./places";
import { CLINE_SUB_AGENT } from "./places";
import type { LineFold, StartFold } from "./reading/line-fold";
import { addLine } from "./reading/line-fold";
import type { ForeignAgent, ForeignFile, ForeignSession } from "./session";

/** A session file beyond this is not read: its messages would have to fit into memory. */
const LARGEST_FILE_BYTES = 512 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

const FOLDS: Partial<Readonly<Record<ForeignAgent, StartFold>>> = {
  "claude-code": startClaudeCodeFold,
  codex: startCodexFold,
  pi: startPiFold,
};

export const startFold = (file: ForeignFile): LineFold | undefined => FOLDS[file.agent]?.(file);

/** Reads a whole session. Nothing of the agent is written, moved, or locked. */
export async function readForeignSession(
  world: ForeignWorld,
  file: ForeignFile,
  signal: AbortSignal,
): Promise<ForeignSession> {
  const { size } = await stat(file.path);
  if (file.agent !== "opencode" && size > LARGEST_FILE_BYTES)
    throw new SentenceError(sentence("This session is too large to open."));
  const fold = startFold(file);
  if (fold !== undefined) {
    await addFile(fold, file.path, signal);
    if (file.agent === "claude-code") await addSidechains(fold, file, signal);
    return fold.session();
  }
  const session = await readDocument(world, file);
  if (session === undefined) throw new SentenceError(sentence("This session cannot be read."));
  return session;
}

async function readDocument(world: ForeignWorld, file: ForeignFile): Promise<ForeignSession | undefined> {
  if (file.agent === "opencode") return readDatabaseSession(world, file);
  const text = await readFile(file.path, "utf8");
  if (file.agent === "cline") return readCline(parseJson(text), file, await readClineFolder(file));
  if (!file.path.endsWith(".jsonl")) return readCopilotChat(parseJson(text), file);
  const { value, unreadable } = applyMutations(text);
  const session = readCopilotChat(value, file);
  return { ...session, unreadable: session.unreadable + unreadable };
}

/** What the command line keeps next to the messages of a session; the extension has nothing of the kind. */
async function readClineFolder({ path, id }: ForeignFile): Promise<ClineFolder> {
  const folder = dirname(path);
  const read = async (name: string): Promise<unknown> =>
    parseJson(await readFile(join(folder, name), "utf8").catch(() => ""));
  const names = await readdir(folder).catch(() => []);
  const subAgents = names.filter((name) => CLINE_SUB_AGENT.test(name)).toSorted();
  return {
    header: await read(`${id}.json`),
    subAgents: await Promise.all(
      subAgents.map(async (name) => ({ id: name.split(".")[0] ?? "", value: await read(name) })),
    ),
  };
}

/** Sub-agents have files of their own, next to the session. */
async function addSidechains(fold: LineFold, file: ForeignFile, signal: AbortSignal): Promise<void> {
  const folder = join(dirname(file.path), file.id, "subagents");
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(".jsonl")).toSorted())
    await addFile(fold, join(folder, name), signal);
}

async function addFile(fold: LineFold, path: string, signal: AbortSignal): Promise<void> {
  for await (const line of linesOf(path, { from: 0 }, signal)) addLine(fold, line.text);
}

export interface FileLine {
  readonly text: string;
  /** Where the next line begins, in bytes. */
  readonly end: number;
}

/** The lines of a file, a megabyte at a time, with pauses in which the host can do other things. */
export async function* linesOf(
  path: string,
  { from, maxBytes = LARGEST_FILE_BYTES }: { readonly from: number; readonly maxBytes?: number },
  signal: AbortSignal,
): AsyncGenerator<FileLine> {
  const handle = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest = Buffer.alloc(0);
    let position = from;
    while (position - from < maxBytes) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK_BYTES, maxBytes - (position - from)), position);
      if (bytesRead === 0) break;
      const start = position - rest.length;
      position += bytesRead;
      const chunk = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      let at = 0;
      for (let end = chunk.indexOf(NEWLINE, at); end >= 0; end = chunk.indexOf(NEWLINE, at)) {
        yield { text: chunk.toString("utf8", at, end), end: start + end + 1 };
        at = end + 1;
      }
      // Joining ever longer pieces of one endless line would take longer and longer; such a line is no record.
      const isEndless = chunk.length - at > LONGEST_LINE_BYTES;
      if (isEndless) yield { text: "", end: start + chunk.length };
      rest = isEndless ? Buffer.alloc(0) : Buffer.from(chunk.subarray(at));
      await yieldToHost();
    }
    if (rest.length > 0) yield { text: rest.toString("utf8"), end: position };
  } finally {
    await handle.close();
  }
}

const NEWLINE = 0x0a;
/** The largest records, with pictures in them, have some megabytes. */
const LONGEST_LINE_BYTES = 32 * 1024 * 1024;
