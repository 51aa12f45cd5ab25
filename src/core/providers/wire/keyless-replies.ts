import type { ModelEvent, Provider } from "../provider";
import { ProviderError } from "../provider";
import { REDACTED_KEY, SHORTEST_KEY_CHARS } from "./key-filter";

/**
 * The second line behind `key-filter.ts`, which sees bytes: a server may repeat the key escaped, or in pieces, one in
 * each event. Here the texts have been read and joined.
 */
export function withKeylessReplies(provider: Provider, key: string): Provider {
  if (key.length < SHORTEST_KEY_CHARS) return provider;
  return { stream: (request, signal) => withoutKey(provider.stream(request, signal), key) };
}

type Delta = Extract<ModelEvent, { type: "delta" }>;

async function* withoutKey(events: AsyncIterable<ModelEvent>, key: string): AsyncGenerator<ModelEvent> {
  let held: Delta | undefined;
  try {
    for await (const event of events) {
      if (held !== undefined && (event.type !== "delta" || event.part !== held.part)) {
        yield held;
        held = undefined;
      }
      if (event.type !== "delta") {
        yield replaceKey(event, key);
        continue;
      }
      const text = ((held?.text ?? "") + event.text).replaceAll(key, REDACTED_KEY);
      const end = text.length - heldLength(text, key);
      if (end > 0) yield { ...event, text: text.slice(0, end) };
      held = end < text.length ? { ...event, text: text.slice(end) } : undefined;
    }
  } catch (error) {
    throw error instanceof ProviderError && JSON.stringify(error.sentence).includes(key)
      ? new ProviderError(replaceKey(error.sentence, key), error.failure, { usage: error.usage })
      : error;
  }
  if (held !== undefined) yield held;
}

/** How many characters at the end may be the beginning of a key that the next piece completes. */
function heldLength(text: string, key: string): number {
  for (let length = Math.min(key.length - 1, text.length); length > 0; length--)
    if (key.startsWith(text.slice(-length))) return length;
  return 0;
}

/** A copy only where the key occurs: what a provider wants back verbatim stays the same value otherwise. */
function replaceKey<Value>(value: Value, key: string): Value {
  const json = JSON.stringify(value);
  // A key has no character that JSON escapes, and the placeholder has none either.
  return json.includes(key) ? (JSON.parse(json.replaceAll(key, REDACTED_KEY)) as Value) : value;
}
