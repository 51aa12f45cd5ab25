import { failedOutcome } from "../tool";
import type { Tool } from "../tool";
import type { McpConnection, McpTool } from "./connection";
import { createConnections } from "./connections";
import type { KnownServer } from "./connections";
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
  /** How long the start of a session waits for a slow server; it joins the next session then. Default 10 s. */
  readonly patienceMs?: number;
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
  const connections = createConnections(options.version, (server, reason) =>
    options.onNotice(`The MCP server "${server}" could not be reached: ${reason}`),
  );
  return {
    async tools() {
      if (options.trust() === "untrusted") return [];
      const active = Object.entries(options.settings())
        .filter(([name]) => options.isOn(name))
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
      const reached = await Promise.all(
        active.map(async ([name, setting]) => ({
          name,
          setting,
          connection: await whileBearable(options, name, connections.connect(name, setting, "keep")),
        })),
      );
      const taken = new Set<string>();
      return reached.flatMap(({ name, setting, connection }) =>
        (connection?.tools ?? []).map((tool) => {
          const toolName = nameMcpTool(name, tool.name, taken);
          taken.add(toolName);
          return wrapTool({ server: name, toolName, tool, connect: () => connections.connect(name, setting, "retry") });
        }),
      );
    },
    status: () => Object.keys(options.settings()).map((name) => describeServer(name, options, connections.find(name))),
    dispose: () => connections.close(),
  };
}

/** A person waits for the first answer meanwhile. */
const PATIENCE_MS = 10_000;

async function whileBearable(
  options: McpOptions,
  name: string,
  connecting: Promise<McpConnection | undefined>,
): Promise<McpConnection | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const overdue = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      options.onNotice(`The MCP server "${name}" is still starting; its tools join the next session.`);
      resolve(undefined);
    }, options.patienceMs ?? PATIENCE_MS);
  });
  return Promise.race([connecting, overdue]).finally(() => clearTimeout(timer));
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
    if (connection === undefined)
      return failedOutcome(`The MCP server "${server}" is not reachable, so ${toolName} did not run.`);
    return connection.call(tool.name, args, context.signal);
  },
});

function describeServer(name: string, options: McpOptions, server: KnownServer | undefined): McpServerStatus {
  const tools = server?.connection?.tools ?? [];
  const schemaTokens = tools.reduce(
    (sum, tool) =>
      sum +
      options.countTokens(JSON.stringify([nameMcpTool(name, tool.name, new Set()), tool.description, tool.parameters])),
    0,
  );
  const base = { name, tools: tools.length, schemaTokens };
  if (!options.isOn(name)) return { ...base, state: "off" };
  if (server?.failure !== undefined) return { ...base, state: "failed", reason: server.failure };
  return { ...base, state: server?.connection?.isOpen() ? "ready" : "idle" };
}
