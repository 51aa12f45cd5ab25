import { callsOf } from "./exchanges";
import { messageId } from "./ids";
import type { AssistantMessage, Message, ToolCallPart, ToolMessage } from "./message";

export const MISSING_RESULT = "[The result of this call is no longer available]";

/**
 * A list every provider accepts: results without a call go, calls without a result get a stub, empty messages go.
 * The last exchange may still be running and is never completed for it. The very same list where nothing is wrong.
 */
export function repairMessages(messages: readonly Message[]): readonly Message[] {
  const repaired: Message[] = [];
  let index = 0;
  while (index < messages.length) {
    const message = messages[index];
    const end = endOfResults(messages, index + 1);
    const calls = message?.role === "assistant" ? callsOf(message) : [];
    if (message?.role === "assistant" && calls.length > 0) {
      const results = messages.slice(index + 1, end).filter(isTool);
      repaired.push(message);
      if (answersOnly(calls, results)) repaired.push(...results);
      else repaired.push(...matchResults(message, results, end < messages.length ? "ended" : "may-run"));
      index = end;
      continue;
    }
    if (message !== undefined && message.role !== "tool" && !isEmpty(message)) repaired.push(message);
    index++;
  }
  const changed = repaired.length !== messages.length || repaired.some((message, place) => message !== messages[place]);
  return changed ? repaired : messages;
}

export function isEmpty(message: Message): boolean {
  switch (message.role) {
    case "user":
      return (
        message.attachment === undefined &&
        message.content.every((part) => part.type === "text" && part.text.trim() === "")
      );
    case "assistant":
      return message.parts.every((part) => part.type === "text" && part.text.trim() === "");
    default:
      return false;
  }
}

/** The usual exchange is one call with its result, which needs no table. */
const answersOnly = (calls: readonly ToolCallPart[], results: readonly ToolMessage[]): boolean =>
  calls.length === 1 && results.length === 1 && calls[0]?.callId === results[0]?.callId;

function matchResults(
  message: AssistantMessage,
  results: readonly ToolMessage[],
  state: "ended" | "may-run",
): readonly ToolMessage[] {
  const open = new Map<string, ToolCallPart[]>();
  for (const call of callsOf(message)) open.set(call.callId, [...(open.get(call.callId) ?? []), call]);
  const kept = results.filter((result) => open.get(result.callId)?.pop() !== undefined);
  if (state === "may-run") return kept;
  return [...kept, ...[...open.values()].flat().map((call) => stubFor(message, call))];
}

/** Named after both, because recorded sessions reuse call ids. */
const stubFor = (message: AssistantMessage, call: ToolCallPart): ToolMessage => ({
  role: "tool",
  id: messageId(`${message.id}-${call.callId}-stub`),
  callId: call.callId,
  toolName: call.name,
  failed: true,
  body: { kind: "full", content: [{ type: "text", text: MISSING_RESULT }] },
});

function endOfResults(messages: readonly Message[], from: number): number {
  let end = from;
  while (messages[end]?.role === "tool") end++;
  return end;
}

const isTool = (message: Message): message is ToolMessage => message.role === "tool";
