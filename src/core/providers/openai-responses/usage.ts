import { countOf, objectOf } from "../../base/json";
import type { Usage } from "../../conversation/usage";
import { splitPrompt } from "../wire/split-prompt";

/** The stated input holds everything; what was read from or written to the cache is a share of it. */
export function usageOf(raw: unknown): Usage {
  const usage = objectOf(raw);
  const details = objectOf(usage["input_tokens_details"]);
  const written = countOf(details["cache_creation_tokens"]) || countOf(details["cache_write_tokens"]);
  const output = countOf(usage["output_tokens"]);
  return {
    ...splitPrompt(countOf(usage["input_tokens"]), countOf(details["cached_tokens"]), written),
    output,
    reasoning: Math.min(output, countOf(objectOf(usage["output_tokens_details"])["reasoning_tokens"])),
  };
}
