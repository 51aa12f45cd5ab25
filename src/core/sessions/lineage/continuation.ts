import type { SessionId } from "../../conversation/ids";
import type { SessionState } from "../journal/records";
import type { EndReason, SessionLine } from "./session";

export type SessionStates = ReadonlyMap<SessionId, SessionState>;

/**
 * The session that goes on where this one was compressed. A pointer to a session that is not there counts as none: the
 * parent still has everything.
 */
export function continuationOf(states: SessionStates, id: SessionId): SessionId | undefined {
  const end = states.get(id)?.end;
  if (end?.reason !== "compression" || end.childId === null) return undefined;
  return states.has(end.childId) ? end.childId : undefined;
}

/** Where work on this session goes on: the newest continuation, or the session itself. */
export const findTip = (states: SessionStates, id: SessionId): SessionId => walkOn(states, id).at(-1) ?? id;

/** What a session grew out of and what continues it, oldest first; a branch has the past of the session it left. */
export const findChain = (states: SessionStates, id: SessionId): readonly SessionId[] => [
  ...walkBack(states, id, parentOf),
  ...walkOn(states, id),
];

/** The sessions that compressions made of one conversation, oldest first; what it branched off from is another one. */
export const findContinuations = (states: SessionStates, id: SessionId): readonly SessionId[] => [
  ...walkBack(states, id, continuedBy),
  ...walkOn(states, id),
];

function continuedBy(states: SessionStates, id: SessionId): SessionId | undefined {
  const parent = parentOf(states, id);
  return parent !== undefined && continuationOf(states, parent) === id ? parent : undefined;
}

function walkBack(states: SessionStates, id: SessionId, before: typeof parentOf): readonly SessionId[] {
  const walked: SessionId[] = [];
  const seen = new Set([id]);
  for (let at = before(states, id); at !== undefined && !seen.has(at); at = before(states, at)) {
    seen.add(at);
    walked.push(at);
  }
  return walked.reverse();
}

function walkOn(states: SessionStates, id: SessionId): readonly SessionId[] {
  const seen = new Set<SessionId>();
  for (let at: SessionId | undefined = id; at !== undefined && !seen.has(at); at = continuationOf(states, at))
    seen.add(at);
  return [...seen];
}

/** A sub-agent starts with a clean sheet, so its parent's past is not its own. */
function parentOf(states: SessionStates, id: SessionId): SessionId | undefined {
  const header = states.get(id)?.header;
  if (
    header === undefined ||
    header.parentId === null ||
    header.relation === "sub-agent" ||
    !states.has(header.parentId)
  )
    return undefined;
  return header.parentId;
}

/**
 * False for a continuation whose parent never came to point at it: the process died in between, and the parent is what
 * counts.
 */
export function isVisible(states: SessionStates, id: SessionId): boolean {
  const state = states.get(id);
  if (state === undefined) return false;
  const parent =
    state.header.relation === "continuation" && state.header.parentId !== null
      ? states.get(state.header.parentId)
      : undefined;
  return parent === undefined || parent.end?.childId === id || findUndo(states, id) !== undefined;
}

/** How the compression that made this session was undone, if it was. */
function findUndo(states: SessionStates, id: SessionId): SessionState["undone"][number] | undefined {
  const parentId = states.get(id)?.header.parentId;
  return parentId == null ? undefined : states.get(parentId)?.undone.findLast((undo) => undo.childId === id);
}

/** How the session ended, as the chain around it tells it. Whoever goes on with an undone one makes it live again. */
export function findEnd(
  states: SessionStates,
  id: SessionId,
): { readonly at: number; readonly reason: EndReason } | undefined {
  const state = states.get(id);
  if (state === undefined) return undefined;
  if (state.end !== null)
    return state.end.reason === "compression" && continuationOf(states, id) === undefined ? undefined : state.end;
  const undo = findUndo(states, id);
  return undo !== undefined && state.messageCount <= undo.childMessages ? { at: undo.at, reason: "undone" } : undefined;
}

/** Every session a person may see, newest first. */
export const listSessions = (states: SessionStates): readonly SessionLine[] =>
  [...states.keys()]
    .filter((id) => isVisible(states, id))
    .flatMap((id) => lineOf(states, id))
    .sort((a, b) => b.lastUsedAt - a.lastUsedAt || b.startedAt - a.startedAt || compareIds(states, a.id, b.id));

/** Journals written within one millisecond: the child is newer than its parent. */
const compareIds = (states: SessionStates, a: SessionId, b: SessionId): number =>
  findChain(states, b).length - findChain(states, a).length || (a < b ? 1 : -1);

function lineOf(states: SessionStates, id: SessionId): readonly SessionLine[] {
  const state = states.get(id);
  if (state === undefined) return [];
  const { parentId, startedAt, workspace, engine } = state.header;
  const { title, messageCount, usage, auxiliaryUsage, costUsd, lastUsedAt } = state;
  const end = findEnd(states, id);
  return [
    {
      id,
      parentId,
      relation: relationOf(states, state),
      worksFor: employerOf(states, state),
      title,
      workspace,
      engine,
      startedAt,
      endedAt: end?.at ?? null,
      endReason: end?.reason ?? null,
      tip: continuationOf(states, id) === undefined,
      messageCount,
      usage,
      auxiliaryUsage,
      costUsd,
      lastUsedAt,
    },
  ];
}

/**
 * A continuation is one only while its parent points at it: not once the compression was undone, or the parent was
 * deleted.
 */
function relationOf(states: SessionStates, { header }: SessionState): SessionLine["relation"] {
  if (header.relation !== "continuation" || header.parentId === null) return header.relation;
  return states.get(header.parentId)?.end?.childId === header.id ? "continuation" : "branch";
}

/** A sub-agent that was compressed continues in a session whose own header does not say that it is one. */
function employerOf(states: SessionStates, { header }: SessionState): SessionId | null {
  const [first = header.id] = walkBack(states, header.id, continuedBy);
  const origin = states.get(first)?.header ?? header;
  return origin.relation === "sub-agent" ? origin.parentId : null;
}

/** Where "resume the last session" lands: a live tip of the person's own, not a sub-agent and not what was undone. */
export const findLatest = (lines: readonly SessionLine[]): SessionId | undefined =>
  lines.find((line) => line.tip && line.worksFor === null && line.endReason !== "undone")?.id;
