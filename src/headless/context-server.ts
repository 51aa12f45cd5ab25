/**
 * A server of the Model Context Protocol on standard input and output: other agents ask it about the sessions of a
 * workspace. Read-only, without secrets, bound to one folder: `--workspace FOLDER`, or the current one.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { DOOR_TOOLS, FOREIGN_AGENTS } from "../core/host";

const { values } = parseArgs({ options: { workspace: { type: "string" }, user: { type: "string" } } });

/** Next to the file itself where it ships; without it, databases are left out. */
const wasmFile = join(__dirname, "..", "sql-wasm.wasm");
const hasWasm = existsSync(wasmFile);

const world = {
  home: homedir(),
  platform: process.platform,
  variables: process.env,
  workspace: resolve(values.workspace ?? process.cwd()),
  wasmFile,
  agents: FOREIGN_AGENTS.filter((agent) => hasWasm || agent !== "opencode"),
  ...(values.user !== undefined && { userFolder: values.user }),
};

const server = new Server({ name: "hermes-context", version: "1" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: DOOR_TOOLS.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema: { type: "object" as const, ...inputSchema },
    annotations: { readOnlyHint: true, openWorldHint: false },
  })),
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
  const tool = DOOR_TOOLS.find(({ name }) => name === params.name);
  if (tool === undefined) return refusal(`There is no tool named ${params.name}.`);
  try {
    const input = JSON.parse(JSON.stringify(params.arguments ?? {}));
    return { content: [{ type: "text", text: await tool.run(world, input, signal) }] };
  } catch (error) {
    return refusal(error instanceof Error ? error.message : String(error));
  }
});

const refusal = (text: string) => ({ isError: true, content: [{ type: "text" as const, text }] });

void server.connect(new StdioServerTransport());
