import type { AgentEvent } from "../../core/agent/events";
import type { ContextRow, OtherContextChange, Row } from "../../protocol/chat";

type SessionOpened = Extract<AgentEvent, { type: "session-opened" }>;
type Checkpoint = NonNullable<SessionOpened["past"]>["checkpoints"][number];
export type RestoredChange = Extract<OtherContextChange, { type: "checkpoint-restored" }>;

/** Restores have rows of their own, found by their id: the row that offers to undo one changes once that happened. */
export const restoreRow = (change: RestoredChange): ContextRow => ({
  kind: "context",
  id: restoreRowId(change.restoreId),
  change,
});

export const restoreRowId = (restoreId: string): string => `restore-${restoreId}`;

/** Rows of a stored conversation with everything that can be restored in it, however the session came about. */
export function withCheckpoints(rows: readonly Row[], { session, past }: SessionOpened): readonly Row[] {
  const checkpoints = past?.checkpoints ?? [];
  if (checkpoints.length === 0) return rows;
  const files = new Map(checkpoints.map((line) => [String(line.turn), line.files]));
  const undoable = new Set<string>(checkpoints.flatMap(({ calls }) => calls ?? []));
  const restores = restoresByMessage(checkpoints, session);
  const lastRow = new Map(rows.map((row, index) => [messageOf(row), index]));
  return [
    ...(restores.get(null) ?? []),
    ...rows.flatMap((row, index) => {
      const id = messageOf(row);
      const here = lastRow.get(id) === index ? (restores.get(id) ?? []) : [];
      return [withUndo(withFiles(row, files), undoable), ...here];
    }),
  ];
}

function withFiles(row: Row, files: ReadonlyMap<string, readonly string[]>): Row {
  const changed = row.kind === "user" ? files.get(row.messageId) : undefined;
  return row.kind === "user" && changed !== undefined && changed.length > 0
    ? { ...row, checkpointFiles: changed }
    : row;
}

const withUndo = (row: Row, undoable: ReadonlySet<string>): Row =>
  row.kind === "tool" && row.status === "done" && undoable.has(row.callId) ? { ...row, undo: "offered" } : row;

const messageOf = (row: Row): string => ("messageId" in row ? row.messageId : null) ?? row.id;

/** A restore in an empty conversation belongs to that session alone: others start with other messages. */
function restoresByMessage(
  checkpoints: readonly Checkpoint[],
  session: string,
): ReadonlyMap<string | null, readonly Row[]> {
  const undone = new Set(checkpoints.flatMap(({ restore }) => restore?.undoes ?? []));
  const restores = new Map<string | null, readonly Row[]>();
  for (const { turn, files, restore, session: owner } of checkpoints) {
    if (restore === undefined || (restore.afterMessage === null && owner !== session)) continue;
    const row = restoreRow({
      type: "checkpoint-restored",
      restored: restore.what,
      files,
      skipped: [],
      restoreId: turn,
      undoes: restore.undoes ?? null,
      wayBack: undone.has(turn) ? "taken" : "open",
    });
    restores.set(restore.afterMessage, [...(restores.get(restore.afterMessage) ?? []), row]);
  }
  return restores;
}
