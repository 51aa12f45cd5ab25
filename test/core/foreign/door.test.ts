import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/json";
import { DOOR_TOOLS } from "../../../src/core/foreign/door/door";
import { foreignHome, never } from "../../support/foreign-fixtures";
import { bundleWorker } from "../../support/worker";

const world = { ...foreignHome(), workspace: "/home/user/project" };

const ask = (name: string, input: JsonObject, place = world): Promise<string> =>
  DOOR_TOOLS.find((tool) => tool.name === name)!.run(place, input, never);

test("session_search finds what a compaction dropped, and read_output reads it in full", async () => {
  const found = await ask("session_search", { query: "staging port" });
  const outputs = found.split("\n").filter((line) => line.includes(", tool]"));
  expect(outputs.map((line) => /^\[([\w-]+),/.exec(line)?.[1]).toSorted()).toEqual([
    "claude-code",
    "cline",
    "codex",
    "opencode",
    "pi",
  ]);
  const [, session, message] = /\[claude-code, session ([\w-]+), message ([\w-]+), tool/.exec(found) ?? [];
  expect(await ask("read_output", { session: session!, message: message! })).toBe(
    "Deploy token file: /etc/harbor/token.\nStaging port: 8123.",
  );
});

test("context_report states tokens, cache reads, losses, and contradicted claims", async () => {
  const found = await ask("session_search", { query: "staging port" });
  const [, session] = /\[claude-code, session ([\w-]+)/.exec(found) ?? [];
  const report = await ask("context_report", { session: session! });
  expect(report).toContain("Context: 21552 tokens in the newest request to claude-sonnet-4-5.");
  expect(report).toMatch(/Compaction 1: lost \d+ of \d+ names: .*docs\/deploy\.md/);
  expect(report).toContain("The record contradicts:");
});

test("recall gives the lines about a name", async () => {
  expect(await ask("recall", { name: "maxAttempts" })).toContain("export const maxAttempts = 7;");
  expect(await ask("recall", { name: "no-such-name" })).toBe("Nothing is known about this name.");
});

test("sessions of other folders are not there", async () => {
  const elsewhere = { ...world, workspace: "/home/user/other" };
  expect(await ask("session_search", { query: "staging port" }, elsewhere)).toContain("Nothing found");
  const found = await ask("session_search", { query: "staging port" });
  const [, session] = /\[claude-code, session ([\w-]+)/.exec(found) ?? [];
  expect(await ask("read_output", { session: session!, message: "x" }, elsewhere)).toContain("no such session");
});

test("the server speaks the protocol, with read-only tools, and answers a wrong call with an error", async () => {
  const server = await bundleWorker("src/headless/context-server.ts");
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [server, "--workspace", world.workspace],
      env: { HOME: world.home, USERPROFILE: world.home, PATH: process.env["PATH"] ?? "" },
    }),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ["session_search", true],
    ["read_output", true],
    ["context_report", true],
    ["recall", true],
  ]);
  const found = await client.callTool({ name: "recall", arguments: { name: "retryDelayMs" } });
  expect(JSON.stringify(found.content)).toContain("export const retryDelayMs = 250;");
  expect(await client.callTool({ name: "nope", arguments: {} })).toMatchObject({ isError: true });
  await client.close();
});
