import { sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import type { CallId, MessageId, SessionId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { RestoredFiles } from "../../knowledge/knowledge";
import type { CheckpointLine, Unrestored } from "../../tools/checkpoints/checkpoint";
import type { RestoreOutcome, Stretch } from "../../tools/checkpoints/checkpoints";
import type { RestoreChoices, RestorePlan } from "../../tools/checkpoints/restore-plan";
import type { AgentWorld } from "../world";
import type { ActiveSession } from "./active-session";
import { readPast } from "./stored-past";

/** What to take back: everything since before a message, one restore, or one edit. */
export type RestoreTarget =
  | { readonly kind: "message"; readonly id: MessageId; readonly what: "files" | "conversation" | "both" }
  | { readonly kind: "restore"; readonly id: MessageId }
  /** The edit of one call. */
  | { readonly kind: "call"; readonly call: CallId };

/** A restore as a value, for a person to look at and choose per file. */
export interface PlannedRestore extends RestorePlan {
  readonly target: RestoreTarget;
}

const NO_FILES: RestorePlan = { files: [], uncovered: [] };

export async function planRestoreOf(
  world: AgentWorld,
  session: ActiveSession,
  target: RestoreTarget,
): Promise<PlannedRestore> {
  const { checkpoints } = world;
  if (checkpoints === undefined || (target.kind === "message" && target.what === "conversation"))
    return { target, ...NO_FILES };
  return { target, ...(await checkpoints.plan(await stretchOf(world, session, target))) };
}

async function stretchOf(world: AgentWorld, session: ActiveSession, target: RestoreTarget): Promise<Stretch> {
  if (target.kind !== "message") return target;
  const turns = await turnsOf(world, session);
  const at = turns.indexOf(target.id);
  return {
    kind: "turns",
    turns: at < 0 ? [target.id] : turns.slice(at),
    earlier: at < 0 ? [] : turns.slice(0, at),
    sessions: await findFamily(world, session.id),
  };
}

/** Everything that happened to files in this conversation, in any of its sessions. */
export async function wholeConversation(world: AgentWorld, session: ActiveSession): Promise<Stretch> {
  const [turns, sessions] = [await turnsOf(world, session), await findFamily(world, session.id)];
  return { kind: "turns", turns, earlier: [], sessions };
}

/** User messages of the whole chain, folded ones included: a compression must not hide a turn from its checkpoint. */
async function turnsOf(world: AgentWorld, session: ActiveSession): Promise<readonly MessageId[]> {
  const { messages } = await readPast(world, session.header);
  const turns = [...messages, ...session.messages].flatMap(({ role, id }) => (role === "user" ? [id] : []));
  return [...new Set(turns)];
}

/** Sessions that grew out of one another, in either direction: all of them worked on the same files. */
async function findFamily(world: AgentWorld, id: SessionId): Promise<ReadonlySet<SessionId>> {
  const relatives = new Map<SessionId, SessionId[]>();
  const relate = (one: SessionId, other: SessionId) => relatives.set(one, [...(relatives.get(one) ?? []), other]);
  for (const line of await world.sessions.list()) {
    if (line.parentId === null) continue;
    relate(line.id, line.parentId);
    relate(line.parentId, line.id);
  }
  const family = new Set([id]);
  for (const member of family) for (const relative of relatives.get(member) ?? []) family.add(relative);
  return family;
}

/** Everything that can be restored in this conversation, in any of its sessions. */
export async function readHistory(world: AgentWorld, session: ActiveSession): Promise<readonly CheckpointLine[]> {
  const { checkpoints } = world;
  if (checkpoints === undefined) return [];
  return checkpoints.history(await turnsOf(world, session), () => findFamily(world, session.id));
}

/** The conversation side of a target, before any file is touched: that side may fail, and then nothing has happened. */
export type Conversation =
  | { readonly kind: "stay" }
  | { readonly kind: "branch-before"; readonly id: MessageId }
  | { readonly kind: "return-to"; readonly session: SessionId };

export async function conversationFor(world: AgentWorld, target: RestoreTarget): Promise<Conversation> {
  if (target.kind === "message")
    return target.what === "files" ? { kind: "stay" } : { kind: "branch-before", id: target.id };
  if (target.kind === "call") return { kind: "stay" };
  const undone = (await world.checkpoints?.find(target.id))?.restore;
  if (undone === undefined)
    throw new SentenceError(sentence("This restore can no longer be undone: its record was deleted after some time."));
  return undone.leftSession === undefined ? { kind: "stay" } : { kind: "return-to", session: undone.leftSession };
}

/** Carries the plan out in the session that is active by now, and emits what happened. */
export async function restoreFiles(
  world: AgentWorld,
  session: ActiveSession,
  { target, ...plan }: PlannedRestore,
  { choices, left }: { readonly choices: RestoreChoices; readonly left: SessionId },
): Promise<void> {
  const undone = target.kind === "restore" ? (await world.checkpoints?.find(target.id))?.restore : undefined;
  const what = target.kind === "message" ? target.what : (undone?.what ?? "files");
  const id = messageId(world.newId());
  const about = target.kind === "call" ? (newestMessage(session) ?? id) : (undone?.messageId ?? target.id);
  const outcome: RestoreOutcome = (await world.checkpoints?.restore(plan, choices, {
    id,
    session: session.id,
    mark: {
      what,
      messageId: about,
      afterMessage: newestMessage(session),
      ...(target.kind === "restore" && { undoes: target.id }),
      ...(left !== session.id && { leftSession: left }),
    },
  })) ?? { restored: [], skipped: [], failed: [] };
  const way = target.kind === "restore" && undone?.undoes === undefined ? "forth" : "back";
  if (what === "files") noteRestore(session, { files: outcome.restored, since: about, way });
  world.emit({
    type: "checkpoint-restored",
    session: session.id,
    messageId: about,
    restored: what,
    files: outcome.restored,
    skipped: outcome.skipped,
    restoreId: id,
    ...(target.kind === "restore" && { undoes: target.id }),
  });
  emitUnrestored(world, [...plan.uncovered, ...outcome.failed]);
}

/** What Hermes knows of these files: undoing a restore brings its edits back, and undoing that takes them again. */
export function noteRestore(session: ActiveSession, restored: Omit<RestoredFiles, "after">): void {
  const after = newestMessage(session);
  if (after !== null) session.knowledge.restore({ ...restored, after });
}

/** The same for a session that is opened again. */
export function noteRestores(session: ActiveSession, history: readonly CheckpointLine[]): void {
  const restores = new Map(
    history.flatMap(({ turn, restore }) => (restore === undefined ? [] : [[turn, restore] as const])),
  );
  for (const { files, restore } of history) {
    // Where the conversation went back too, its messages tell of no other edits.
    if (restore === undefined || restore.afterMessage === null || restore.what !== "files") continue;
    if (restore.extent === "part") continue;
    const { afterMessage: after, messageId: since, undoes } = restore;
    const undone = undoes === undefined ? undefined : restores.get(undoes);
    const way = undoes !== undefined && undone?.undoes === undefined ? "forth" : "back";
    session.knowledge.restore({ files, after, since, way });
  }
}

/** A view shows a restore after this message. */
export const newestMessage = ({ messages }: ActiveSession): MessageId | null =>
  messages.findLast(({ role }) => role !== "tool")?.id ?? null;

export function emitUnrestored(world: AgentWorld, files: readonly Unrestored[]): void {
  if (files.length === 0) return;
  world.emit({
    type: "notice",
    level: "warning",
    text: sentence("Not restored: {files}.", {
      files: files.map(({ path, reason }) => sentence("{path} ({reason})", { path, reason })),
    }),
  });
}
