import type { AgentEvent } from "../core/agent/events";
import type { CompressionPicture } from "../protocol";
import { pastCompressions } from "./past";

export function presentCompression(event: Extract<AgentEvent, { type: "compressed" }>): CompressionPicture {
  const { type: _, to, compressions, ...report } = event;
  return { ...report, id: to, ordinal: compressions, state: "applied" };
}

/** Returns the very same list where the event does not concern it. */
export function foldCompressions(
  list: readonly CompressionPicture[],
  event: AgentEvent,
): readonly CompressionPicture[] {
  switch (event.type) {
    case "session-opened":
      return event.reason === "new" || event.reason === "resume" ? pastCompressions(event) : list;
    case "compressed":
      return [...list, presentCompression(event)];
    case "compression-undone":
      return list.map((one) => (one.id === event.from ? { ...one, state: "undone" } : one));
    default:
      return list;
  }
}
