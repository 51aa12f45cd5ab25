import type { SessionId } from "../conversation/ids";
import type { SessionFolder } from "./journal/folder";
import { readLines } from "./journal/journal";
import type { SessionState } from "./journal/records";
import { decodeRecord, foldSession, outlineState, stepState } from "./journal/records";
import type { SessionStates } from "./lineage/continuation";
import { isVisible, listSessions } from "./lineage/continuation";
import type { Session, TrashedSession } from "./lineage/session";

/** Reads the journals in the trash. A journal that cannot be read hides itself alone. */
export class SessionTrash {
  private readonly folder: SessionFolder;
  /** The state of a session that was not deleted. */
  private readonly outlineOf: (id: SessionId) => Promise<SessionState | undefined>;

  constructor(folder: SessionFolder, outlineOf: (id: SessionId) => Promise<SessionState | undefined>) {
    this.folder = folder;
    this.outlineOf = outlineOf;
  }

  /** Enough to follow pointers. */
  async outlines(): Promise<SessionStates> {
    return this.readStates(outlineState);
  }

  /** As the session list shows them, newest first. */
  async list(): Promise<readonly TrashedSession[]> {
    const trashed = await this.readStates((lines) => lines.map(decodeRecord).reduce(stepState, undefined));
    const parents = new Map<SessionId, SessionState>();
    for (const { header } of trashed.values()) {
      const parent = header.parentId === null ? undefined : await this.outlineOf(header.parentId);
      if (parent !== undefined) parents.set(parent.header.id, parent);
    }
    const around = new Map([...parents, ...trashed]);
    return Promise.all(
      listSessions(trashed).map(async (line) => ({
        ...line,
        deletedAt: (await this.folder.deletedAt(line.id)) ?? line.lastUsedAt,
        kind: isVisible(around, line.id) ? "session" : "leftover",
      })),
    );
  }

  async read(id: SessionId): Promise<Session | undefined> {
    const lines = await this.lines(id);
    return lines && foldSession(lines.map(decodeRecord))?.session;
  }

  private async readStates(
    fold: (lines: readonly string[]) => SessionState | undefined,
  ): Promise<ReadonlyMap<SessionId, SessionState>> {
    const states = new Map<SessionId, SessionState>();
    for (const id of await this.folder.trash()) {
      const state = fold((await this.lines(id)) ?? []);
      if (state !== undefined) states.set(id, state);
    }
    return states;
  }

  private lines(id: SessionId): Promise<readonly string[] | undefined> {
    return readLines(this.folder.trashedFileOf(id)).catch(() => undefined);
  }
}
