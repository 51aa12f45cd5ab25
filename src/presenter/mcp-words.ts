import type { McpServerStatus } from "../core/tools/mcp/server-setting";
import { shortCount } from "./meter-words";

/** What one MCP server brings and costs, in a line. */
export function describeMcpServer({ state, reason, tools, schemaTokens }: McpServerStatus): string {
  const cost = tools === 0 ? [] : [`${tools} ${tools === 1 ? "tool" : "tools"}, ${shortCount(schemaTokens)} tokens in every request`];
  return [STATES[state], ...(reason === undefined ? [] : [reason]), ...cost].join(" · ");
}

const STATES = { off: "off", idle: "starts with the next session", ready: "ready", failed: "failed" } as const satisfies Readonly<Record<McpServerStatus["state"], string>>;
