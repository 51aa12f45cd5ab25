import type { Sentence } from "../base/sentence";
import { renderSentence, sentence } from "../base/sentence";
import { callsOf, exchangeStarts } from "./exchanges";
import type { Message } from "./message";
import { isEmpty } from "./repair";

/** Why no provider would accept this list, in English, for authors of engines; undefined where every one would. */
export function checkLegal(messages: readonly Message[]): string | undefined {
  const flaw = findFlaw(messages);
  return flaw && renderSentence(flaw);
}

/** The same for people to read. */
export function findFlaw(messages: readonly Message[]): Sentence | undefined {
  return findSharedId(messages) ?? findSecondSummary(messages) ?? findEmpty(messages) ?? findBadPairing(messages);
}

function findSharedId(messages: readonly Message[]): Sentence | undefined {
  const seen = new Set<string>();
  const twin = messages.find((message) => seen.size === seen.add(message.id).size);
  return twin === undefined ? undefined : sentence("two messages share the id {id}", { id: twin.id });
}

function findSecondSummary(messages: readonly Message[]): Sentence | undefined {
  const summaries = messages.filter((message) => message.role === "summary");
  if (summaries.length > 1) return sentence("there are {count} summaries", { count: summaries.length });
  return summaries[0]?.text.trim() === "" ? sentence("the summary is empty") : undefined;
}

function findEmpty(messages: readonly Message[]): Sentence | undefined {
  const index = messages.findIndex(isEmpty);
  return index < 0 ? undefined : sentence("message {index} is empty", { index });
}

/** Results follow their calls and answer each once; only the last exchange may still be waiting for some. */
function findBadPairing(messages: readonly Message[]): Sentence | undefined {
  const lastExchange = exchangeStarts(messages).at(-1) ?? 0;
  let open: string[] = [];
  let opener = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      const at = open.indexOf(message.callId);
      if (at < 0) return sentence("message {index} answers a call that is not there", { index });
      open.splice(at, 1);
      continue;
    }
    if (open.length > 0) return callWithoutResult(opener);
    open = message.role === "assistant" ? callsOf(message).map((call) => call.callId) : [];
    opener = index;
  }
  return open.length > 0 && opener !== lastExchange ? callWithoutResult(opener) : undefined;
}

const callWithoutResult = (index: number): Sentence =>
  sentence("message {index} has a call without a result", { index });
