import { rereadCost } from "../caching/economics";
import { evictResult, putBack } from "../context/evict";
import type { Eviction } from "../context/evict";
import { labelMessages, shortenLine } from "../context/label-messages";
import { addPin, pinMessage, removePin } from "../context/pins";
import type { MessageId } from "../conversation/ids";
import type { Message, ToolMessage } from "../conversation/message";
import type { Pin } from "../ledger/ledger";
import { estimateMessagesTokens } from "../tokens/estimate";
import type { Desk } from "./desk";
import { isCacheWarm, tellMeasure } from "./desk";
import { EVICTED, PINS, PUT_BACK, pinsToJson } from "./edits";
import type { AgentWorld } from "./world";

/** Takes one tool result out of the context; its text stays in the journal. */
export async function evict(world: AgentWorld, desk: Desk, id: MessageId): Promise<void> {
  const eviction = evictResult(desk.live.messages, id);
  const evicted = eviction?.messages[eviction.firstChanged];
  if (eviction === undefined || evicted?.role !== "tool" || evicted.body.kind !== "pruned")
    throw new Error("Only the result of a tool can be taken out of the context, and only where that saves something.");
  await desk.live.writer.recordEvent({
    at: world.now(),
    name: EVICTED,
    data: { messageId: id, gist: evicted.body.gist },
  });
  swap(world, desk, eviction, "evicted");
}

/** Puts an evicted or spilled result back inline. */
export async function bringBack(world: AgentWorld, desk: Desk, id: MessageId): Promise<void> {
  const message = desk.live.messages.find((candidate) => candidate.id === id);
  if (message === undefined) throw new Error("This message is no longer part of the context.");
  if (message.role !== "tool" || message.body.kind === "full")
    throw new Error("This message is in the context as it is.");
  const original = await originalOf(world, message);
  const eviction = original && putBack(desk.live.messages, original);
  if (eviction === undefined) throw new Error("The full text of this result is no longer stored.");
  await desk.live.writer.recordEvent({ at: world.now(), name: PUT_BACK, data: { messageId: id } });
  swap(world, desk, eviction, "put-back");
}

async function originalOf(world: AgentWorld, message: ToolMessage): Promise<ToolMessage | undefined> {
  const spill = message.body.kind === "full" ? undefined : message.body.spill;
  const text = spill === undefined ? undefined : await world.spills.read(spill);
  if (text !== undefined) return { ...message, body: { kind: "full", content: [{ type: "text", text }] } };
  const found = await world.sessions.findMessage(message.id);
  return found?.message.role === "tool" && found.message.body.kind !== "pruned" ? found.message : undefined;
}

/** What stands behind the change must be written to the cache anew; the row says what that costs. */
function swap(world: AgentWorld, desk: Desk, eviction: Eviction, change: "evicted" | "put-back"): void {
  const { firstChanged, messages, tokensDelta } = eviction;
  const changed = messages[firstChanged];
  if (changed === undefined) return;
  const { prices } = desk.route.model;
  const cold = prices === undefined || !isCacheWarm(world, desk);
  desk.live.replace(changed.id, changed);
  world.emit({
    type: "evicted",
    session: desk.live.id,
    messageId: changed.id,
    change,
    tokens: Math.abs(tokensDelta),
    cacheCostUsd: cold
      ? null
      : rereadCost(
          estimateMessagesTokens(messages.slice(firstChanged + 1)),
          prices,
          world.settings().promptCaching.cacheTtl,
        ),
  });
  tellMeasure(world, desk);
}

export type PinTarget = MessageId | Exclude<Pin, { kind: "message" }>;

/** Pins survive every compression: their words are put into each summary by code. */
export async function pin(world: AgentWorld, desk: Desk, target: PinTarget): Promise<void> {
  const wanted = typeof target === "string" ? pinMessage(desk.live.messages, target) : target;
  if (wanted === undefined) throw new Error("This message has no words to pin, or is no longer part of the context.");
  await keepPins(world, desk, addPin(desk.pins, wanted));
}

export const unpin = (world: AgentWorld, desk: Desk, target: PinTarget): Promise<void> =>
  keepPins(
    world,
    desk,
    removePin(desk.pins, typeof target === "string" ? { kind: "message", messageId: target, text: "" } : target),
  );

async function keepPins(world: AgentWorld, desk: Desk, pins: readonly Pin[]): Promise<void> {
  await desk.live.writer.recordEvent({ at: world.now(), name: PINS, data: pinsToJson(pins) });
  desk.pins = pins;
  world.emit({ type: "pins-changed", session: desk.live.id, pins: labelPins(pins, desk.live.messages) });
  tellMeasure(world, desk);
}

/** A message is named as in the list below it while it is there, later by its words. */
function labelPins(pins: readonly Pin[], messages: readonly Message[]): readonly string[] {
  const nameOf = labelMessages(messages);
  const known = new Map<MessageId, Message>(messages.map((message) => [message.id, message]));
  return pins.map((pinned) => {
    if (pinned.kind === "file") return pinned.path;
    const message = pinned.kind === "message" ? known.get(pinned.messageId) : undefined;
    return message === undefined ? shortenLine(pinned.text) : nameOf(message);
  });
}
