import { callsOf } from "./exchanges";
import { messageId } from "./ids";
import { GrowingWithList } from "./known-by-message";
import type { AssistantMessage, Message, ToolCallPart, ToolMessage } from "./message";

export const MISSING_RESULT = "[The result of this call is no longer available]";

/**
 * A list every provider accepts: results without a call go, calls without a result get a stub, empty messages go.
 * The last exchange may still be running and is never completed for it. The very same list where nothing is wrong.
 */
export function repairMessages(messages: readonly Message[]): readonly Message[] {
  const { ended, opener, results } = repairs.of(messages);
  const repaired = opener === undefined ? ended : [...ended, ...repairExchange(opener, results, "may-run")];
  const changed = repaired.length !== messages.length || repaired.some((message, place) => message !== messages[place]);
  // A copy: what is known of a list grows with it.
  return changed ? repaired.slice() : messages;
}

interface Repair {
  readonly ended: Message[];
  /** The last exchange: more results may follow. */
  opener: Message | undefined;
  results: ToolMessage[];
}

const repairs = new GrowingWithList<Repair>(
  () => ({ ended: [], opener: undefined, results: [] }),
  (repair, message) => {
    if (message.role === "tool") {
      repair.results.push(message);
      return;
    }
    if (repair.opener !== undefined) repair.ended.push(...repairExchange(repair.opener, repair.results, "ended"));
    repair.opener = message;
    repair.results = [];
  },
);

function repairExchange(
  opener: Message,
  results: readonly ToolMessage[],
  state: "ended" | "may-run",
): readonly Message[] {
  const calls = opener.role === "assistant" ? callsOf(opener) : [];
  if (opener.role !== "assistant" || calls.length === 0) return isEmpty(opener) ? [] : [opener];
  return [opener, ...(answersOnly(calls, results) ? results : matchResults(opener, results, state))];
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
