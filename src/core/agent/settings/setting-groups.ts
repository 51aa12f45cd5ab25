import type { HermesSettings } from "./settings";

/** The pages of the settings editor, in the order in which a newcomer needs them. */
export const SETTING_GROUPS = ["model", "agent", "approval", "compression", "toolOutput", "mcp"] as const;

type SettingGroup = (typeof SETTING_GROUPS)[number];

/** The page of each setting, by the first part of its path. */
const GROUP_OF: Readonly<Record<keyof HermesSettings, SettingGroup>> = {
  provider: "model",
  model: "model",
  baseUrl: "model",
  contextLength: "model",
  maxOutputTokens: "model",
  promptCaching: "model",
  chat: "agent",
  agent: "agent",
  rules: "agent",
  approval: "approval",
  sandbox: "approval",
  redactSecrets: "approval",
  compression: "compression",
  auxiliary: "compression",
  context: "compression",
  toolOutput: "toolOutput",
  mcpServers: "mcp",
  tools: "mcp",
  hooks: "agent",
  delegate: "agent",
  otherAgents: "agent",
  recall: "agent",
};

export function groupOf(id: string): SettingGroup {
  // Every id is `hermes.` and a path of the table whose first parts are the keys here.
  return GROUP_OF[id.split(".")[1] as keyof HermesSettings];
}
