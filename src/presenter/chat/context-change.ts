import type { AgentEvent } from "../../core/agent/events";
import { totalTokens } from "../../core/conversation/usage";
import type { ContextChange } from "../../protocol/chat";
import type { Say } from "../words/say";
import { presentCompression } from "./compressions";
import { workChangeOf } from "./work/work-change";

/** The change of the context that an event reports, as its row shows it; null for all other events. */
export function contextChangeOf(event: AgentEvent, say: Say): ContextChange | null {
  switch (event.type) {
    case "compression-started":
      return { type: "compressing", trigger: event.trigger };
    case "compressed":
      return { type: "compressed", compression: presentCompression(event, say) };
    case "compression-undone":
      return { type: "undone", from: event.from, to: event.to, laterTurns: event.laterTurns };
    case "nothing-to-compress":
      return { type: event.type, reason: say(event.reason) };
    case "compression-failed":
      return { type: event.type, reason: say(event.reason), cause: event.cause };
    case "compression-paused":
      return {
        type: "paused",
        reason: say(event.reason),
        largest: event.largest.map((block) => ({ ...block, label: say(block.label) })),
      };
    case "spilled":
      return {
        type: event.type,
        from: event.from,
        spill: event.spill,
        ...savedTokens(event.totalChars, event.shownChars, event.shownTokens),
      };
    case "truncated":
      return { type: event.type, reason: say(event.reason), totalChars: event.totalChars, keptChars: event.keptChars };
    case "evicted":
      return presentEviction(event);
    case "recalled":
      return { type: event.type, snippets: event.snippets.map((snippet) => ({ ...snippet, why: say(snippet.why) })) };
    case "engine-fallback":
      return { type: event.type, engine: event.engine, reason: say(event.reason) };
    case "recovering":
      return { type: event.type, failure: event.failure, action: say(event.action) };
    case "checkpoint-restored":
      return {
        type: event.type,
        restored: event.restored,
        files: event.files,
        skipped: event.skipped,
        restoreId: event.restoreId,
        undoes: event.undoes ?? null,
        wayBack: "open",
      };
    case "session-ended":
      return {
        type: event.type,
        title: event.title,
        usage: event.usage,
        summaryTokens: totalTokens(event.auxiliaryUsage),
        costUsd: event.costUsd,
        compressions: event.compressions,
        cacheShare: event.cacheShare,
      };
    case "model-changed":
      return {
        type: event.type,
        label: event.model.label,
        windowTokens: event.model.windowTokens,
        ...(event.routeNote === undefined ? {} : { note: say(event.routeNote) }),
      };
    default:
      return workChangeOf(event);
  }
}

/** The whole is as dense as the part that was counted. */
export const savedTokens = (totalChars: number, shownChars: number, shownTokens: number) => ({
  totalTokens: Math.round((totalChars * shownTokens) / Math.max(1, shownChars)),
  shownTokens,
});

function presentEviction({
  change,
  messageId,
  tokens,
  cacheCostUsd,
}: Extract<AgentEvent, { type: "evicted" }>): ContextChange {
  const shared = { messageId, tokens, cacheCostUsd };
  return change === "evicted" ? { type: change, ...shared, wayBack: "open" } : { type: change, ...shared };
}
