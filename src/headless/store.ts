import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createSessionStore } from "../core/sessions/store";
import type { SessionStore } from "../core/sessions/session";

/** The sessions of a storage folder, for commands that only look. */
export const openStore = (storage: string): SessionStore => createSessionStore({ folder: join(storage, "sessions"), now: Date.now, newId: randomUUID });
