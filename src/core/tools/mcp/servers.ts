import { failedOutcome } from "../tool";
import type { Tool } from "../tool";
import { connectMcp } from "./connection";
import type { McpConnection, McpTool } from "./connection";
import type { McpServerSetting, McpServerStatus } from "./server-setting";
import { nameMcpTool } from "./tool-names";

export interface McpOptions {
  /** `hermes.mcpServers`. */
  settings(): Readonly<Record<string, McpServerSetting>>;
  isOn(server: string): boolean;
  trust(): "trusted" | "untrusted";
  countTokens(text: string): number;
  /** One sentence for people; a broken server never breaks a turn. */
  onNotice(text: string): void;
  /** Told to servers. */
  readonly version: string;
}

export interface McpServers {
  /** Connects what is configured and on, once; servers that fail are left out and reported. */
  tools(): Promise<readonly Tool[]>;
  /** Every configured server, by name. */
  status(): readonly McpServerStatus[];
  dispose(): Promise<void>;
}

export function createMcpServers(options: McpOptions): McpServers {
  const servers = new Map<string, Server>();

  const connect = async (name: string, setting: McpServerSetting): Promise<McpConnection | undefined> => {
    const known = servers.get(name);
    const wanted = JSON.stringify(setting);
    if (known?.setting === wanted && (known.failure !== undefined || known.connection?.isOpen())) return known.connection;
    await known?.connection?.close();
    try {
      const connection = await connectMcp(setting, options.version);
      servers.set(name, { setting: wanted, connection });
      return connection;
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      servers.set(name, { setting: wanted, failure });
      options.onNotice(`The MCP server "${name}" could not be reached: ${failure}`);
      return undefined;
    }
  };

  return {
    async tools() {
      if (options.trust() === "untrusted") return [];
      const active = Object.entries(options.settings()).filter(([name]) => options.isOn(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
      const connections = await Promise.all(active.map(async ([name, setting]) => ({ name, setting, connection: await connect(name, setting) })));
      const taken = new Set<string>();
      return connections.flatMap(({ name, setting, connection }) => (connection?.tools ?? []).map((tool) => {
        const toolName = nameMcpTool(name, tool.name, taken);
        taken.add(toolName);
        return wrapTool({ server: name, toolName, tool, connect: () => reconnect(servers, name, () => connect(name, setting)) });
      }));
    },
    status: () => Object.keys(options.settings()).map((name) => describeServer(name, options, servers.get(name))),
    async dispose() {
      const open = [...servers.values()].flatMap(({ connection }) => (connection === undefined ? [] : [connection]));
      servers.clear();
      await Promise.allSettled(open.map((connection) => connection.close()));
    },
  };
}

interface Server {
  readonly setting: string;
  readonly connection?: McpConnection;
  readonly failure?: string;
}

/** A server that died since is started again for the call; one that failed before gets another chance. */
async function reconnect(servers: Map<string, Server>, name: string, connect: () => Promise<McpConnection | undefined>): Promise<McpConnection | undefined> {
  const known = servers.get(name);
  if (known?.connection?.isOpen()) return known.connection;
  servers.delete(name);
  return connect();
}

interface Wrapped {
  readonly server: string;
  readonly toolName: string;
  readonly tool: McpTool;
  connect(): Promise<McpConnection | undefined>;
}

const wrapTool = ({ server, toolName, tool, connect }: Wrapped): Tool => ({
  name: toolName,
  description: tool.description,
  parameters: tool.parameters,
  category: "mcp",
  order: tool.readOnly ? "parallel" : "alone",
  secrets: "redact",
  preview: async (args) => ({ kind: "ready", title: `${server}: ${tool.name}`, detail: JSON.stringify(args, null, 2) }),
  async run(args, context) {
    const connection = await connect();
    if (connection === undefined) return failedOutcome(`The MCP server "${server}" is not reachable, so ${toolName} did not run.`);
    return connection.call(tool.name, args, context.signal);
  },
});

function describeServer(name: string, options: McpOptions, server: Server | undefined): McpServerStatus {
  const tools = server?.connection?.tools ?? [];
  const schemaTokens = tools.reduce((sum, tool) => sum + options.countTokens(JSON.stringify([nameMcpTool(name, tool.name, new Set()), tool.description, tool.parameters])), 0);
  const base = { name, tools: tools.length, schemaTokens };
  if (!options.isOn(name)) return { ...base, state: "off" };
  if (server?.failure !== undefined) return { ...base, state: "failed", reason: server.failure };
  return { ...base, state: server?.connection?.isOpen() ? "ready" : "idle" };
}
