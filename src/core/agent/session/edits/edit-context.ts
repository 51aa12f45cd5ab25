import { sentence } from "../../../base/sentence";
import { SentenceError } from "../../../base/sentence-error";
import type { Eviction } from "../../../context/compressor/pruning/eviction";
import { evictResult, putBack } from "../../../context/compressor/pruning/eviction";
import type { MessageId } from "../../../conversation/ids";
import type { ToolMessage } from "../../../conversation/message";
import { estimateMessagesTokens } from "../../../tokens/estimate";
import type { AgentWorld } from "../../world";
import type { ActiveSession } from "../active-session";
import { emitMeasure } from "../emit-state";
import { EVICTED, PUT_BACK } from "../event-records";
import { rereadPrice } from "../prices-ahead";

/** Removes one tool result from the context; its text stays in the journal. */
export async function evictMessage(world: AgentWorld, session: ActiveSession, id: MessageId): Promise<void> {
  const eviction = evictResult(session.messages, id);
  const evicted = eviction?.messages[eviction.firstChanged];
  if (eviction === undefined || evicted?.role !== "tool" || evicted.body.kind !== "pruned")
    throw new SentenceError(
      sentence("Only tool results can be removed from the context, and only if that saves tokens."),
    );
  const data = { messageId: id, gist: evicted.body.gist };
  await session.writer.recordEvent({ at: world.now(), name: EVICTED, data });
  applyEviction(world, session, eviction, "evicted");
}

/** Restores the full text of an evicted or spilled result in the context. */
export async function putBackMessage(world: AgentWorld, session: ActiveSession, id: MessageId): Promise<void> {
  const message = session.messages.find((candidate) => candidate.id === id);
  if (message === undefined) throw new SentenceError(sentence("This message is no longer part of the context."));
  if (message.role !== "tool" || message.body.kind === "full")
    throw new SentenceError(sentence("This message is already in the context in full."));
  const original = await findOriginal(world, message);
  const eviction = original && putBack(session.messages, original);
  if (eviction === undefined) throw new SentenceError(sentence("The full text of this result is no longer stored."));
  await session.writer.recordEvent({ at: world.now(), name: PUT_BACK, data: { messageId: id } });
  applyEviction(world, session, eviction, "put-back");
}

export async function findOriginal(world: AgentWorld, message: ToolMessage): Promise<ToolMessage | undefined> {
  const spill = message.body.kind === "full" ? undefined : message.body.spill;
  const text = spill === undefined ? undefined : await world.spills.read(spill);
  if (text !== undefined) return { ...message, body: { kind: "full", content: [{ type: "text", text }] } };
  const found = await world.sessions.findMessage(message.id);
  return found?.message.role === "tool" && found.message.body.kind !== "pruned" ? found.message : undefined;
}

/** Messages after the change must be written to the cache again; the event says what that costs. */
function applyEviction(
  world: AgentWorld,
  session: ActiveSession,
  { firstChanged, messages, tokensDelta }: Eviction,
  change: "evicted" | "put-back",
): void {
  const changed = messages[firstChanged];
  if (changed === undefined) return;
  const cacheCostUsd = rereadPrice(world, session)(estimateMessagesTokens(messages.slice(firstChanged + 1)));
  session.replaceMessage(changed);
  world.emit({
    type: "evicted",
    session: session.id,
    messageId: changed.id,
    change,
    tokens: Math.abs(tokensDelta),
    cacheCostUsd,
  });
  emitMeasure(world, session);
}
