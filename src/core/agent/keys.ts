/** Where each provider's key may stand in the environment. Keys never live in settings. */
const VARIABLES: Readonly<Record<string, string>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  "openai-responses": "OPENAI_API_KEY",
  "openai-compatible": "OPENAI_API_KEY",
  "openai-codex": "OPENAI_CODEX_TOKEN",
  openrouter: "OPENROUTER_API_KEY",
};

export function keyFromEnvironment(
  provider: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const name = VARIABLES[provider];
  const key = name === undefined ? undefined : env[name];
  return key === undefined || key.trim() === "" ? undefined : key.trim();
}
