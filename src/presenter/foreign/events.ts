import type { AgentEvent, ContextMeasure } from "../../core/agent/events";
import { requestId, sessionId } from "../../core/conversation/ids";
import type { CompactionCheck } from "../../core/foreign/check-compaction";
import { compactionThreshold } from "../../core/foreign/compaction-threshold";
import type { ForeignCompaction, ForeignRequest, ForeignSession } from "../../core/foreign/session";
import { asRecorded, newestRequest } from "../../core/foreign/session";
import { costOf } from "../../core/models/cost";
import type { Model } from "../../core/models/model";
import type { RequestRecord } from "../../core/sessions/lineage/session";
import { estimateMessagesTokens } from "../../core/tokens/estimate";
import { measureReadContext } from "./measure";
import { describeUnknown } from "./unknown-words";

/** A foreign session, and what is known about it beyond its own records. */
export interface ForeignView {
  readonly session: ForeignSession;
  /** The model of a request, with its window and prices where the catalog has them. */
  readonly modelOf: (name: string) => Model;
  /** One for each compaction, in their order. */
  readonly checks: readonly CompactionCheck[];
}

/** A foreign session as the events that our own would have made: the same pages then show it in the same way. */
export function foreignEvents({ session, modelOf, checks }: ForeignView): readonly AgentEvent[] {
  const id = sessionId(`foreign:${session.agent}:${session.id}`);
  const model = modelOf(newestRequest(session)?.model ?? "unknown");
  return [
    {
      type: "session-opened",
      session: id,
      title: session.title,
      parentId: null,
      reason: "resume",
      messages: session.messages,
      model,
      past: {
        requests: session.requests.map((request) => recordOf(request, modelOf(request.model))),
        compressions: [],
        checkpoints: [],
      },
    },
    { type: "context-measured", session: id, context: measureOf(session, model) },
    ...describeUnknown(session).map((text) => ({ type: "notice", level: "info", text }) as const),
    ...session.compactions.map((compaction, index) => compressedEvent(id, compaction, { index, check: checks[index] })),
  ];
}

/** The prices of five minutes' lifetime: the records do not say which one the agent chose. */
const recordOf = ({ id, at, model, usage }: ForeignRequest, { prices, provider }: Model): RequestRecord => ({
  id: requestId(id),
  at,
  purpose: "agent",
  provider,
  model,
  usage,
  costUsd: costOf(usage, prices === undefined ? {} : { prices }, "5m"),
  durationMs: 0,
});

function measureOf(session: ForeignSession, model: Model): ContextMeasure {
  const windowTokens = session.windowTokens ?? model.windowTokens;
  return measureReadContext({
    messages: session.context,
    seen: asRecorded(session.context),
    newest: newestRequest(session)?.usage,
    windowTokens,
    windowOrigin: session.windowTokens === undefined ? model.windowOrigin : "provider",
    thresholdTokens: compactionThreshold(session.agent, windowTokens),
  });
}

function compressedEvent(
  session: ReturnType<typeof sessionId>,
  compaction: ForeignCompaction,
  { index, check }: { readonly index: number; readonly check: CompactionCheck | undefined },
): AgentEvent {
  const { before, after } = compaction;
  const claims = check?.claims ?? [];
  return {
    type: "compressed",
    from: session,
    to: sessionId(`${session}:${index}`),
    outcome: "folded",
    summaryId: after.find(({ role }) => role === "summary")?.id ?? null,
    compressions: index + 1,
    costUsd: null,
    durationMs: 0,
    trigger: compaction.trigger === "manual" ? "manual" : "automatic",
    beforeTokens: compaction.tokensBefore ?? estimateMessagesTokens(before),
    afterTokens: compaction.tokensAfter ?? estimateMessagesTokens(after),
    beforeMessages: before.length,
    afterMessages: after.length,
    foldedMessages: Math.max(0, before.length - after.length + 1),
    prunedResults: 0,
    claims,
    ...(check !== undefined && {
      verification: {
        score: check.names.length === 0 ? 1 : 1 - check.lost.length / check.names.length,
        lost: check.lost,
        repaired: [],
        invented: [],
        contradicted: claims.filter(({ verdict }) => verdict === "contradicted").map(({ text }) => text),
        unchecked: claims.filter(({ verdict }) => verdict === "unchecked").map(({ text }) => text),
        required: check.names.length,
      },
    }),
  };
}
