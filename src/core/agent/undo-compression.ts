import type { SessionWriter } from "../sessions/lineage/session";
import type { ActiveSession } from "./session/active-session";
import { pinRecord } from "./session/event-records";
import { isAuditEvent } from "./turn/audit";
import type { AgentWorld } from "./world";

/** Makes the session before the newest compression the live one again, and returns it, opened. */
export async function undoNewestCompression(
  world: AgentWorld,
  { id: child, pins }: ActiveSession,
  laterTurns: "leave" | "replay",
): Promise<SessionWriter> {
  const later = await world.sessions.laterTurns(child);
  const { events } = await world.sessions.read(child);
  const writer = await world.sessions.undoCompression(child);
  // Pins are the user's, whichever session they were set in.
  await writer.recordEvent(pinRecord(pins, world.now()));
  if (laterTurns === "replay" && later.length > 0) {
    await writer.append(later);
    for (const event of events.filter(isAuditEvent)) await writer.recordEvent(event);
  }
  world.emit({
    type: "compression-undone",
    from: child,
    to: writer.header.id,
    laterTurns: later.length === 0 ? "none" : laterTurns === "replay" ? "replayed" : "left",
  });
  return writer;
}
