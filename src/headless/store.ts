import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { createSessionStore } from "../core/sessions/store";
import type { SessionStore } from "../core/sessions/session";
import { UsageError } from "./arguments";

/** The sessions of a storage folder, for commands that only look. */
export const openStore = (storage: string): SessionStore =>
  createSessionStore({ folder: join(storageFolder(storage), "sessions"), now: Date.now, newId: randomUUID });

/** A folder that is not there yet is empty, and made where something is to be kept; anything else at its place is a mistake. */
export function storageFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UsageError(`the storage ${path} is not a folder`);
  return resolve(path);
}
