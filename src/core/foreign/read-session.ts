import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JsonObject } from "../base/json";
import { parseJson, parseJsonObject } from "../base/json";
import { sentence } from "../base/sentence";
import { SentenceError } from "../base/sentence-error";
import { startClaudeCodeFold } from "./claude-code/read";
import type { ClineFolder } from "./cline/read";
import { readCline } from "./cline/read";
import { startCodexFold } from "./codex/read";
import { applyMutations } from "./copilot-chat/mutations";
import { readCopilotChat } from "./copilot-chat/read";
import { readDatabaseSession } from "./opencode/database";
import { startPiFold } from "./pi/read";
import { CLAUDE_CODE_SUB_AGENT, CLINE_SUB_AGENT } from "./places";
import type { LineFold, StartFold } from "./reading/line-fold";
import { addLine } from "./reading/line-fold";
import type { FileLine } from "./reading/lines-of";
import { LARGEST_FILE_BYTES, linesOf } from "./reading/lines-of";
import { readPlainFile } from "./reading/plain-file";
import type { ForeignAgent, ForeignFile, ForeignSession } from "./session";

/** The first record of a sub-agent holds the request that started it. */
const FIRST_RECORD_BYTES = 256 * 1024;

const FOLDS: Partial<Readonly<Record<ForeignAgent, StartFold>>> = {
  "claude-code": startClaudeCodeFold,
  codex: startCodexFold,
  pi: startPiFold,
};

export const startFold = (file: ForeignFile): LineFold | undefined => FOLDS[file.agent]?.(file);

/** Reads a whole session. Nothing of the agent is written, moved, or locked. */
export async function readForeignSession(file: ForeignFile, signal: AbortSignal): Promise<ForeignSession> {
  const { size } = await stat(file.path);
  if (file.agent !== "opencode" && size > LARGEST_FILE_BYTES)
    throw new SentenceError(sentence("This session is too large to open."));
  const fold = startFold(file);
  if (fold !== undefined) {
    await addFile(fold, file.path, signal);
    if (file.agent === "claude-code") await addSidechains(fold, file, signal);
    return fold.session();
  }
  const session = await readDocument(file, signal);
  if (session === undefined) throw new SentenceError(sentence("This session cannot be read."));
  return session;
}

async function readDocument(file: ForeignFile, signal: AbortSignal): Promise<ForeignSession | undefined> {
  if (file.agent === "opencode") return readDatabaseSession(file, signal);
  const bytes = await readPlainFile(file.path, LARGEST_FILE_BYTES);
  if (bytes === undefined) return undefined;
  const text = bytes.toString("utf8");
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
    parseJson((await readPlainFile(join(folder, name), LARGEST_FILE_BYTES))?.toString("utf8") ?? "");
  const names = await readdir(folder).catch(() => []);
  const subAgents: { readonly id: string; readonly value: unknown }[] = [];
  for (const name of names.filter((one) => CLINE_SUB_AGENT.test(one)).toSorted())
    subAgents.push({ id: name.split(".")[0] ?? "", value: await read(name) });
  return { header: await read(`${id}.json`), subAgents };
}

/** Sub-agents have files of their own: in a folder of the session or, before version 2.1, beside it. */
async function addSidechains(fold: LineFold, file: ForeignFile, signal: AbortSignal): Promise<void> {
  const beside = dirname(file.path);
  const inside = join(beside, file.id, "subagents");
  for (const name of await sidechainNames(inside)) await addSidechain(fold, join(inside, name), signal);
  for (const name of await sidechainNames(beside)) {
    const path = join(beside, name);
    if ((await firstRecord(path, signal))?.["sessionId"] === file.id) await addSidechain(fold, path, signal);
  }
}

const sidechainNames = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => CLAUDE_CODE_SUB_AGENT.test(name)).toSorted();

/** A sub-agent whose file cannot be read must not hide the session. */
async function addSidechain(fold: LineFold, path: string, signal: AbortSignal): Promise<void> {
  await addFile(fold, path, signal).catch(() => fold.skip());
  signal.throwIfAborted();
}

async function firstRecord(path: string, signal: AbortSignal): Promise<JsonObject | undefined> {
  try {
    for await (const { text } of linesOf(path, { from: 0, maxBytes: FIRST_RECORD_BYTES }, signal))
      return parseJsonObject(text);
  } catch {
    // It disappeared meanwhile, or is no file: then it is nobody's.
  }
  return undefined;
}

async function addFile(fold: LineFold, path: string, signal: AbortSignal): Promise<void> {
  for await (const line of linesOf(path, { from: 0 }, signal)) addFileLine(fold, line);
}

/** A line without an end is no record; it counts as one that cannot be read. */
export function addFileLine(fold: LineFold, { text, state }: FileLine): void {
  if (state === "whole" || state === "open") addLine(fold, text);
  else fold.skip();
}
