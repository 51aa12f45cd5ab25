/**
 * A server of the Model Context Protocol on standard input and output: other agents ask it about the sessions of a
 * workspace. Read-only, without secrets, bound to one folder: `--workspace FOLDER`, or the current one.
 */
import { homedir } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { DOOR_TOOLS, FOREIGN_AGENTS } from "../core/host";

const { values } = parseArgs({
  options: {
    workspace: { type: "string" },
    /** The agents whose sessions may be read; without it, all of them. */
    agents: { type: "string" },
    /** VS Code's `User` folder, and in it the storage of the workspace. */
    user: { type: "string" },
    storage: { type: "string" },
  },
});
const workspace = resolve(values.workspace ?? process.cwd());
const allowed = values.agents?.split(",");

const world = {
  home: homedir(),
  platform: process.platform,
  variables: process.env,
  workspace,
  agents: FOREIGN_AGENTS.filter((agent) => allowed === undefined || allowed.includes(agent)),
  ...(values.user !== undefined && { userFolder: values.user }),
  ...(values.storage !== undefined && { ownStorage: { storage: values.storage, folder: workspace } }),
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
