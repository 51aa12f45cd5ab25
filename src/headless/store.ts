import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { createSessionStore } from "../core/host";
import type { SessionStore } from "../core/sessions/lineage/session";
import { UsageError } from "./arguments";

/** The sessions of a storage folder, for commands that only read. */
export const openStore = (storage: string): SessionStore =>
  createSessionStore({ folder: join(storageFolder(storage), "sessions"), now: Date.now, newId: randomUUID });

/** A missing folder counts as empty and is created when needed; a file in its place is an error. */
export function storageFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UsageError(`the storage ${path} is not a folder`);
  return resolve(path);
}
