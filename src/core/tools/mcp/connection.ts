import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js";
import type { BodyLimits } from "../../base/bounded-body";
import { boundBody } from "../../base/bounded-body";
import type { Fetch } from "../../base/direct-fetch";
import { directFetch } from "../../base/direct-fetch";
import type { JsonObject } from "../../base/json";
import { sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import { takeStart } from "../../base/text";
import type { ToolOutcome } from "../tool";
import type { AdmittedTools, ListedTool } from "./admit-tools";
import { admitTools } from "./admit-tools";
import type { McpServerSetting } from "./server-setting";
import { hideSecrets } from "./server-setting";
import { readToolResult } from "./tool-result";

/** A live connection to one server. */
export interface McpConnection {
  readonly offer: AdmittedTools;
  isOpen(): boolean;
  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<ToolOutcome>;
  close(): Promise<void>;
}

/** A server that has not answered by then counts as broken; `npx` may have to download it first. */
const CONNECT_TIMEOUT_MS = 30_000;
/** Reset by every progress message. */
const CALL_TIMEOUT_MS = 120_000;
/** A server with more pages is broken. */
const MAX_PAGES = 50;
/** Larger results belong in a file; one message is parsed at a stretch. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
/** The end of its error output explains why a program failed. */
const MAX_COMPLAINT_CHARS = 1_000;
const MAX_FAILURE_CHARS = 2_000;

export async function connectMcp(
  setting: McpServerSetting,
  version: string,
  signal: AbortSignal,
): Promise<McpConnection> {
  const [{ Client: ClientClass }, link] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    createTransport(setting),
  ]);
  const client = new ClientClass({ name: "hermes", version }, { jsonSchemaValidator: UNCHECKED });
  let open = true;
  client.onclose = () => {
    open = false;
  };
  try {
    await client.connect(link.transport, { timeout: CONNECT_TIMEOUT_MS, signal });
    const offer = await listTools(client, signal);
    return {
      offer,
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
    const parts = [error instanceof Error ? error.message : String(error), link.complaint()];
    const words = takeStart(parts.filter((part) => part !== "").join(": "), MAX_FAILURE_CHARS);
    throw new Error(hideSecrets(words, setting), { cause: error });
  }
}

/** Output schemas come from the server; checked by the SDK, a hostile pattern in one would block the window. */
const UNCHECKED: jsonSchemaValidator = {
  // The results are read piece by piece and trusted in nothing, so their claimed type does no harm.
  getValidator:
    <Type>(): JsonSchemaValidator<Type> =>
    (input) => ({ valid: true, data: input as Type, errorMessage: undefined }),
};

/** Like the SDK's own limit for programs, which does not hold for servers at an address. */
const BODY_LIMITS: BodyLimits = { totalBytes: 64 * 1024 * 1024, eventBytes: MAX_MESSAGE_BYTES };

/** One connection stays open for the notices of a server, so each answer has its own limit. */
const boundedFetch: Fetch = async (input, init) => {
  const response = await directFetch(fetch)(input, init);
  if (response.body === null) return response;
  const excess = () => new SentenceError(sentence("The server sent more than a message can hold."));
  return new Response(boundBody(response.body, BODY_LIMITS, excess), response);
};

interface Link {
  readonly transport: Transport;
  complaint(): string;
}

async function createTransport(setting: McpServerSetting): Promise<Link> {
  if ("url" in setting) {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    // Exact optional types reject a field that the interface declares as optional; at run time both are the same.
    const transport = new StreamableHTTPClientTransport(new URL(setting.url), {
      requestInit: { headers: { ...setting.headers } },
      // The headers may hold a key.
      fetch: boundedFetch,
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
    maxBufferSize: MAX_MESSAGE_BYTES,
    ...(setting.cwd === undefined ? {} : { cwd: setting.cwd }),
  });
  let complaint = "";
  transport.stderr?.on("data", (chunk: Uint8Array) => {
    complaint = (complaint + Buffer.from(chunk).toString("utf8")).slice(-MAX_COMPLAINT_CHARS);
  });
  return { transport, complaint: () => complaint.trim() };
}

async function listTools(client: Client, signal: AbortSignal): Promise<AdmittedTools> {
  const listed: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await client.listTools(cursor === undefined ? {} : { cursor }, {
      timeout: CONNECT_TIMEOUT_MS,
      signal,
    });
    listed.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return admitTools(listed);
}
