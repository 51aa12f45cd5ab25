import type { CallId } from "./ids";
import type { AssistantMessage, Message, ToolCallPart, ToolMessage } from "./message";

/**
 * Index of the message that opens the exchange each message belongs to. An assistant message and the results
 * that follow it are one exchange; pairing is by position because recorded sessions reuse call ids.
 */
export function exchangeStarts(messages: readonly Message[]): readonly number[] {
  const starts: number[] = [];
  messages.forEach((message, index) => {
    const before = messages[index - 1];
    const joins = message.role === "tool" && (before?.role === "assistant" || before?.role === "tool");
    starts.push(joins ? (starts[index - 1] ?? index) : index);
  });
  return starts;
}

export const callsOf = (message: AssistantMessage): readonly ToolCallPart[] =>
  message.parts.filter((part): part is ToolCallPart => part.type === "tool-call");

/** The call each tool message answers, by position; absent where its call is gone or already answered. */
export function callsByResult(messages: readonly Message[]): ReadonlyMap<ToolMessage, ToolCallPart> {
  const answered = new Map<ToolMessage, ToolCallPart>();
  const calls = new CallPairing();
  for (const message of messages) {
    const call = calls.next(message);
    if (message.role === "tool" && call !== undefined) answered.set(message, call);
  }
  return answered;
}

/** Pairs calls with results while messages are read one after the other. */
export class CallPairing {
  // Nearly every message makes one call, which needs no table.
  private only: ToolCallPart | undefined;
  private several: Map<CallId, ToolCallPart> | undefined;

  /** The call that a tool message answers; undefined for other messages. */
  next(message: Message): ToolCallPart | undefined {
    if (message.role !== "tool") {
      const calls = message.role === "assistant" ? callsOf(message) : [];
      this.only = calls.length === 1 ? calls[0] : undefined;
      this.several = calls.length > 1 ? new Map(calls.map((call) => [call.callId, call])) : undefined;
      return undefined;
    }
    const call = this.several?.get(message.callId) ?? (this.only?.callId === message.callId ? this.only : undefined);
    if (call === undefined) return undefined;
    this.several?.delete(message.callId);
    this.only = undefined;
    return call;
  }
}

/** Index of the message that opens the last exchange. */
export function lastExchangeStart(messages: readonly Message[]): number {
  let at = messages.length - 1;
  while (at > 0 && messages[at]?.role === "tool" && ["assistant", "tool"].includes(messages[at - 1]?.role ?? "")) at--;
  return Math.max(0, at);
}

/** Calls of the last exchange that have no result: they are running, or were when the window closed. */
export function openCalls(messages: readonly Message[]): readonly ToolCallPart[] {
  const last = messages.findLastIndex((message) => message.role !== "tool");
  const opener = messages[last];
  if (opener?.role !== "assistant") return [];
  const answered = new Set(
    messages.slice(last + 1).flatMap((message) => (message.role === "tool" ? [message.callId] : [])),
  );
  return callsOf(opener).filter((call) => !answered.has(call.callId));
}
