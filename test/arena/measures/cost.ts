import type { Protocol } from "../../../src/core/conversation/message";
import type { RecordedRequest } from "../../support/model-server/server";

/** Prices relative to one fresh input token of the same vendor. */
interface PriceRules {
  readonly read: number;
  readonly written5m: number;
  readonly written1h: number;
  readonly output: number;
}

const ANTHROPIC: PriceRules = { read: 0.1, written5m: 1.25, written1h: 2, output: 5 };
/** Automatic caching: writing costs nothing extra. */
const OPENAI: PriceRules = { read: 0.1, written5m: 1, written1h: 1, output: 8 };

const RULES: Readonly<Record<Protocol, PriceRules>> = {
  "anthropic-messages": ANTHROPIC,
  "openai-chat": OPENAI,
  "openai-responses": OPENAI,
};

export interface Spending {
  readonly units: number;
  readonly promptTokens: number;
  readonly readTokens: number;
}

/** What the requests would have cost, by each agent's own cache markers and its vendor's rules. */
export function spendingOf(requests: readonly RecordedRequest[], outputTokens: readonly number[]): Spending {
  let [units, promptTokens, readTokens] = [0, 0, 0];
  for (const [index, { protocol, cache, promptTokens: prompt }] of requests.entries()) {
    const rules = RULES[protocol];
    units += cache.fresh + cache.read * rules.read;
    units += cache.written5m * rules.written5m + cache.written1h * rules.written1h;
    units += (outputTokens[index] ?? 0) * rules.output;
    promptTokens += prompt;
    readTokens += cache.read;
  }
  return { units, promptTokens, readTokens };
}
