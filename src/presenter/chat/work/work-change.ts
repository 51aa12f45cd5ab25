import type { AgentEvent } from "../../../core/agent/events";
import type { ContextChange } from "../../../protocol/chat";

/** Hooks, skills, and memory: what changes the context beside compressions; null for all other events. */
export function workChangeOf(event: AgentEvent): ContextChange | null {
  switch (event.type) {
    case "hook-ran":
      return {
        type: event.type,
        event: event.event,
        command: event.command,
        did: event.did,
        detail: event.detail,
        durationMs: event.durationMs,
      };
    case "memory-proposed":
      return { type: event.type, facts: event.facts, answer: "open" };
    case "skill-released":
      return { type: event.type, name: event.name, tokens: event.tokens };
    default:
      return null;
  }
}
