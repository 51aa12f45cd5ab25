import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { MessageId } from "../../conversation/ids";
import { planRestore } from "../checkpoint";
import type { CheckpointLimits, FileState, RestorePlan } from "../checkpoint";
import { createCheckpointFiles, hashFile } from "./checkpoint-files";
import type { CheckpointFiles } from "./checkpoint-files";
import { compareScans, findNamedFiles, onlyReads, scanWorkspace } from "./command-footprint";
import { createWorkspacePaths, isWithin } from "./workspace-paths";
import type { WorkspacePaths } from "./workspace-paths";
import type { TouchLog } from "./world";

export interface CheckpointOptions {
  /** Where contents are kept: workspace storage, never the workspace itself. */
  readonly folder: string;
  roots(): readonly string[];
  /** Milliseconds. */
  now(): number;
  /** The disk refused: the turn goes on, but its files cannot be brought back. A sentence for people, once until it works again. */
  onRefused?(reason: string): void;
}

/** Undo for files, turn by turn. One turn at a time is open; nothing is kept while none is. */
export interface Checkpoints {
  /** For `createBuiltinTools`. */
  readonly touched: TouchLog;
  begin(turn: MessageId): Promise<void>;
  /** Closes the open turn; returns the files it changed. */
  end(): Promise<readonly string[]>;
  /** What going back to before the first of these turns would do. Give every turn from there on, oldest first. */
  plan(turns: readonly MessageId[]): Promise<RestorePlan>;
  /** Returns the files restored; those that could not be are in `failed`. */
  restore(
    plan: RestorePlan,
  ): Promise<{
    readonly restored: readonly string[];
    readonly failed: readonly { readonly path: string; readonly reason: string }[];
  }>;
  sweep(limits: Omit<CheckpointLimits, "nowMs">): Promise<readonly MessageId[]>;
  totalBytes(): Promise<number>;
}

export function createCheckpoints(options: CheckpointOptions): Checkpoints {
  const files = createCheckpointFiles(options.folder, () => options.now());
  const paths = createWorkspacePaths(options);
  const recorder = createRecorder(files, paths, options);
  return {
    ...recorder,
    async plan(turns) {
      const records = (await Promise.all(turns.map((turn) => files.read(turn)))).filter(
        (record) => record !== undefined,
      );
      const touched = [...new Set(records.flatMap((record) => record.files.map(({ path }) => path)))];
      const current = new Map(await Promise.all(touched.map(async (path) => [path, await hashFile(path)] as const)));
      return planRestore(records, (path) => current.get(path) ?? null);
    },
    async restore(plan) {
      const roots = await paths.roots();
      const restored: string[] = [];
      const failed: { path: string; reason: string }[] = [];
      for (const step of plan.steps) {
        try {
          if (!roots.some((root) => isWithin(root, step.path))) throw new Error("it is not in the workspace");
          await files.putBack(step);
          restored.push(step.path);
        } catch (error) {
          failed.push({ path: step.path, reason: error instanceof Error ? error.message : String(error) });
        }
      }
      return { restored, failed };
    },
    sweep: (limits) => files.sweep({ ...limits, nowMs: options.now() }),
    totalBytes: () => files.totalBytes(),
  };
}

/** Writes down what each file was before the open turn first touched it. */
function createRecorder(
  files: CheckpointFiles,
  paths: WorkspacePaths,
  { now, onRefused }: CheckpointOptions,
): Pick<Checkpoints, "touched" | "begin" | "end"> {
  let open: { readonly turn: MessageId; readonly seen: Set<string> } | undefined;
  /** Touched in any turn so far: the likeliest victims of the next command. */
  const everTouched = new Set<string>();
  let refused = false;

  /** A disk that refuses costs the turn its way back, never the turn itself; half a checkpoint would be a false promise. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      refused = false;
    } catch (error) {
      if (!refused)
        onRefused?.(
          `Files changed from here on cannot be brought back: ${error instanceof Error ? error.message : String(error)}.`,
        );
      refused = true;
      open = undefined;
    }
  };

  const note = async (path: string, known?: FileState): Promise<void> => {
    const turn = open;
    if (turn === undefined || turn.seen.has(path)) return;
    turn.seen.add(path);
    everTouched.add(path);
    const before = known ?? (await files.keep(path));
    const newFolders = before.kind === "missing" ? await missingFolders(path) : [];
    await attempt(() => files.add(turn.turn, { path, before, newFolders }));
  };

  const beforeCommand: TouchLog["beforeCommand"] = async (_session, command, cwd) => {
    if (open === undefined || onlyReads(command)) return async () => undefined;
    const roots = await paths.roots();
    for (const path of [...(await findNamedFiles(command, cwd, roots)), ...everTouched]) await note(path);
    const earlier = await scanWorkspace(roots);
    return async () => {
      const later = earlier === undefined ? undefined : await scanWorkspace(roots);
      if (earlier === undefined || later === undefined) return;
      const { created, changed, deleted } = compareScans(earlier, later);
      for (const path of created) await note(path, { kind: "missing" });
      for (const path of changed) await note(path, { kind: "lost", reason: "a command changed it without naming it" });
      for (const path of deleted) await note(path, { kind: "lost", reason: "a command deleted it without naming it" });
    };
  };

  return {
    touched: { beforeWrite: (_session, path) => note(path), beforeCommand },
    async begin(turn) {
      open = { turn, seen: new Set() };
      await attempt(() => files.open(turn, now()));
    },
    async end() {
      const record = open === undefined ? undefined : await files.read(open.turn);
      open = undefined;
      if (record === undefined) return [];
      const after = await Promise.all(
        record.files.map(async ({ path, before }) => ({ path, before, hash: await hashFile(path) })),
      );
      await attempt(() => files.close(record.turn, Object.fromEntries(after.map(({ path, hash }) => [path, hash]))));
      return after
        .filter(
          ({ before, hash }) => before.kind === "lost" || hash !== (before.kind === "stored" ? before.hash : null),
        )
        .map(({ path }) => path);
    },
  };
}

/** Asked before the file exists; after a command made it, its folders are there already and stay. */
async function missingFolders(path: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (
    let folder = dirname(path);
    (await stat(folder).catch(() => undefined)) === undefined && dirname(folder) !== folder;
    folder = dirname(folder)
  )
    missing.unshift(folder);
  return missing;
}
