import type { Sentence } from "../../core/base/sentence";
import { counted, sentence } from "../../core/base/sentence";
import type { McpServerStatus } from "../../core/tools/mcp/server-setting";
import { formatCount } from "../../format";
import type { Say } from "./say";

/** One MCP server in a line: its state, its tools and their cost. */
export function describeMcpServer({ state, reason, tools, schemaTokens }: McpServerStatus, say: Say): string {
  const cost = counted(
    tools,
    "1 tool, {tokens} tokens in every request",
    "{count} tools, {tokens} tokens in every request",
    { tokens: formatCount(schemaTokens) },
  );
  return [STATES[state], ...(reason === undefined ? [] : [reason]), ...(tools === 0 ? [] : [cost])]
    .map(say)
    .join(" · ");
}

const STATES: Readonly<Record<McpServerStatus["state"], Sentence>> = {
  off: sentence("off"),
  idle: sentence("starts with the next session"),
  ready: sentence("ready"),
  failed: sentence("failed"),
};
