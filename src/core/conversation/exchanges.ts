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
  // Nearly every message makes one call, which needs no table.
  let only: ToolCallPart | undefined;
  let several: Map<CallId, ToolCallPart> | undefined;
  for (const message of messages) {
    if (message.role !== "tool") {
      const calls = message.role === "assistant" ? callsOf(message) : [];
      only = calls.length === 1 ? calls[0] : undefined;
      several = calls.length > 1 ? new Map(calls.map((call) => [call.callId, call])) : undefined;
      continue;
    }
    const call = several?.get(message.callId) ?? (only?.callId === message.callId ? only : undefined);
    if (call === undefined) continue;
    answered.set(message, call);
    several?.delete(message.callId);
    only = undefined;
  }
  return answered;
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
