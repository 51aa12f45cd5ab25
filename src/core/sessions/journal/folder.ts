import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { whyRefused } from "../../base/disk-refusal";
import { sentence } from "../../base/sentence";
import type { SessionId } from "../../conversation/ids";
import { makePrivateFolder } from "../../files/private-storage";
import { SessionError } from "../lineage/session";
import { fileNameOf, sessionOfFile } from "./records";

const LITTER = /\.draft$|\.lease\..+$/u;
/** Nothing takes this long to be written, so nobody is still at it. */
const LITTER_AGE_MS = 60 * 60 * 1000;

/** Where the journals lie: one file per session, and deleted ones in `trash` beside them. */
export interface SessionFolder {
  fileOf(id: SessionId): string;
  trashedFileOf(id: SessionId): string;
  has(id: SessionId): Promise<boolean>;
  list(): Promise<readonly SessionId[]>;
  trash(): Promise<readonly SessionId[]>;
  discard(id: SessionId, nowMs: number): Promise<void>;
  /** Undefined where the trash has no such session. */
  deletedAt(id: SessionId): Promise<number | undefined>;
  restore(id: SessionId): Promise<void>;
  /** Without ids, all of it. */
  emptyTrash(ids?: readonly SessionId[]): Promise<void>;
  /** Makes the folder and clears what crashes left in it. Failing is fine: the first write will say why. */
  prepare(nowMs: number): Promise<void>;
}

export function openFolder(folder: string): SessionFolder {
  const trash = join(folder, "trash");
  const fileOf = (id: SessionId) => join(folder, fileNameOf(id));
  const trashedFileOf = (id: SessionId) => join(trash, fileNameOf(id));
  const guard = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      const why = sentence("The sessions in {folder} cannot be moved: {reason}.", {
        folder,
        reason: whyRefused(error),
      });
      throw new SessionError(why, "storage", { cause: error });
    }
  };
  return {
    fileOf,
    trashedFileOf,
    has: (id) =>
      stat(fileOf(id)).then(
        () => true,
        () => false,
      ),
    list: () => listJournals(folder),
    trash: () => listJournals(trash),
    discard: (id, nowMs) =>
      guard(async () => {
        await makePrivateFolder(trash);
        await rename(fileOf(id), trashedFileOf(id));
        // Retention counts from here, not from the last message. Without the time it ends earlier, nothing else.
        await utimes(trashedFileOf(id), nowMs / 1_000, nowMs / 1_000).catch(() => undefined);
      }),
    deletedAt: (id) =>
      stat(trashedFileOf(id)).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      ),
    restore: (id) => guard(() => rename(trashedFileOf(id), fileOf(id))),
    emptyTrash: (ids) =>
      guard(async () => {
        if (ids === undefined) await rm(trash, { recursive: true, force: true });
        for (const id of ids ?? []) await rm(trashedFileOf(id), { force: true });
      }),
    prepare: (nowMs) =>
      makePrivateFolder(folder)
        .then(() => sweep(folder, nowMs))
        .catch(() => undefined),
  };
}

async function listJournals(folder: string): Promise<readonly SessionId[]> {
  try {
    const names = await readdir(folder);
    return names.flatMap((name) => sessionOfFile(name) ?? []);
  } catch {
    // A folder that is missing or cannot be read holds no sessions; writing to it will say why.
    return [];
  }
}

/** Drafts and leases that were being made when their process died. */
async function sweep(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!LITTER.test(name)) continue;
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (nowMs - mtimeMs > LITTER_AGE_MS) await rm(file, { force: true });
  }
}
