import { DAY_MS } from "../base/time";
import type { MessageId, SessionId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import type { Session, SessionStore } from "../sessions/lineage/session";
import type { SpillStore } from "../spill/spill";
import type { Checkpoints } from "../tools/checkpoints/checkpoints";

/** Long enough to notice that a conversation is missed; deleted ones are not kept for ever. */
const TRASH_DAYS = 30;

export interface TrashParts {
  readonly sessions: SessionStore;
  readonly spills: SpillStore;
  readonly checkpoints: Checkpoints;
}

/** Deletes sessions that have been in the trash long enough. */
export const emptyExpired = (parts: TrashParts, nowMs: number): Promise<number> =>
  emptyTrash(parts, nowMs - TRASH_DAYS * DAY_MS);

/**
 * Deletes sessions for good that were moved to the trash by this time, with their spilled outputs and checkpoints.
 * Branches and continuations share messages, so what a related session still refers to stays. Returns how many
 * conversations went.
 */
export async function emptyTrash(parts: TrashParts, deletedByMs = Infinity): Promise<number> {
  const { sessions, spills, checkpoints } = parts;
  const trashed = await sessions.trashed();
  const doomed = new Set(trashed.filter(({ deletedAt }) => deletedAt <= deletedByMs).map(({ id }) => id));
  if (doomed.size === 0) return 0;
  const gone = await readSessions([...doomed], (id) => sessions.readTrashed(id));
  const kept = await readRelatives(parts, doomed);
  // Checkpoints and outputs go first: after a crash in between, the session still names what is left to delete.
  const shared = new Set(turnsIn(kept));
  await checkpoints.forget(
    turnsIn(gone).filter((turn) => !shared.has(turn)),
    doomed,
  );
  const named = kept.map(({ messages }) => JSON.stringify(messages)).join("\n");
  for (const { id, session } of await spills.list())
    if (doomed.has(session) && !named.includes(id)) await spills.remove(id);
  await sessions.emptyTrash([...doomed]);
  return trashed.filter(({ id, tip, kind }) => doomed.has(id) && tip && kind === "session").length;
}

/** Sessions that stay and grew out of a doomed one, or the other way round. */
async function readRelatives({ sessions }: TrashParts, doomed: ReadonlySet<SessionId>): Promise<readonly Session[]> {
  const trashed = await sessions.trashed();
  const lines = [...(await sessions.list()), ...trashed];
  const family = new Set(doomed);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { id, parentId } of lines) {
      if (parentId === null) continue;
      if (family.has(parentId)) family.add(id);
      if (family.has(id)) family.add(parentId);
    }
  }
  const inTrash = new Set(trashed.map(({ id }) => id));
  const stay = [...family].filter((id) => !doomed.has(id));
  return readSessions(stay, (id) =>
    inTrash.has(id) ? sessions.readTrashed(id) : sessions.read(id).catch(() => undefined),
  );
}

async function readSessions(
  ids: readonly SessionId[],
  read: (id: SessionId) => Promise<Session | undefined>,
): Promise<readonly Session[]> {
  const found: Session[] = [];
  for (const id of ids) {
    const session = await read(id);
    if (session !== undefined) found.push(session);
  }
  return found;
}

const turnsIn = (sessions: readonly Session[]): readonly MessageId[] =>
  sessions.flatMap(({ messages }) => messages.filter(isTurn).map(({ id }) => id));

const isTurn = ({ role }: Message): boolean => role === "user";
