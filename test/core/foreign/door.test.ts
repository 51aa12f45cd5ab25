import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/base/json";
import { DOOR_TOOLS } from "../../../src/core/foreign/door/door";
import { FOREIGN_AGENTS } from "../../../src/core/foreign/session";
import { foreignHome, never } from "../../support/foreign-fixtures";
import { bundleWorker } from "../../support/worker";

const world = { ...foreignHome(), workspace: "/home/user/project" };

const ask = (name: string, input: JsonObject, place = world): Promise<string> =>
  DOOR_TOOLS.find((tool) => tool.name === name)!.run(place, input, never);

test("session_search finds what a compaction dropped, and read_output reads it in full", async () => {
  const found = await ask("session_search", { query: "staging port" });
  const outputs = found.split("\n").filter((line) => line.includes(", tool]"));
  expect([...new Set(outputs.map((line) => /^\[([\w-]+),/.exec(line)?.[1]))].toSorted()).toEqual(
    FOREIGN_AGENTS.toSorted(),
  );
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

/** A session of Claude Code in this workspace, with one message. */
function say(text: string): typeof world {
  const home = foreignHome();
  const record = {
    type: "user",
    uuid: "u1",
    parentUuid: null,
    sessionId: "s1",
    cwd: world.workspace,
    message: { role: "user", content: text },
  };
  writeFileSync(join(home.home, ".claude/projects/-home-user-project/s1.jsonl"), `${JSON.stringify(record)}\n`);
  return { ...home, workspace: world.workspace };
}

const KEY = `sk-ant-api03-${"Qx7Lm2Rt9Vb4".repeat(6)}`;

test("a secret at the edge of a snippet is not shown in part", async () => {
  for (const before of [0, 30, 100]) {
    const place = say(`harbor ${"-".repeat(before)} ${KEY} lighthouse ${KEY}`);
    for (const query of ["harbor", "lighthouse", "harbor lighthouse"]) {
      const found = await ask("session_search", { query }, place);
      expect(found).toContain("session s1");
      expect(found).not.toMatch(/Qx7Lm|Lm2Rt|9Vb4/);
    }
  }
});

test("a secret cannot be guessed letter by letter", async () => {
  const place = say(`The key of the harbor is ${KEY}.`);
  for (const guess of [KEY, KEY.slice(0, 20), KEY.slice(12, 24), KEY.slice(30)]) {
    expect(await ask("session_search", { query: guess }, place)).toContain("Nothing found");
    expect(await ask("recall", { name: guess }, place)).toBe("Nothing is known about this name.");
  }
});

test("what an agent called is found, too, and a summary without words that its model never saw", async () => {
  expect(await ask("recall", { name: "docs/deploy.md" })).toMatch(/\[assistant, .*docs\/deploy\.md/);
  expect(await ask("session_search", { query: "REFERENCE ONLY" })).toContain("Nothing found");
});

test.each<readonly [string, JsonObject]>([
  ["session_search", { query: 7 as unknown as string, limit: -1 }],
  ["session_search", { query: "  " }],
  ["session_search", { query: "port", limit: 1e300 }],
  ["read_output", { session: "../../../etc", message: "passwd" }],
  ["read_output", { session: { $ne: "" }, message: ["x"], offset: "9" }],
  ["read_output", {}],
  ["context_report", { session: "/etc/passwd" }],
  ["context_report", { session: "\u0000" }],
  ["recall", { name: "(a+)+$", session: "__proto__" }],
  ["recall", {}],
])("%s answers %j with text, and with nothing of another folder", async (name, input) => {
  const place = { ...world, workspace: "/home/user/other" };
  expect(await ask(name, input, place)).toMatch(/^(Nothing found|There is no|Nothing is known|Name what)/);
});

test.each(["", ".", "project", "/home/user/project/../other", "/home/user/proj"])(
  "a session is not shown in a workspace that is %j",
  async (workspace) => {
    expect(await ask("session_search", { query: "staging port" }, { ...world, workspace })).toContain("Nothing found");
  },
);

test("an agent that is turned off is left out", async () => {
  const agents = FOREIGN_AGENTS.filter((agent) => agent !== "codex" && agent !== "pi");
  const found = await DOOR_TOOLS[0]!.run({ ...world, agents }, { query: "staging port" }, never);
  expect(found).not.toMatch(/\[(codex|pi),/);
  expect(found).toContain("[claude-code,");
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
