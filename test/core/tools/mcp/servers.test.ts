import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { McpServerSetting } from "../../../../src/core/tools/mcp/server-setting";
import type { McpOptions } from "../../../../src/core/tools/mcp/servers";
import { createMcpServers } from "../../../../src/core/tools/mcp/servers";
import { nameMcpTool } from "../../../../src/core/tools/mcp/tool-names";
import { readToolResult } from "../../../../src/core/tools/mcp/tool-result";
import { runCalls } from "../../../../src/core/tools/run";
import { PROCESS_TEST_MS, untilFile, untilGone } from "../../../support/processes";
import { inEnglish } from "../../../support/say";
import { outcomeText, toolCall, toolContext, toolWorld } from "../../../support/tools";
import { temporaryFolder } from "../../../support/workspace";

const script = fileURLToPath(new URL("../../../support/mcp-server.ts", import.meta.url));
const stdio: McpServerSetting = { command: process.execPath, args: ["--no-warnings", script], env: { GIVEN: "yes" } };

function serversWith(settings: Readonly<Record<string, McpServerSetting>>, options: Partial<McpOptions> = {}) {
  const notices: string[] = [];
  const servers = createMcpServers({
    settings: () => settings,
    isOn: () => true,
    trust: () => "trusted",
    countTokens: (text) => text.length,
    onNotice: (text) => notices.push(inEnglish(text)),
    version: "1.0.0",
    ...options,
  });
  onTestFinished(() => servers.dispose());
  const call = async (name: string, args = {}, signal = new AbortController().signal) => {
    const tool = (await servers.tools()).find((candidate) => candidate.name === name);
    return tool?.run(args, toolContext({ signal }));
  };
  return { servers, notices, call };
}

async function startHttpServer(): Promise<string> {
  const child = spawn(process.execPath, ["--no-warnings", script, "http"], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  const [address] = await once(child.stdout.setEncoding("utf8"), "data");
  return String(address).trim();
}

describe("MCP servers", { timeout: PROCESS_TEST_MS }, () => {
  it("offer their tools under names that carry the server, and answer over stdio", async () => {
    const { servers, call, notices } = serversWith({ calc: stdio });
    expect(
      (await servers.tools()).map(({ name, category, order, secrets }) => `${name} ${category} ${order} ${secrets}`),
    ).toEqual([
      "mcp_calc_add mcp parallel redact",
      "mcp_calc_where mcp alone redact",
      "mcp_calc_picture mcp alone redact",
      "mcp_calc_wrong_name_with_spaces mcp alone redact",
      "mcp_calc_hang mcp alone redact",
      "mcp_calc_die mcp alone redact",
    ]);
    expect(await call("mcp_calc_add", { a: 2, b: 3 })).toEqual({
      content: [{ type: "text", text: "5" }],
      failed: false,
    });
    expect(await call("mcp_calc_picture")).toEqual({
      content: [
        { type: "image", mediaType: "image/png", base64: "aGk=" },
        { type: "text", text: "[audio content, not shown]" },
      ],
      failed: false,
    });
    expect(await call("mcp_calc_wrong_name_with_spaces")).toEqual({
      content: [{ type: "text", text: "it went wrong" }],
      failed: true,
    });
    expect(notices).toEqual([]);
    expect(servers.status()).toEqual([{ name: "calc", state: "ready", tools: 6, schemaTokens: expect.any(Number) }]);
  });

  it("of the workspace start only with consent, and replace none of the user's without it", async () => {
    const asked: string[] = [];
    const offered = { calc: { command: "/no/such/program" }, more: stdio };
    const { servers, notices } = serversWith(
      { calc: stdio },
      {
        offered: {
          list: () => offered,
          confirm: async (name, setting) => {
            asked.push(`${name} ${JSON.stringify(setting)}`);
            return name === "more" ? "run" : "leave";
          },
        },
      },
    );
    const names = (await servers.tools()).map(({ name }) => name);
    expect([names.includes("mcp_calc_add"), names.includes("mcp_more_add")]).toEqual([true, true]);
    expect(asked).toEqual([`calc ${JSON.stringify(offered.calc)}`, `more ${JSON.stringify(stdio)}`]);
    expect(notices).toEqual([]);
    expect(servers.status().map(({ name, state }) => `${name} ${state}`)).toEqual(["calc ready", "more ready"]);
  });

  it("of an untrusted workspace are not even asked about", async () => {
    const confirm = () => expect.unreachable();
    const { servers } = serversWith({}, { trust: () => "untrusted", offered: { list: () => ({ a: stdio }), confirm } });
    expect(await servers.tools()).toEqual([]);
  });

  it("answer over HTTP with the headers of their setting", async () => {
    const url = await startHttpServer();
    const { call, servers } = serversWith({ web: { url, headers: { "x-key": "open" } } });
    expect(await call("mcp_web_add", { a: 1, b: 1 })).toEqual({
      content: [{ type: "text", text: "2" }],
      failed: false,
    });
    expect(servers.status()[0]?.state).toBe("ready");
  });

  it("that fail are reported and leave the others alone", async () => {
    const url = await startHttpServer();
    const { servers, notices } = serversWith({
      absent: { command: "/nonexistent/server" },
      broken: { command: process.execPath, args: ["--no-warnings", script, "broken"] },
      locked: { url },
      calc: stdio,
    });
    expect((await servers.tools()).length).toBe(6);
    expect(servers.status().map(({ name, state }) => `${name} ${state}`)).toEqual([
      "absent failed",
      "broken failed",
      "locked failed",
      "calc ready",
    ]);
    expect(notices.toSorted()).toEqual([
      expect.stringMatching(/^The MCP server "absent" could not be reached: .*ENOENT/),
      expect.stringMatching(/^The MCP server "broken" could not be reached: .*cannot find my configuration/s),
      expect.stringMatching(/^The MCP server "locked" could not be reached: /),
    ]);
    await servers.tools();
    expect(notices.length).toBe(3);
  });

  it("that are slow to start do not hold up the session, and end with the host", async () => {
    const file = join(await temporaryFolder(), "pid");
    const { servers, notices } = serversWith(
      { slow: { command: process.execPath, args: ["--no-warnings", script, "mute", file] }, calc: stdio },
      { timeLimitMs: 3_000 },
    );
    expect((await servers.tools()).every(({ name }) => name.startsWith("mcp_calc_"))).toBe(true);
    expect(notices).toContain('The MCP server "slow" is still starting; its tools will join the next session.');
    const pid = Number(await untilFile(file));
    await servers.dispose();
    await untilGone(pid);
  });

  it("do not start when off or in an untrusted workspace", async () => {
    const off = serversWith({ calc: stdio }, { isOn: () => false });
    expect([await off.servers.tools(), off.servers.status()]).toEqual([
      [],
      [{ name: "calc", state: "off", tools: 0, schemaTokens: 0 }],
    ]);
    const untrusted = serversWith({ calc: stdio }, { trust: () => "untrusted" });
    expect([await untrusted.servers.tools(), untrusted.servers.status()[0]?.state]).toEqual([[], "idle"]);
  });

  it("start once, get only harmless variables and those of their setting, and end on dispose", async () => {
    process.env["ANTHROPIC_API_KEY"] = "secret";
    onTestFinished(() => void delete process.env["ANTHROPIC_API_KEY"]);
    const { servers } = serversWith({ calc: stdio });
    const answers = await Promise.all(
      [servers.tools(), servers.tools()].map(async (tools) => {
        const where = (await tools).find(({ name }) => name === "mcp_calc_where");
        return outcomeText((await where?.run({}, toolContext())) ?? { content: [], failed: true });
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    const { pid, key, given } = JSON.parse(answers[0] ?? "");
    expect([key, given]).toEqual([null, "yes"]);
    await servers.dispose();
    await untilGone(pid);
  });

  it("that die are started again for the next call", async () => {
    const { call, servers } = serversWith({ calc: stdio });
    const [tool] = await servers.tools();
    await expect(call("mcp_calc_die")).rejects.toThrow();
    expect(await tool?.run({ a: 4, b: 4 }, toolContext())).toEqual({
      content: [{ type: "text", text: "8" }],
      failed: false,
    });
  });

  it("are interrupted by stop", async () => {
    const { servers } = serversWith({ calc: stdio });
    const stop = new AbortController();
    const { world } = toolWorld(await servers.tools());
    const pending = runCalls(world, [toolCall("mcp_calc_hang", {})], stop.signal);
    setTimeout(() => stop.abort(), 50);
    const [result] = await pending;
    expect(result?.outcome.failed).toBe(true);
  });
});

describe("nameMcpTool", () => {
  it("keeps long and colliding names legal, stable and apart", () => {
    const long = nameMcpTool("server", "t".repeat(80), new Set());
    expect(long).toMatch(/^mcp_server_t+_[a-z0-9]+$/);
    expect(long.length).toBe(64);
    expect(nameMcpTool("a", "b c", new Set())).toBe("mcp_a_b_c");
    expect(nameMcpTool("a", "b.c", new Set(["mcp_a_b_c"]))).toMatch(/^mcp_a_b_c_[a-z0-9]+$/);
  });
});

describe("readToolResult", () => {
  it.each([
    [{ content: [{ type: "resource", resource: { uri: "file:///a", text: "inner" } }] }, "inner"],
    [
      { content: [{ type: "resource", resource: { uri: "file:///a", blob: "aGk=" } }] },
      "[binary resource file:///a, not shown]",
    ],
    [{ content: [{ type: "resource_link", uri: "file:///a" }] }, "[resource file:///a]"],
    [{ content: [], structuredContent: { a: 1 } }, '{\n  "a": 1\n}'],
    [{ content: [7] }, "[content of an unknown kind]"],
    [{}, "(no output)"],
    [null, "(no output)"],
  ])("reads %j", (answer, text) => {
    expect(outcomeText(readToolResult(answer))).toBe(text);
  });
});
