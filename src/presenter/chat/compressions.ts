import type { AgentEvent } from "../../core/agent/events";
import type { CompressionPicture } from "../../protocol/compression";
import { presentClaims } from "../inspector/claims";
import { pastCompressions } from "../inspector/session-history";
import type { Say } from "../words/say";

export function presentCompression(event: Extract<AgentEvent, { type: "compressed" }>, say: Say): CompressionPicture {
  const { type: _, to, compressions, claims = [], ...report } = event;
  return { ...report, id: to, ordinal: compressions, state: "applied", claims: presentClaims(claims, say) };
}

/** Returns the same list if the event does not concern it. */
export function foldCompressions(
  list: readonly CompressionPicture[],
  event: AgentEvent,
  say: Say,
): readonly CompressionPicture[] {
  switch (event.type) {
    case "session-opened":
      return event.reason === "new" || event.reason === "resume" ? pastCompressions(event, say) : list;
    case "compressed":
      return [...list, presentCompression(event, say)];
    case "compression-undone":
      return list.map((one) => (one.id === event.from ? { ...one, state: "undone" } : one));
    default:
      return list;
  }
}
