import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { messageId, sessionId } from "../../src/core/conversation/ids";
import { createCheckpoints } from "../../src/core/tools/checkpoints/checkpoints";
import type { RestoreChoice } from "../../src/core/tools/checkpoints/restore-plan";
import { temporaryFolder, toolsOn } from "./workspace";

export const turn = (number: number) => messageId(`turn/${number}`);
export const restoreOf = (number: number) => messageId(`restore/${number}`);

const SESSION = sessionId("session");

/** These turns of a conversation, and what its session did since the first of them. */
export const turnsFrom = (...numbers: readonly number[]) =>
  ({
    kind: "turns",
    turns: numbers.map(turn),
    earlier: Array.from({ length: Math.min(...numbers) - 1 }, (_, index) => turn(index + 1)),
    sessions: new Set([SESSION]),
  }) as const;

/** Tools that keep checkpoints, and a clock that a test can move. */
export async function withCheckpoints(files: Readonly<Record<string, string | Uint8Array>>) {
  const storage = await temporaryFolder();
  const clock = { nowMs: 1_000 };
  const unsaved = new Set<string>();
  let root = "";
  let restores = 0;
  const open = () =>
    createCheckpoints({
      folder: storage,
      roots: () => [root],
      now: () => clock.nowMs,
      hasUnsavedChanges: (path) => unsaved.has(relative(root, path)),
    });
  const checkpoints = open();
  const setup = await toolsOn(files, { touched: checkpoints.touched });
  root = setup.root;
  const inTurn = async (number: number, work: () => Promise<unknown>) => {
    await checkpoints.begin(turn(number), SESSION);
    await work();
    return (await checkpoints.end()).map((path) => relative(root, path)).sort();
  };
  /** Carries a plan out with choices by relative path; what is not named follows the suggestion. */
  const carryOut = async (
    plan: Awaited<ReturnType<typeof checkpoints.plan>>,
    choices: Readonly<Record<string, RestoreChoice>> = {},
  ) => {
    clock.nowMs++;
    const mark = { what: "files", messageId: turn(1), afterMessage: null } as const;
    const absolute = Object.fromEntries(Object.entries(choices).map(([path, choice]) => [join(root, path), choice]));
    return checkpoints.restore(plan, absolute, { id: restoreOf(++restores), session: SESSION, mark });
  };
  const undo = async (...numbers: number[]) => carryOut(await checkpoints.plan(turnsFrom(...numbers)));
  const undoRestore = async (number: number) =>
    carryOut(await checkpoints.plan({ kind: "restore", id: restoreOf(number) }));
  /** One line per file: what Hermes did, what others did, and what may be done. */
  const planned = async (...numbers: number[]) =>
    Object.fromEntries(
      (await checkpoints.plan(turnsFrom(...numbers))).files.map((file) => [
        relative(root, file.path),
        [
          `${file.byHermes}, ${file.byOthers}:`,
          ...file.choices,
          ...(file.conflicts > 0 ? [`(${file.conflicts})`] : []),
        ].join(" "),
      ]),
    );
  const read = (path: string) => readFile(join(root, path), "utf8");
  return {
    ...setup,
    storage,
    clock,
    unsaved,
    checkpoints,
    open,
    inTurn,
    carryOut,
    undo,
    undoRestore,
    planned,
    read,
  };
}

/** Every file and folder with its permissions and its content. */
export async function snapshot(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const entries = await Promise.all(
    names.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return [
        relative(folder, path),
        entry.isDirectory()
          ? "folder"
          : `${((await stat(path)).mode & 0o777).toString(8)} ${(await readFile(path)).toString("base64")}`,
      ] as const;
    }),
  );
  return Object.fromEntries(entries.sort());
}
