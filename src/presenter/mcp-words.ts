import type { McpServerStatus } from "../core/tools/mcp/server-setting";
import { shortCount } from "./meter-words";
import type { Say } from "./say";

/** What one MCP server brings and costs, in a line. */
export function describeMcpServer({ state, reason, tools, schemaTokens }: McpServerStatus, say: Say): string {
  const tokens = shortCount(schemaTokens);
  const cost =
    tools === 0
      ? []
      : [
          tools === 1
            ? say("1 tool, {0} tokens in every request", tokens)
            : say("{0} tools, {1} tokens in every request", tools, tokens),
        ];
  return [sayState(state, say), ...(reason === undefined ? [] : [reason]), ...cost].join(" · ");
}

function sayState(state: McpServerStatus["state"], say: Say): string {
  const words: Readonly<Record<McpServerStatus["state"], string>> = {
    off: say("off"),
    idle: say("starts with the next session"),
    ready: say("ready"),
    failed: say("failed"),
  };
  return words[state];
}
