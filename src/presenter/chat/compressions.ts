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
      // A continuation has the list of the session before it; every other session brings its own.
      return event.reason === "continuation" ? list : pastCompressions(event, say);
    case "compressed":
      return [...list, presentCompression(event, say)];
    case "compression-undone":
      return list.map((one) => (one.id === event.from ? { ...one, state: "undone" } : one));
    default:
      return list;
  }
}
