import { sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import type { MessageId, SessionId } from "../../conversation/ids";
import { sessionId } from "../../conversation/ids";
import type { EventRecord, Session, SessionHeader, SessionWriter } from "../../sessions/lineage/session";
import { branchTitle, isTitledBy, UNTITLED } from "../../sessions/lineage/title";
import type { AgentWorld } from "../world";
import type { ActiveSession } from "./active-session";
import { ENGINE_CHANGED, EVICTED, PUT_BACK, pinRecords, pinsOf } from "./event-records";
import { readCompressions } from "./stored-past";

/** A new session with the messages before this one; the session it branches from is not changed. */
export async function branchBefore(world: AgentWorld, session: ActiveSession, id: MessageId): Promise<SessionWriter> {
  const index = session.messages.findIndex((message) => message.id === id);
  if (index < 0)
    throw new SentenceError(
      sentence("This message is no longer in the conversation: a compression folded it. Undo the compression first."),
    );
  const stored = await world.sessions.read(session.id);
  const header = branchHeader(world, stored);
  const before = session.messages[index - 1];
  if (before !== undefined)
    return carryRecords(world, stored, await world.sessions.branch(session.id, before.id, header));
  // Nothing is left of the message that named the session, so the next one does; a name by the user stays.
  const wasNamed = session.messages.slice(0, 1).some((first) => isTitledBy(stored.title, first));
  return carryRecords(world, stored, await world.sessions.create(wasNamed ? { ...header, title: UNTITLED } : header));
}

/** A new session with every message of a stored one, which may be open in another window: it is only read. */
export async function branchWhole(world: AgentWorld, id: SessionId): Promise<SessionWriter> {
  const stored = await world.sessions.read(await world.sessions.compressionTip(id));
  const last = stored.messages.at(-1);
  if (last === undefined) throw new SentenceError(sentence("There is nothing to branch yet: the session is empty."));
  const header = { ...branchHeader(world, stored), workspace: world.workspace };
  return carryRecords(world, stored, await world.sessions.branch(stored.header.id, last.id, header));
}

const branchHeader = (world: AgentWorld, { header, title }: Session): SessionHeader => ({
  ...header,
  id: sessionId(world.newId()),
  parentId: header.id,
  relation: "branch",
  startedAt: world.now(),
  title: branchTitle(title),
});

/** What was done to the context counts in the branch too: pins, evicted results, and seals broken by compressions. */
async function carryRecords(world: AgentWorld, { events }: Session, writer: SessionWriter): Promise<SessionWriter> {
  const at = world.now();
  const { compressions, sealedFrom } = readCompressions(events);
  const carried: readonly EventRecord[] = [
    ...(sealedFrom > 0 ? [{ at, name: ENGINE_CHANGED, data: { compressions, afterMessages: sealedFrom } }] : []),
    ...events.filter(({ name }) => name === EVICTED || name === PUT_BACK).map((event) => ({ ...event, at })),
    ...pinRecords(pinsOf(events), at),
  ];
  for (const event of carried) await writer.recordEvent(event);
  return writer;
}
