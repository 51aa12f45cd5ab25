import { whyRefused } from "../../base/disk-refusal";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { CallId, MessageId, SessionId } from "../../conversation/ids";
import type { TouchLog } from "../builtin/world";
import type { WorkspacePaths } from "../files/workspace-paths";
import { compareScans, findNamedFiles, onlyReads, scanWorkspace } from "../shell/command-footprint";
import type { FileState } from "./checkpoint";
import { changedFiles, isSameState } from "./checkpoint";
import type { CheckpointFiles } from "./checkpoint-files";
import { findMissingFolders } from "./working-files";

export interface Recorder {
  readonly touched: TouchLog;
  begin(turn: MessageId, session: SessionId): Promise<void>;
  end(): Promise<readonly string[]>;
}

export interface RecorderOptions {
  readonly files: CheckpointFiles;
  readonly paths: WorkspacePaths;
  now(): number;
  onRefused?(reason: Sentence): void;
}

interface OpenTurn {
  readonly turn: MessageId;
  /** How Hermes left each file it touched; undefined while a tool is at work on it. */
  readonly left: Map<string, FileState | undefined>;
}

/** Saves the state of each file before and after a tool of the open turn changes it. */
export function createRecorder({ files, paths, now, onRefused }: RecorderOptions): Recorder {
  let open: OpenTurn | undefined;
  /** Touched in any turn so far: the next command is most likely to change these. */
  const everTouched = new Set<string>();
  let refused = false;

  /** A write error costs the turn its undo, never the turn itself; a partial checkpoint would restore only half. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      refused = false;
    } catch (error) {
      if (!refused)
        onRefused?.(sentence("Files changed from now on cannot be restored: {reason}.", { reason: whyRefused(error) }));
      refused = true;
      open = undefined;
    }
  };

  /** A file that somebody else changed since Hermes left it starts a new stretch. */
  const note = async (path: string, known?: FileState): Promise<void> => {
    const turn = open;
    if (turn === undefined) return;
    everTouched.add(path);
    const wasSeen = turn.left.has(path);
    const left = turn.left.get(path);
    if (wasSeen && (left === undefined || known !== undefined)) return;
    turn.left.set(path, undefined);
    const before = known ?? (await files.keep(path));
    if (wasSeen && isSameState(left, before)) return;
    const newFolders = before.kind === "missing" ? await findMissingFolders(path) : [];
    await attempt(() => files.add(turn.turn, { path, before, newFolders }));
  };

  const leave = async (path: string): Promise<void> => {
    const turn = open;
    if (turn === undefined || !turn.left.has(path)) return;
    const after = await files.keep(path);
    turn.left.set(path, after);
    await attempt(() => files.leave(turn.turn, path, after));
  };

  const beforeCommand: TouchLog["beforeCommand"] = async (_session, command, cwd) => {
    if (open === undefined || onlyReads(command)) return async () => undefined;
    const roots = await paths.roots();
    const noted = new Set([...(await findNamedFiles(command, cwd, roots)), ...everTouched]);
    for (const path of noted) await note(path);
    const earlier = await scanWorkspace(roots);
    return async () => {
      for (const path of noted) await leave(path);
      for (const [path, before] of await unnamedSince(earlier, roots)) {
        await note(path, before);
        await leave(path);
      }
    };
  };

  return {
    touched: {
      async beforeWrite(_session, path, call) {
        const record = open && call && (await followEdit(files, { turn: open.turn, path, call }));
        await note(path);
        return () => leave(path).then(() => (record ? attempt(record) : undefined));
      },
      beforeCommand,
    },
    async begin(turn, session) {
      open = { turn, left: new Map() };
      await attempt(() => files.open({ turn, atMs: now(), session }));
    },
    async end() {
      const turn = open;
      for (const [path, left] of turn?.left ?? []) if (left === undefined) await leave(path);
      const record = open === undefined ? undefined : await files.read(open.turn);
      open = undefined;
      return record === undefined ? [] : changedFiles(record);
    },
  };
}

/** Follows one edit from before it is written: with a record of its own, it can be undone by itself. */
async function followEdit(
  files: CheckpointFiles,
  { turn, path, call }: { readonly turn: MessageId; readonly path: string; readonly call: CallId },
): Promise<() => Promise<void>> {
  const before = await files.keep(path);
  const newFolders = before.kind === "missing" ? await findMissingFolders(path) : [];
  return async () => files.addEdit(turn, { call, path, before, after: await files.keep(path), newFolders });
}

/** What a command changed without naming it; nothing where the workspace is too large to look. */
async function unnamedSince(
  earlier: Awaited<ReturnType<typeof scanWorkspace>>,
  roots: readonly string[],
): Promise<ReturnType<typeof unnamedChanges>> {
  const later = earlier === undefined ? undefined : await scanWorkspace(roots);
  return earlier === undefined || later === undefined ? [] : unnamedChanges(compareScans(earlier, later));
}

const unnamedChanges = ({
  created,
  changed,
  deleted,
}: ReturnType<typeof compareScans>): readonly (readonly [path: string, before: FileState])[] => [
  ...created.map((path) => [path, { kind: "missing" }] as const),
  ...changed.map(
    (path) => [path, { kind: "lost", reason: sentence("a command changed it without naming it") }] as const,
  ),
  ...deleted.map(
    (path) => [path, { kind: "lost", reason: sentence("a command deleted it without naming it") }] as const,
  ),
];
