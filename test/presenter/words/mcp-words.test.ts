import { expect, it } from "vitest";
import type { McpServerStatus } from "../../../src/core/tools/mcp/server-setting";
import { describeMcpServer } from "../../../src/presenter/words/mcp-words";
import { sayInEnglish } from "../../../src/presenter/words/say";

it.each<[McpServerStatus, string]>([
  [{ name: "files", state: "ready", tools: 12, schemaTokens: 3_400 }, "ready · 12 tools, 3.4K tokens in every request"],
  [{ name: "files", state: "ready", tools: 1, schemaTokens: 90 }, "ready · 1 tool, 90 tokens in every request"],
  [{ name: "files", state: "off", tools: 0, schemaTokens: 0 }, "off"],
  [{ name: "files", state: "idle", tools: 0, schemaTokens: 0 }, "starts with the next session"],
  [
    { name: "files", state: "failed", reason: "no such program", tools: 0, schemaTokens: 0 },
    "failed · no such program",
  ],
])("tells what a server brings and costs: %o", (status, words) => {
  expect(describeMcpServer(status, sayInEnglish)).toBe(words);
});
