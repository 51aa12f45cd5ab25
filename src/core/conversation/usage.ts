/**
 * Tokens of one request, in parts that never overlap, so that readers never subtract:
 * prompt = input + cacheRead + cacheWrite. `reasoning` is a share of `output`.
 */
export interface Usage {
  /** Fresh, uncached prompt tokens. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  /** Prompt of the last pass, where one request made several (all are billed, only the last fills the window). */
  readonly lastPrompt?: number;
}

export const noUsage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** What pressure looks at: never output or reasoning, or thinking models would compress too early. */
export const promptTokens = (usage: Usage) => usage.lastPrompt ?? usage.input + usage.cacheRead + usage.cacheWrite;

export const totalTokens = (usage: Usage) => promptTokens(usage) + usage.output;

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
  output: a.output + b.output,
  reasoning: a.reasoning + b.reasoning,
});
