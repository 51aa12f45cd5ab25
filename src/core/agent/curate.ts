import { rereadCost } from "../caching/economics";
import { callsByResult } from "../context/exchanges";
import { newestByText, pruneResult } from "../context/compressor/prune";
import type { MessageId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import { messageText } from "../conversation/render";
import type { Pin } from "../ledger/ledger";
import { estimateMessageTokens, estimateMessagesTokens } from "../tokens/estimate";
import type { Desk } from "./desk";
import { isCacheWarm, tellMeasure } from "./desk";
import { EVICTED, PINS, PUT_BACK, pinsToJson } from "./edits";
import type { AgentWorld } from "./world";

/** A pinned text rides in every later summary; what is longer than this belongs into a file. */
const PIN_CHARS = 2_000;

/** Takes one tool result out of the context; its text stays in the journal. */
export async function evictResult(world: AgentWorld, desk: Desk, id: MessageId): Promise<void> {
  const { live } = desk;
  const index = live.messages.findIndex((message) => message.id === id);
  const message = live.messages[index];
  if (message?.role !== "tool") throw new Error("Only the result of a tool can be taken out of the context.");
  const pruned = pruneResult(message, callsByResult(live.messages).get(message), newestByText(live.messages));
  if (pruned === message || pruned.body.kind !== "pruned") throw new Error("This result is already as short as it gets.");
  await live.writer.recordEvent({ at: world.now(), name: EVICTED, data: { messageId: id, gist: pruned.body.gist } });
  swap(world, desk, { index, message: pruned, change: "evicted" });
}

/** Puts an evicted or spilled result back inline. */
export async function putBackResult(world: AgentWorld, desk: Desk, id: MessageId): Promise<void> {
  const { live } = desk;
  const index = live.messages.findIndex((message) => message.id === id);
  const message = live.messages[index];
  if (message?.role !== "tool" || message.body.kind === "full") throw new Error("This message is in the context as it is.");
  const original = await originalOf(world, message);
  if (original === undefined) throw new Error("The full text of this result is no longer stored.");
  await live.writer.recordEvent({ at: world.now(), name: PUT_BACK, data: { messageId: id } });
  swap(world, desk, { index, message: original, change: "put-back" });
}

async function originalOf(world: AgentWorld, message: Message & { role: "tool" }): Promise<Message | undefined> {
  const spill = message.body.kind === "full" ? undefined : message.body.spill;
  const text = spill === undefined ? undefined : await world.spills.read(spill);
  if (text !== undefined) return { ...message, body: { kind: "full", content: [{ type: "text", text }] } };
  const found = await world.sessions.findMessage(message.id);
  return found?.message.role === "tool" && found.message.body.kind !== "pruned" ? found.message : undefined;
}

interface Swap {
  readonly index: number;
  readonly message: Message;
  readonly change: "evicted" | "put-back";
}

/** What stands behind the change must be written to the cache anew; the row says what that costs. */
function swap(world: AgentWorld, desk: Desk, { index, message, change }: Swap): void {
  const before = desk.live.messages[index];
  const behind = estimateMessagesTokens(desk.live.messages.slice(index + 1));
  desk.live.replace(message.id, message);
  const { prices } = desk.route.model;
  world.emit({
    type: "evicted", session: desk.live.id, messageId: message.id, change,
    tokens: Math.abs((before === undefined ? 0 : estimateMessageTokens(before)) - estimateMessageTokens(message)),
    cacheCostUsd: prices === undefined || !isCacheWarm(world, desk) ? null : rereadCost(behind, prices, world.settings().promptCaching.cacheTtl),
  });
  tellMeasure(world, desk);
}

/** Pins survive every compression: their text is put into each summary by code. */
export async function changePins(world: AgentWorld, desk: Desk, pins: readonly Pin[]): Promise<void> {
  await desk.live.writer.recordEvent({ at: world.now(), name: PINS, data: pinsToJson(pins) });
  desk.pins = pins;
  world.emit({ type: "pins-changed", session: desk.live.id, pins: pins.map(labelOf) });
  tellMeasure(world, desk);
}

export function pinMessage(desk: Desk, id: MessageId): readonly Pin[] {
  const message = desk.live.messages.find((candidate) => candidate.id === id);
  if (message === undefined) throw new Error("This message is no longer part of the context.");
  return [...withoutPin(desk, id), { kind: "message", messageId: id, text: messageText(message).slice(0, PIN_CHARS) }];
}

export const withoutPin = (desk: Desk, id: MessageId): readonly Pin[] => desk.pins.filter((pin) => pin.kind !== "message" || pin.messageId !== id);

const labelOf = (pin: Pin): string => (pin.kind === "file" ? pin.path : pin.kind === "message" ? pin.messageId : pin.text);
