/**
 * A tiny real MCP server. `node mcp-server.ts` uses stdio; with `http` it listens and prints its address; `many N` has
 * N tools with wordy schemas; `broken` and `mute FILE` simulate defective servers.
 */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const object = { type: "object" as const, properties: {} };
const tools = [
  {
    name: "add",
    description: "Adds two numbers.",
    inputSchema: { ...object, properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
    annotations: { readOnlyHint: true },
  },
  { name: "where", description: "Tells process and environment.", inputSchema: object },
  { name: "picture", description: "Shows a picture.", inputSchema: object },
  { name: "wrong.name with spaces", description: "Always fails.", inputSchema: object },
  { name: "hang", description: "Never answers.", inputSchema: object },
  { name: "die", description: "Ends the server.", inputSchema: object },
];

const NOUNS = [
  "invoice",
  "customer",
  "shipment",
  "warehouse",
  "forecast",
  "ticket",
  "contract",
  "region",
  "price",
  "audit",
];
const VERBS = ["list", "create", "update", "archive", "export", "approve", "compare", "merge", "validate", "schedule"];

/** Tools as business servers have them; each answers with its own name and arguments. */
const manyTools = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const [verb, noun] = [VERBS[Math.floor(index / NOUNS.length) % VERBS.length], NOUNS[index % NOUNS.length]];
    return {
      name: `${verb}_${noun}`,
      description: `Lets you ${verb} a ${noun} of the tenant, with its history and every related record. `.repeat(3),
      inputSchema: {
        ...object,
        properties: {
          [`${noun}Id`]: { type: "string", description: `Identifier of the ${noun} as shown in the console.` },
          reason: { type: "string", description: "Shown in the audit log; one sentence." },
          dryRun: { type: "boolean", description: "Only report what would happen." },
        },
        required: [`${noun}Id`],
      },
    };
  });

function createManyServer(count: number): Server {
  const server = new Server({ name: "many", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: manyTools(count) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => ({
    content: [{ type: "text", text: `${params.name} ${JSON.stringify(params.arguments)}` }],
  }));
  return server;
}

function createTestServer(): Server {
  const server = new Server({ name: "test", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async (request) => {
    const second = request.params?.cursor === "rest";
    return second ? { tools: tools.slice(2) } : { tools: tools.slice(0, 2), nextCursor: "rest" };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const args = params.arguments ?? {};
    switch (params.name) {
      case "add":
        return { content: [{ type: "text", text: String(Number(args["a"]) + Number(args["b"])) }] };
      case "where":
        return {
          content: [
            {
              type: "text",
              text: JSON.stringify({
                pid: process.pid,
                key: process.env["ANTHROPIC_API_KEY"] ?? null,
                given: process.env["GIVEN"] ?? null,
              }),
            },
          ],
        };
      case "picture":
        return {
          content: [
            { type: "image", data: "aGk=", mimeType: "image/png" },
            { type: "audio", data: "aGk=", mimeType: "audio/wav" },
          ],
        };
      case "hang":
        return new Promise(() => undefined);
      case "die":
        return process.exit(3);
      default:
        return { content: [{ type: "text", text: "it went wrong" }], isError: true };
    }
  });
  return server;
}

if (process.argv[2] === "http") {
  const { StreamableHTTPServerTransport } = await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
  const http = createServer(async (request, response) => {
    if (request.headers["x-key"] !== "open") return void response.writeHead(401).end("no key");
    // The SDK's class and interface declare optional fields differently.
    const transport = new StreamableHTTPServerTransport({});
    await createTestServer().connect(transport as Transport);
    await transport.handleRequest(request, response);
  });
  http.listen(0, "127.0.0.1", () => {
    const address = http.address();
    console.log(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/mcp`);
  });
} else if (process.argv[2] === "many") {
  await createManyServer(Number(process.argv[3])).connect(new StdioServerTransport());
} else if (process.argv[2] === "broken") {
  console.error("cannot find my configuration");
  process.exit(1);
} else if (process.argv[2] === "mute") {
  writeFileSync(process.argv[3] ?? "", `${process.pid}\n`);
  process.stdin.resume();
} else {
  await createTestServer().connect(new StdioServerTransport());
}
