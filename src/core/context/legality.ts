import type { Message } from "../conversation/message";
import { isEmpty } from "./compressor/sanitize";
import { callsOf, exchangeStarts } from "./exchanges";

/** Why no provider would accept this list, in words for a person; undefined where every one would. */
export function checkLegal(messages: readonly Message[]): string | undefined {
  return findSharedId(messages) ?? findSecondSummary(messages) ?? findEmpty(messages) ?? findBadPairing(messages);
}

function findSharedId(messages: readonly Message[]): string | undefined {
  const seen = new Set<string>();
  const twin = messages.find((message) => seen.size === seen.add(message.id).size);
  return twin === undefined ? undefined : `two messages share the id ${twin.id}`;
}

function findSecondSummary(messages: readonly Message[]): string | undefined {
  const summaries = messages.filter((message) => message.role === "summary");
  if (summaries.length > 1) return `there are ${summaries.length} summaries`;
  return summaries[0]?.text.trim() === "" ? "the summary is empty" : undefined;
}

function findEmpty(messages: readonly Message[]): string | undefined {
  const index = messages.findIndex(isEmpty);
  return index < 0 ? undefined : `message ${index} is empty`;
}

/** Results follow their calls and answer each once; only the last exchange may still be waiting for some. */
function findBadPairing(messages: readonly Message[]): string | undefined {
  const lastExchange = exchangeStarts(messages).at(-1) ?? 0;
  let open: string[] = [];
  let opener = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      const at = open.indexOf(message.callId);
      if (at < 0) return `message ${index} answers a call that is not there`;
      open.splice(at, 1);
      continue;
    }
    if (open.length > 0) return `message ${opener} has a call without a result`;
    open = message.role === "assistant" ? callsOf(message).map((call) => call.callId) : [];
    opener = index;
  }
  return open.length > 0 && opener !== lastExchange ? `message ${opener} has a call without a result` : undefined;
}
