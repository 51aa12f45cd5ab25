import type { ContextItem, ContextMeasure } from "../../core/agent/events";
import type { Sentence } from "../../core/base/sentence";
import { sentence } from "../../core/base/sentence";
import type { Message } from "../../core/conversation/message";
import { messageText } from "../../core/conversation/render";
import type { Usage } from "../../core/conversation/usage";
import { promptTokens } from "../../core/conversation/usage";
import { estimateMessagesTokens, estimateMessageTokens } from "../../core/tokens/estimate";

/** A conversation that is only read: nothing is known of its requests but what was recorded. */
export interface ReadContext extends Pick<ContextMeasure, "windowTokens" | "windowOrigin" | "thresholdTokens"> {
  readonly messages: readonly Message[];
  /** The tokens of the newest request, where they were recorded. */
  readonly newest: Usage | undefined;
  /** The messages as the model saw them, one for each, where it did not see them in our form. */
  readonly seen?: readonly Message[];
}

const MOST_ITEMS = 200;
const LABEL_CHARS = 80;

export function measureReadContext({ messages, newest, seen = messages, ...marks }: ReadContext): ContextMeasure {
  const estimated = estimateMessagesTokens(seen);
  const usedTokens = newest === undefined ? estimated : promptTokens(newest);
  const summaryTokens = estimateMessagesTokens(seen.filter((_, index) => messages[index]?.role === "summary"));
  const items = messages
    .map((message, index) => itemOf(message, seen[index] ?? message))
    .toSorted((a, b) => b.tokens - a.tokens);
  const hidden = items.slice(MOST_ITEMS);
  return {
    ...marks,
    usedTokens,
    source: newest === undefined ? "estimated" : "reported",
    hygieneTokens: marks.windowTokens,
    outputReserveTokens: 0,
    segments: [
      // The agent's own prompt and tools are not part of what was said: what the request held beyond that.
      { kind: "overhead" as const, tokens: usedTokens - estimated },
      { kind: "summary" as const, tokens: summaryTokens },
      { kind: "tail" as const, tokens: estimated - summaryTokens },
    ].filter(({ tokens }) => tokens !== 0),
    items: items.slice(0, MOST_ITEMS),
    hiddenItems: hidden.length,
    hiddenTokens: hidden.reduce((sum, { tokens }) => sum + tokens, 0),
    pins: [],
    turnsLeft: null,
  };
}

const itemOf = (message: Message, seen: Message): ContextItem => ({
  messageId: message.id,
  label: labelOf(seen),
  segment: message.role === "summary" ? "summary" : "tail",
  tokens: estimateMessageTokens(seen),
  state: "full",
  eviction: "not-a-result",
});

function labelOf(message: Message): Sentence {
  const text = messageText(message).replace(/\s+/g, " ").trim().slice(0, LABEL_CHARS);
  if (message.role === "tool") return sentence("{tool}: {text}", { tool: message.toolName, text });
  return sentence("{text}", { text: text === "" ? message.role : text });
}
