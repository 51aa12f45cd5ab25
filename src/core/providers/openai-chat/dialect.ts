/** Where servers that speak Chat Completions differ. */
export interface ChatDialect {
  /** OpenAI's own models refuse the old name, most others know only it. */
  readonly outputField: "max_tokens" | "max_completion_tokens";
  readonly conversationKey: "prompt_cache_key" | "none";
  /** Whether `cache_control` may be set inside content parts (Claude behind OpenRouter and alike). */
  readonly cacheControl: "parts" | "none";
  readonly effortField: "reasoning_effort" | "reasoning";
}

export const openAiDialect: ChatDialect = {
  outputField: "max_completion_tokens",
  conversationKey: "prompt_cache_key",
  cacheControl: "none",
  effortField: "reasoning_effort",
};
export const compatibleDialect: ChatDialect = {
  outputField: "max_tokens",
  conversationKey: "none",
  cacheControl: "none",
  effortField: "reasoning_effort",
};
export const openRouterDialect: ChatDialect = {
  outputField: "max_tokens",
  conversationKey: "none",
  cacheControl: "parts",
  effortField: "reasoning",
};
