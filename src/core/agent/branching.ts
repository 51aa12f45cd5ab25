import type { MessageId, SessionId } from "../conversation/ids";
import { sessionId } from "../conversation/ids";
import type { SessionHeader, SessionWriter } from "../sessions/session";
import type { Desk } from "./desk";
import type { AgentWorld } from "./world";

/** A session of its own that shares the past up to, but without, this message; the one it leaves stays as it is. */
export async function branchBefore(world: AgentWorld, desk: Desk, id: MessageId): Promise<SessionWriter> {
  const { live } = desk;
  const index = live.messages.findIndex((message) => message.id === id);
  if (index < 0)
    throw new Error(
      "This message is no longer part of the conversation: a compression has folded it. Undo the compression first.",
    );
  const before = live.messages[index - 1];
  const header = branchHeader(world, live.header, live.id);
  return before === undefined ? world.sessions.create(header) : world.sessions.branch(live.id, before.id, header);
}

const branchHeader = (world: AgentWorld, header: SessionHeader, from: SessionId): SessionHeader => ({
  ...header,
  id: sessionId(world.newId()),
  parentId: from,
  relation: "branch",
  startedAt: world.now(),
  title: branchTitle(header.title),
});

const branchTitle = (title: string): string => (title.endsWith(" (branch)") ? title : `${title} (branch)`);

/** The user's turns from this message on, oldest first: what a checkpoint restores to before. */
export function turnsFrom(desk: Desk, id: MessageId): readonly MessageId[] {
  const index = desk.live.messages.findIndex((message) => message.id === id);
  return index < 0
    ? []
    : desk.live.messages.slice(index).flatMap((message) => (message.role === "user" ? [message.id] : []));
}
