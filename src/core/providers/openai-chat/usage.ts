import { countOf, objectOf } from "../../base/json";
import type { Usage } from "../../conversation/usage";
import { cacheWriteOf } from "../anthropic/usage";
import { splitPrompt } from "../wire/split-prompt";

/**
 * The stated prompt holds everything; what was cached is a share of it. DeepSeek and pass-through gateways name that
 * share differently.
 */
export function usageOf(raw: unknown): Usage {
  const usage = objectOf(raw);
  const details = objectOf(usage["prompt_tokens_details"]);
  const read =
    countOf(details["cached_tokens"]) ||
    countOf(usage["prompt_cache_hit_tokens"]) ||
    countOf(usage["cache_read_input_tokens"]);
  const written =
    countOf(details["cache_write_tokens"]) || countOf(details["cache_creation_tokens"]) || cacheWriteOf(raw);
  const output = countOf(usage["completion_tokens"]);
  return {
    ...splitPrompt(countOf(usage["prompt_tokens"]), read, written),
    output,
    reasoning: Math.min(output, countOf(objectOf(usage["completion_tokens_details"])["reasoning_tokens"])),
  };
}
