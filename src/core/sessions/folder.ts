import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SessionId } from "../conversation/ids";
import { whyRefused } from "./journal";
import { fileNameOf, sessionOfFile } from "./records";
import { SessionError } from "./session";

/** Where the journals lie: one file per session, and deleted ones in `trash` beside them. */
export interface SessionFolder {
  fileOf(id: SessionId): string;
  list(): Promise<readonly SessionId[]>;
  trash(): Promise<readonly SessionId[]>;
  discard(id: SessionId): Promise<void>;
  restore(id: SessionId): Promise<void>;
  emptyTrash(): Promise<void>;
  /** Failing is fine: the first write will say why. */
  prepare(): Promise<void>;
}

export function openFolder(folder: string): SessionFolder {
  const trash = join(folder, "trash");
  const fileOf = (id: SessionId) => join(folder, fileNameOf(id));
  const trashedFileOf = (id: SessionId) => join(trash, fileNameOf(id));
  const guard = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      throw new SessionError(`The sessions in ${folder} cannot be moved: ${whyRefused(error)}.`, "storage", { cause: error });
    }
  };
  return {
    fileOf,
    list: () => listJournals(folder),
    trash: () => listJournals(trash),
    discard: (id) => guard(async () => {
      await mkdir(trash, { recursive: true });
      await rename(fileOf(id), trashedFileOf(id));
    }),
    restore: (id) => guard(() => rename(trashedFileOf(id), fileOf(id))),
    emptyTrash: () => guard(() => rm(trash, { recursive: true, force: true })),
    prepare: () => mkdir(folder, { recursive: true }).then(() => undefined, () => undefined),
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
