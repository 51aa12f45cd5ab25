import type { AgentEvent } from "../core/agent/events";
import type { ContextChange } from "../protocol";
import { presentCompression } from "./compressions";

/** Events that change what the model sees, as the row tells them; null for all others. */
export function contextChangeOf(event: AgentEvent): ContextChange | null {
  switch (event.type) {
    case "compression-started":
      return { type: "compressing", trigger: event.trigger };
    case "compressed":
      return { type: "compressed", compression: presentCompression(event) };
    case "compression-undone":
      return { type: "undone", from: event.from, to: event.to, laterTurns: event.laterTurns };
    case "nothing-to-compress":
      return { type: event.type, reason: event.reason };
    case "compression-failed":
      return { type: event.type, reason: event.reason, cause: event.cause };
    case "compression-paused":
      return { type: "paused", reason: event.reason, largest: event.largest };
    case "spilled":
      return {
        type: event.type,
        from: event.from,
        spill: event.spill,
        path: event.path,
        totalChars: event.totalChars,
        shownChars: event.shownChars,
      };
    case "truncated":
      return { type: event.type, reason: event.reason, totalChars: event.totalChars, keptChars: event.keptChars };
    case "evicted":
      return presentEviction(event);
    case "recalled":
      return { type: event.type, snippets: event.snippets };
    case "engine-fallback":
      return { type: event.type, engine: event.engine, reason: event.reason };
    case "recovering":
      return { type: event.type, failure: event.failure, action: event.action };
    case "checkpoint-restored":
      return { type: event.type, restored: event.restored, files: event.files };
    case "model-changed":
      return {
        type: event.type,
        label: event.model.label,
        windowTokens: event.model.windowTokens,
        ...(event.routeNote === undefined ? {} : { note: event.routeNote }),
      };
    default:
      return null;
  }
}

function presentEviction({
  change,
  messageId,
  tokens,
  cacheCostUsd,
}: Extract<AgentEvent, { type: "evicted" }>): ContextChange {
  const told = { messageId, tokens, cacheCostUsd };
  return change === "evicted" ? { type: change, ...told, wayBack: "open" } : { type: change, ...told };
}
