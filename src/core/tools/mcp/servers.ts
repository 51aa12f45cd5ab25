import { setTimeout as sleep } from "node:timers/promises";
import { untilDeadline } from "../../base/abort";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { takeStart } from "../../base/text";
import type { Tool } from "../tool";
import { failedOutcome } from "../tool";
import type { AdmittedTools, McpTool } from "./admit-tools";
import type { McpConnection } from "./connection";
import type { KnownServer } from "./connections";
import { createConnections } from "./connections";
import type { McpServerSetting, McpServerStatus } from "./server-setting";
import { fingerprintOf } from "./server-setting";
import { findSteeringArgument } from "./steering-arguments";
import { nameMcpTool } from "./tool-names";

export interface McpOptions {
  /** `hermes.mcpServers`. */
  settings(): Readonly<Record<string, McpServerSetting>>;
  /** Servers that the workspace's own files name. None of them starts before the user has seen it and agreed. */
  readonly offered?: OfferedServers;
  isOn(server: string): boolean;
  trust(): "trusted" | "untrusted";
  countTokens(text: string): number;
  /** For the user; a broken server never breaks a turn. */
  onNotice(text: Sentence): void;
  /** How long the start of a session waits for a slow server, which then joins the next one. Default 10 s. */
  readonly timeLimitMs?: number;
  /** Sent to servers. */
  readonly version: string;
}

export interface OfferedServers {
  /** Reads again what may have changed on disk. */
  read?(): Promise<void>;
  list(): Readonly<Record<string, McpServerSetting>>;
  /** Asks the user, once for each content. */
  confirm(name: string, setting: McpServerSetting): Promise<"run" | "leave">;
}

export interface McpServers {
  /** Connects all servers that are configured and on, once each; servers that fail are skipped and reported. */
  tools(): Promise<readonly Tool[]>;
  /** Every configured server, by name. */
  status(): readonly McpServerStatus[];
  dispose(): Promise<void>;
}

export function createMcpServers(options: McpOptions): McpServers {
  const connections = createConnections(options.version, {
    onConnected: (server, offer) => describeLimits(server, offer).forEach((note) => options.onNotice(note)),
    onFailure: (server, reason) =>
      options.onNotice(sentence('The MCP server "{server}" could not be reached: {reason}', { server, reason })),
  });
  return {
    async tools() {
      if (options.trust() === "untrusted") return [];
      const active = Object.entries({ ...options.settings(), ...(await confirmOffers(options)) })
        .filter(([name]) => options.isOn(name))
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
      const reached = await Promise.all(
        active.map(async ([name, setting]) => ({
          name,
          setting,
          connection: await connectInTime(options, name, connections.connect(name, setting, "keep")),
        })),
      );
      const taken = new Set<string>();
      return reached.flatMap(({ name, setting, connection }) =>
        (connection?.offer.tools ?? []).map((tool) => {
          const toolName = nameMcpTool(name, tool.name, taken);
          taken.add(toolName);
          const fingerprint = fingerprintOf(setting);
          return wrapTool({
            server: name,
            toolName,
            tool,
            fingerprint,
            connect: () => connections.connect(name, setting, "retry"),
          });
        }),
      );
    },
    status: () =>
      Object.keys({ ...options.settings(), ...options.offered?.list() }).map((name) =>
        describeServer(name, options, connections.find(name)),
      ),
    dispose: () => connections.close(),
  };
}

function describeLimits(server: string, { leftOut, shortened }: AdmittedTools): readonly Sentence[] {
  return [
    ...(leftOut.length === 0
      ? []
      : [
          sentence(
            [
              'Tools of the MCP server "{server}" were left out, because they are too large, too many, or',
              "listed twice: {tools}",
            ],
            { server, tools: nameSome(leftOut) },
          ),
        ]),
    ...(shortened.length === 0
      ? []
      : [
          sentence('Long descriptions of tools of the MCP server "{server}" were shortened: {tools}', {
            server,
            tools: nameSome(shortened),
          }),
        ]),
  ];
}

/** Names are the server's words as well, so they are cut, too. */
const nameSome = (names: readonly string[]): readonly string[] => [
  ...names.slice(0, MAX_NAMES_SHOWN).map((name) => takeStart(name, MAX_NAME_CHARS_SHOWN)),
  ...(names.length > MAX_NAMES_SHOWN ? ["…"] : []),
];

const MAX_NAMES_SHOWN = 5;
const MAX_NAME_CHARS_SHOWN = 60;

/** One question after another: two dialogs at once cannot be read. */
async function confirmOffers({ offered, isOn }: McpOptions): Promise<Readonly<Record<string, McpServerSetting>>> {
  const confirmed: Record<string, McpServerSetting> = {};
  await offered?.read?.();
  for (const [name, setting] of Object.entries(offered?.list() ?? {}))
    if (isOn(name) && (await offered?.confirm(name, setting)) === "run") confirmed[name] = setting;
  return confirmed;
}

/** The user waits for the first answer meanwhile. */
const TIME_LIMIT_MS = 10_000;

async function connectInTime(
  options: McpOptions,
  name: string,
  connecting: Promise<McpConnection | undefined>,
): Promise<McpConnection | undefined> {
  return untilDeadline(connecting, async (over) => {
    await sleep(options.timeLimitMs ?? TIME_LIMIT_MS, undefined, { signal: over });
    options.onNotice(
      sentence('The MCP server "{server}" is still starting; its tools will join the next session.', { server: name }),
    );
    return undefined;
  });
}

interface Wrapped {
  readonly server: string;
  readonly toolName: string;
  readonly tool: McpTool;
  readonly fingerprint: string;
  connect(): Promise<McpConnection | undefined>;
}

const wrapTool = ({ server, toolName, tool, fingerprint, connect }: Wrapped): Tool => ({
  name: toolName,
  description: tool.description,
  parameters: tool.parameters,
  category: "mcp",
  order: tool.readOnly ? "parallel" : "alone",
  secrets: "redact",
  async preview(args) {
    // A server that lies about only reading can do anything anyway, without any tool call.
    const careful = tool.readOnly ? undefined : findSteeringArgument(args);
    return {
      kind: "ready",
      title: `${server}: ${tool.name}`,
      detail: JSON.stringify(args, null, 2),
      origin: { server, tool: tool.name, fingerprint },
      ...(careful === undefined ? {} : { careful }),
    };
  },
  async run(args, context) {
    const connection = await connect();
    if (connection === undefined)
      return failedOutcome(`The MCP server "${server}" is not reachable, so ${toolName} did not run.`);
    return connection.call(tool.name, args, context.signal);
  },
});

function describeServer(name: string, options: McpOptions, server: KnownServer | undefined): McpServerStatus {
  const tools = server?.connection?.offer.tools ?? [];
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
