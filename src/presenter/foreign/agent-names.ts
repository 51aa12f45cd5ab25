import type { ForeignAgent } from "../../core/foreign/session";

/** Names of products are the same in every language. */
const NAMES: Readonly<Record<ForeignAgent, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  opencode: "opencode",
  pi: "pi",
  cline: "Cline",
  "copilot-chat": "Copilot Chat",
};

export const agentName = (agent: ForeignAgent): string => NAMES[agent];
