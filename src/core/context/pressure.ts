import type { Message } from "../conversation/message";
import type { Usage } from "../conversation/usage";
import { promptTokens } from "../conversation/usage";
import type { CountTokens } from "./compressor/sizes";
import type { Pressure } from "./trigger";

/**
 * A size a provider measured: the prompt of one request and the reply to it. It stays true for as long as every
 * message it covered and the model are the same; what was appended since is estimated on top.
 */
export interface UsageAnchor {
  readonly tokens: number;
  readonly messages: readonly Message[];
  readonly modelKey: string;
}

/** `sent` are the messages of the request; the reply follows them in the conversation and is part of the measure. */
export const anchorUsage = (usage: Usage, sent: readonly Message[], modelKey: string): UsageAnchor => ({
  tokens: promptTokens(usage) + usage.output,
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
  if (anchor !== undefined && anchorHolds(anchor, inputs)) {
    const appended = messages.slice(anchor.messages.length + replyLength(messages, anchor));
    return { tokens: anchor.tokens + sum(appended, countTokens), source: "reported" };
  }
  return { tokens: inputs.overheadTokens + sum(messages, countTokens), source: "estimated" };
}

/** Messages never change in place, so the same objects in the same places are the same prefix. */
const anchorHolds = (anchor: UsageAnchor, { messages, modelKey }: PressureInputs): boolean =>
  anchor.modelKey === modelKey &&
  anchor.messages.length <= messages.length &&
  anchor.messages.every((message, index) => messages[index] === message);

const replyLength = (messages: readonly Message[], anchor: UsageAnchor): number =>
  messages[anchor.messages.length]?.role === "assistant" ? 1 : 0;

const sum = (messages: readonly Message[], countTokens: CountTokens): number =>
  messages.reduce((total, message) => total + countTokens(message), 0);
