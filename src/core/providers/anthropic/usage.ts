import { countOf, listOf, objectOf } from "../../base/json";
import type { Usage } from "../../conversation/usage";
import { addUsage, noUsage, promptTokens } from "../../conversation/usage";

/**
 * Parts are disjoint on this wire already. Several iterations (server-side compaction) are all billed; only the last
 * fills the window.
 */
export function usageOf(raw: unknown): Usage {
  const iterations = listOf(objectOf(raw)["iterations"]).map(bucketsOf);
  const last = iterations.at(-1);
  if (last === undefined) return bucketsOf(raw);
  return { ...iterations.reduce(addUsage, noUsage), lastPrompt: promptTokens(last) };
}

function bucketsOf(raw: unknown): Usage {
  const usage = objectOf(raw);
  const output = countOf(usage["output_tokens"]);
  return {
    input: countOf(usage["input_tokens"]),
    cacheRead: countOf(usage["cache_read_input_tokens"]),
    cacheWrite: cacheWriteOf(raw),
    output,
    reasoning: Math.min(output, countOf(objectOf(usage["output_tokens_details"])["thinking_tokens"])),
  };
}

/** Some servers fill only the parts by lifetime, some only the sum. */
export function cacheWriteOf(raw: unknown): number {
  const usage = objectOf(raw);
  const parts = objectOf(usage["cache_creation"]);
  return (
    countOf(usage["cache_creation_input_tokens"]) ||
    countOf(parts["ephemeral_5m_input_tokens"]) + countOf(parts["ephemeral_1h_input_tokens"])
  );
}
