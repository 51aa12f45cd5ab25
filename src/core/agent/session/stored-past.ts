import type { EngineSession } from "../../context/engine";
import type { MessageId, SessionId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { EventRecord, PastRequest, Session, SessionHeader } from "../../sessions/lineage/session";
import type { PastCompression } from "../compression/past-compression";
import type { AgentWorld } from "../world";
import { COMPRESSION, ENGINE_CHANGED, newestRecord } from "./event-records";

/** Original messages of the sessions before this one, oldest first, and when they were written. */
export interface StoredPast {
  readonly messages: readonly Message[];
  readonly spokenAt: NonNullable<EngineSession["spokenAt"]>;
  /** Their requests, with those of undone continuations, for the totals of the whole conversation. */
  readonly requests: readonly PastRequest[];
  readonly events: readonly EventRecord[];
  /** Those that led to the sessions before this one, and those that were undone there, oldest first. */
  readonly compressions: readonly PastCompression[];
}

/** What continuations leave behind that are undone: their requests were made for this conversation too. */
export interface UndonePast {
  readonly requests: readonly PastRequest[];
  /** Oldest first. */
  readonly compressions: readonly PastCompression[];
}

/** The requests of a session; the first of the agent follows the compression that the session began with. */
export function requestsOf(
  session: Pick<Session, "header" | "events" | "messages" | "requests">,
): readonly PastRequest[] {
  const { header, requests } = session;
  if (header.relation !== "continuation" || compressionOf(session).length === 0) return requests;
  const first = requests.findIndex(({ purpose }) => purpose === "agent");
  return requests.map((request, index) => (index === first ? { ...request, afterCompression: header.id } : request));
}

/**
 * Reads the sessions this one continues. A branch has copies of the messages of the session it left, so of that session
 * only what it had cost by then is read: the header showed that sum when the branch began, and shows it again when the
 * branch is opened again.
 */
export async function readPast(world: AgentWorld, header: SessionHeader): Promise<StoredPast> {
  const past: StoredPast[] = [];
  let isOwn = true;
  let leftAt = Number.POSITIVE_INFINITY;
  for (let at = header; (at.relation === "continuation" || at.relation === "branch") && at.parentId !== null; ) {
    // A deleted parent is missing: the summary has to replace it.
    const parent: Session | undefined = await world.sessions.read(at.parentId, at.id).catch(() => undefined);
    if (parent === undefined) break;
    // The first messages of a continuation come from the compression before it and are not originals.
    const originals =
      parent.header.relation === "continuation" ? parent.messages.slice(parent.seedCount) : parent.messages;
    isOwn &&= at.relation === "continuation";
    if (at.relation === "branch") leftAt = Math.min(leftAt, at.startedAt);
    const until = leftAt;
    const undone = await readUndone(world, parent);
    const requests = [...requestsOf(parent), ...undone.requests].filter((request) => request.at <= until);
    const events = parent.events.filter((event) => event.at <= until);
    const messages = at.relation === "branch" ? [] : originals;
    const compressions = isOwn ? [...compressionOf(parent), ...undone.compressions] : [];
    past.unshift({ messages, spokenAt: writingTimes(parent), requests, events, compressions });
    at = parent.header;
  }
  return {
    messages: past.flatMap(({ messages }) => messages),
    requests: past.flatMap(({ requests }) => requests),
    events: past.flatMap(({ events }) => events),
    compressions: past.flatMap(({ compressions }) => compressions),
    // A message that several sessions contain was written in the oldest of them.
    spokenAt: new Map(past.toReversed().flatMap(({ spokenAt }) => [...spokenAt])),
  };
}

/** Reads the continuations that were undone, each as far as it went until then. */
export async function readUndone(
  world: AgentWorld,
  { undone }: Pick<Session, "undone">,
  until = Number.POSITIVE_INFINITY,
): Promise<UndonePast> {
  const requests: PastRequest[] = [];
  const compressions: PastCompression[] = [];
  for (const { childId, at } of undone) {
    // A deleted one is missing: what it cost is known to nobody any more.
    const child: Session | undefined = await world.sessions.read(childId).catch(() => undefined);
    if (child === undefined || child.header.startedAt > until) continue;
    const end = Math.min(at, until);
    const within = await readUndone(world, child, end);
    requests.push(...requestsOf(child).filter((request) => request.at <= end), ...within.requests);
    const own = compressionOf(child).map((one) => ({ ...one, state: "undone" }) as const);
    compressions.push(...own, ...within.compressions);
  }
  return { requests, compressions };
}

/** In the copy that an undo left behind, the compressions that made it are undone: it continues no session any more. */
export async function withUndone(
  { sessions }: AgentWorld,
  id: SessionId,
  compressions: readonly PastCompression[],
): Promise<readonly PastCompression[]> {
  // Of a deleted session nobody knows what became of it.
  const isLive = async ({ from }: PastCompression) => (await sessions.compressionTip(from).catch(() => id)) === id;
  const [oldest] = compressions;
  if (oldest === undefined || (await isLive(oldest))) return compressions;
  return Promise.all(
    compressions.map(async (one) => ((await isLive(one)) ? one : { ...one, state: "undone" as const })),
  );
}

/** The compression that made a session, as it was recorded. */
export function compressionOf({
  header,
  events,
  messages,
}: Pick<Session, "header" | "events" | "messages">): readonly PastCompression[] {
  const report = newestRecord(events, COMPRESSION);
  if (report === undefined || header.parentId === null) return [];
  const summaryId = messages.find(({ role }) => role === "summary")?.id ?? null;
  return [{ session: header.id, from: header.parentId, summaryId, report, state: "applied" }];
}

export const writingTimes = ({ messages, writtenAt }: Session): ReadonlyMap<MessageId, number> =>
  new Map(
    messages.flatMap(({ id }, index) => (writtenAt[index] === undefined ? [] : [[id, writtenAt[index]] as const])),
  );

/** Read from the first event of a continuation. */
export function readCompressions(events: readonly EventRecord[]): {
  readonly compressions: number;
  readonly sealedFrom: number;
} {
  const data = newestRecord(events, COMPRESSION) ?? newestRecord(events, ENGINE_CHANGED);
  if (typeof data !== "object" || data === null || !("compressions" in data)) return { compressions: 0, sealedFrom: 0 };
  const { compressions, afterMessages } = data;
  return {
    compressions: typeof compressions === "number" ? compressions : 0,
    sealedFrom: typeof afterMessages === "number" ? afterMessages : 0,
  };
}
