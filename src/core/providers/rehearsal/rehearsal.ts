import { callId } from "../../conversation/ids";
import type { AssistantPart, Message, Origin } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import type { Model } from "../../models/model";
import type { ModelEvent, ModelRequest, Provider } from "../provider";
import { nextStep } from "./script";

export interface RehearsalOptions {
  now(): number;
  newId(): string;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  countTokens(message: Message): number;
}

/** The built-in offline model, as the picker shows it. Small enough that a short session already fills the gauge. */
export const rehearsalModel: Model = {
  protocol: "openai-chat",
  provider: "rehearsal",
  model: "rehearsal",
  label: "Rehearsal (offline)",
  windowTokens: 32_000,
  windowOrigin: "catalog",
  maxOutputTokens: 2_000,
  sees: "text",
  thinking: "none",
  prices: { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 },
  cache: { kind: "automatic", minimumTokens: 0 },
};

/** Slow enough to be seen streaming, fast enough not to annoy. */
const CHUNK_CHARS = 48;
const CHUNK_MS = 12;
const CACHE_MS = 5 * 60_000;
const CHARS_PER_TOKEN = 4;
/** Prefixes remembered at once: one per conversation that is likely open. */
const REMEMBERED = 8;

export function createRehearsal(options: RehearsalOptions): Provider {
  const remembered = new Map<string, Prefix>();
  return {
    async *stream(request, signal) {
      signal.throwIfAborted();
      const usage = promptUsage(options, request, remembered);
      const step = nextStep(request);
      const text = step.kind === "call" ? step.say : step.text;
      yield* streamText(options, text, signal);
      const parts: AssistantPart[] = [{ type: "text", text }];
      if (step.kind === "call")
        parts.push({
          type: "tool-call",
          callId: callId(`call_${options.newId()}`),
          name: step.tool,
          inputJson: JSON.stringify(step.args),
        });
      for (const part of parts) yield { type: "part", part };
      const written = parts.reduce(
        (sum, part) =>
          sum + (part.type === "tool-call" ? part.inputJson.length : part.type === "text" ? part.text.length : 0),
        0,
      );
      yield {
        type: "done",
        message: { role: "assistant", parts, origin: originOf(request.model) },
        stop: step.kind === "call" ? "tools" : "end",
        usage: { ...usage, output: Math.ceil(written / CHARS_PER_TOKEN) },
      };
    },
  };
}

async function* streamText(options: RehearsalOptions, text: string, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  for (let at = 0; at < text.length; at += CHUNK_CHARS) {
    await options.wait(CHUNK_MS, signal);
    signal.throwIfAborted();
    yield { type: "delta", part: "text", text: text.slice(at, at + CHUNK_CHARS) };
  }
}

interface Prefix {
  readonly ids: readonly string[];
  readonly system: string;
  readonly at: number;
}

/**
 * Plays a server that caches by itself: what the last request of this conversation already held is read, not paid anew.
 */
function promptUsage(options: RehearsalOptions, request: ModelRequest, remembered: Map<string, Prefix>): Usage {
  const overhead = Math.ceil((request.system.length + JSON.stringify(request.tools).length) / CHARS_PER_TOKEN);
  const counts = request.messages.map(options.countTokens);
  const prompt = overhead + counts.reduce((sum, count) => sum + count, 0);
  const last = remembered.get(request.conversationKey);
  const at = options.now();
  const warm = last !== undefined && last.system === request.system && at - last.at < CACHE_MS;
  const shared = warm ? sharedPrefix(last.ids, request.messages) : 0;
  const cacheRead = warm ? overhead + counts.slice(0, shared).reduce((sum, count) => sum + count, 0) : 0;

  remembered.delete(request.conversationKey);
  remembered.set(request.conversationKey, {
    ids: request.messages.map((message) => message.id),
    system: request.system,
    at,
  });
  for (const key of remembered.keys()) if (remembered.size > REMEMBERED) remembered.delete(key);
  return { input: prompt - cacheRead, cacheRead, cacheWrite: 0, output: 0, reasoning: 0 };
}

function sharedPrefix(ids: readonly string[], messages: readonly Message[]): number {
  const until = ids.findIndex((id, index) => messages[index]?.id !== id);
  return until === -1 ? ids.length : until;
}

const originOf = (model: Model): Origin => ({ protocol: model.protocol, provider: model.provider, model: model.model });
