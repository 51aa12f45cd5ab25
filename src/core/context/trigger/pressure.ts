import { isBeginning } from "../../conversation/known-by-message";
import type { Message } from "../../conversation/message";
import { isReturnable } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import { promptTokens } from "../../conversation/usage";
import { estimateTextTokens } from "../../tokens/estimate";
import type { CountTokens } from "../../tokens/sizes";
import { sumTokens } from "../../tokens/sizes";
import type { Pressure } from "./trigger";

/**
 * A size a provider measured: the prompt of one request. It stays true for as long as every message it covered and the
 * model are the same; the reply to it and what was appended since are estimated on top.
 */
export interface UsageAnchor {
  readonly promptTokens: number;
  /** Billed for thinking; part of later requests only where the reply's thinking is sent back. */
  readonly reasoningTokens: number;
  readonly messages: readonly Message[];
  readonly modelKey: string;
}

/** `sent` are the messages of the request; the reply follows them in the conversation. */
export const anchorUsage = (usage: Usage, sent: readonly Message[], modelKey: string): UsageAnchor => ({
  promptTokens: promptTokens(usage),
  reasoningTokens: usage.reasoning,
  messages: sent,
  modelKey,
});

export interface PressureInputs {
  readonly messages: readonly Message[];
  readonly overheadTokens: number;
  readonly modelKey: string;
  readonly countTokens: CountTokens;
}

export function measurePressure(inputs: PressureInputs, anchor: UsageAnchor | undefined): Pressure {
  const { messages, countTokens } = inputs;
  if (anchor === undefined || !anchorHolds(anchor, inputs))
    return { tokens: inputs.overheadTokens + sumTokens(messages, countTokens), source: "estimated" };
  const since = messages.slice(anchor.messages.length);
  const tokens = anchor.promptTokens + sumTokens(since, countTokens) + hiddenThinkingTokens(since[0], anchor);
  return { tokens, source: "reported" };
}

/**
 * Thinking that returns sealed counts as it was billed: its readable text may be a digest of it, or empty. What was
 * billed as output is no measure of the reply otherwise, since most thinking is never sent again.
 */
function hiddenThinkingTokens(reply: Message | undefined, { reasoningTokens }: UsageAnchor): number {
  if (reply?.role !== "assistant") return 0;
  const returned = reply.parts.filter((part) => part.type === "thinking").filter(isReturnable);
  if (returned.length === 0) return 0;
  const readable = returned.reduce((sum, { text }) => sum + estimateTextTokens(text), 0);
  return Math.max(0, reasoningTokens - readable);
}

/** Messages never change in place, so the same objects in the same places are the same prefix. */
const anchorHolds = (anchor: UsageAnchor, { messages, modelKey }: PressureInputs): boolean =>
  anchor.modelKey === modelKey && isBeginning(anchor.messages, messages);
