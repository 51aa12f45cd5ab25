import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JsonObject } from "../../conversation/message";
import type { ToolOutcome } from "../tool";
import type { McpServerSetting } from "./server-setting";
import { readToolResult } from "./tool-result";

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly readOnly: boolean;
}

/** A live link to one server. */
export interface McpConnection {
  readonly tools: readonly McpTool[];
  isOpen(): boolean;
  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<ToolOutcome>;
  close(): Promise<void>;
}

/** A server that does not answer its greeting by then is taken for broken; `npx` may have to download it first. */
const CONNECT_TIMEOUT_MS = 30_000;
/** Reset by every sign of progress. */
const CALL_TIMEOUT_MS = 120_000;
/** A server that pages on without end is broken. */
const MAX_PAGES = 50;
/** The end of what a program said before it failed is what explains the failure. */
const MAX_COMPLAINT_CHARS = 1_000;

export async function connectMcp(
  setting: McpServerSetting,
  version: string,
  signal: AbortSignal,
): Promise<McpConnection> {
  const [{ Client: ClientClass }, link] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    createTransport(setting),
  ]);
  const client = new ClientClass({ name: "hermes", version });
  let open = true;
  client.onclose = () => {
    open = false;
  };
  try {
    await client.connect(link.transport, { timeout: CONNECT_TIMEOUT_MS, signal });
    const tools = await listTools(client, signal);
    return {
      tools,
      isOpen: () => open,
      call: async (name, args, signal) =>
        readToolResult(
          await client.callTool({ name, arguments: { ...args } }, undefined, {
            signal,
            timeout: CALL_TIMEOUT_MS,
            resetTimeoutOnProgress: true,
            onprogress: () => undefined,
          }),
        ),
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    const complaint = link.complaint();
    throw new Error(
      [error instanceof Error ? error.message : String(error), complaint].filter((part) => part !== "").join(": "),
      { cause: error },
    );
  }
}

interface Link {
  readonly transport: Transport;
  complaint(): string;
}

async function createTransport(setting: McpServerSetting): Promise<Link> {
  if ("url" in setting) {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    // The class declares a field the interface has as optional, which exact optional types tell apart; it is the same thing at run time.
    const transport = new StreamableHTTPClientTransport(new URL(setting.url), {
      requestInit: { headers: { ...setting.headers } },
    }) as Transport;
    return { transport, complaint: () => "" };
  }
  const { StdioClientTransport, getDefaultEnvironment } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const transport = new StdioClientTransport({
    command: setting.command,
    args: [...(setting.args ?? [])],
    // Only harmless variables are inherited; keys reach a server when its setting names them.
    env: { ...getDefaultEnvironment(), ...setting.env },
    stderr: "pipe",
    ...(setting.cwd === undefined ? {} : { cwd: setting.cwd }),
  });
  let complaint = "";
  transport.stderr?.on("data", (chunk: Uint8Array) => {
    complaint = (complaint + Buffer.from(chunk).toString("utf8")).slice(-MAX_COMPLAINT_CHARS);
  });
  return { transport, complaint: () => complaint.trim() };
}

async function listTools(client: Client, signal: AbortSignal): Promise<readonly McpTool[]> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await client.listTools(cursor === undefined ? {} : { cursor }, {
      timeout: CONNECT_TIMEOUT_MS,
      signal,
    });
    // Through JSON once: what goes into requests must be plain data and nothing else.
    tools.push(
      ...answer.tools.map((tool) => ({
        name: tool.name,
        description: tool.description ?? "",
        parameters: JSON.parse(JSON.stringify(tool.inputSchema)),
        readOnly: tool.annotations?.readOnlyHint === true,
      })),
    );
    cursor = answer.nextCursor;
    if (cursor === undefined) return tools;
  }
  return tools;
}
