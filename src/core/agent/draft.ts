import type { ContextEngine, LastCompression } from "../context/engine";
import type { Message } from "../conversation/message";
import { withPins } from "../ledger/fold";
import type { Desk } from "./desk";
import { sizeNow } from "./desk";
import { moveOn } from "./make-room";
import { startEngine } from "./open-session";
import type { AgentWorld } from "./world";

/** A compression that was thought through and not yet done: what the model would see, and the summary to read and edit. */
export interface Draft {
  readonly messages: readonly Message[];
  readonly summary: string;
  readonly last: LastCompression;
  /** Made by an engine of its own, so that leaving the draft leaves no trace. */
  readonly engine: ContextEngine;
  readonly source: readonly Message[];
  readonly startedMs: number;
}

export type Drafting = Draft | { readonly kind: "nothing"; readonly reason: string };

export async function draftCompression(world: AgentWorld, desk: Desk, focusTopic: string | undefined, signal: AbortSignal): Promise<Drafting> {
  const { live } = desk;
  const startedMs = world.now();
  const source = [...live.messages];
  const durable = live.engine.status().durable;
  const engine = await startEngine(world, desk, { sessionId: live.id, reason: "resume", messages: source, ...(durable !== undefined && { durable }) });
  const messages = await engine.compress(source, {
    trigger: "manual", currentTokens: sizeNow(desk).tokens, ledger: withPins(live.ledger, desk.pins), signal,
    ...(focusTopic !== undefined && { focusTopic }),
  });
  const last = engine.status().lastCompression;
  const summary = messages.find((message) => message.role === "summary");
  if (messages === source || last === undefined || summary === undefined) return { kind: "nothing", reason: last?.reason ?? "There is nothing to compress yet." };
  return { messages, summary: summary.text, last, engine, source, startedMs };
}

/** Does what the draft says, with the summary as the person left it. */
export async function applyDraft(world: AgentWorld, desk: Desk, draft: Draft, editedSummary: string | undefined): Promise<void> {
  const { live } = desk;
  const unchanged = live.messages.length === draft.source.length && live.messages.every((message, index) => message === draft.source[index]);
  if (!unchanged) throw new Error("The conversation went on since this draft was made. Preview again to compress it as it is now.");
  if (editedSummary?.trim() === "") throw new Error("The summary is empty. Write at least the active task, or leave the draft.");
  const messages = draft.messages.map((message) => (message.role === "summary" && editedSummary !== undefined ? { ...message, text: editedSummary } : message));
  await moveOn(world, desk, messages, { engine: draft.engine, last: draft.last, shownTokens: sizeNow(desk).tokens, startedMs: draft.startedMs });
}
