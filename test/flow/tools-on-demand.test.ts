import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { estimateToolsTokens } from "../../src/core/tokens/estimate";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes, RunOptions } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest, Script } from "../support/model-server/server";

const server = fileURLToPath(new URL("../support/mcp-server.ts", import.meta.url));
const BIG = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`f${index}.txt`, `file ${index}\n${"some plain words\n".repeat(500)}`]),
);

function withTools(count: number, script: Script, settings: RunOptions["settings"] = {}): Promise<RunningHermes> {
  return runHermes({
    files: BIG,
    settings: {
      "hermes.mcpServers": { erp: { command: process.execPath, args: [server, "many", String(count)] } },
      "hermes.approval.mcp": "allow",
      "hermes.maxOutputTokens": 1_000,
      ...settings,
    },
    server: { script },
  });
}

interface WireTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: object;
}

const toolsOf = (request: RecordedRequest | undefined): readonly WireTool[] =>
  (request?.body["tools"] ?? []) as unknown as readonly WireTool[];
const namesOf = (request: RecordedRequest | undefined): readonly string[] => toolsOf(request).map(({ name }) => name);
const tokensOf = (tools: readonly WireTool[]): number =>
  estimateToolsTokens(
    tools.map(({ name, description, input_schema }) => ({
      name,
      description,
      parameters: input_schema as Record<string, never>,
    })),
  );
const agentRequests = (hermes: RunningHermes) => hermes.server.requests.filter((request) => !isSummaryCall(request));

describe("a hundred tools of an MCP server", () => {
  it("cost less than 2,000 tokens a request, and the 57th is found and used in two calls", async () => {
    const hermes = await withTools(100, (_, n) => {
      if (n === 0) return calls(toolCall("tool_search", { query: "approve a contract" }, "c1"));
      if (n === 1)
        return calls(
          toolCall("use_tool", { name: "mcp_erp_approve_contract", arguments: { contractId: "K-9" } }, "c2"),
        );
      return says("Approved.");
    });
    await hermes.say("approve contract K-9");
    const plain = await runHermes();
    await plain.say("hello");
    const extra = tokensOf(toolsOf(hermes.server.requests[0])) - tokensOf(toolsOf(plain.server.requests[0]));
    expect(extra).toBeLessThan(2_000);
    expect(namesOf(hermes.server.requests[0]).filter((name) => name.startsWith("mcp_"))).toEqual([]);
    expect(hermes.server.requests.at(-1)?.text).toContain('approve_contract {\\"contractId\\":\\"K-9\\"}');
    expect(hermes.server.requests).toHaveLength(3);
    expect(hermes.seen("usage-reported").map(({ missCause }) => missCause)).toEqual([undefined, undefined, undefined]);
    const tools = hermes
      .seen("context-measured")
      .at(-1)
      ?.context.segments.find(({ kind }) => kind === "tools");
    expect(tools?.onDemand?.tools).toBe(100);
    expect(tools?.onDemand?.tokens).toBeGreaterThan(10_000);
    expect(hermes.server.violations).toEqual([]);
  });

  it("are approved, validated, and shown as the tool itself", async () => {
    const asked: string[] = [];
    const hermes = await runHermes({
      settings: {
        "hermes.mcpServers": { erp: { command: process.execPath, args: [server, "many", "100"] } },
        "hermes.approval.mcp": "ask",
      },
      host: {
        askApproval: async (request) => {
          asked.push(`${request.tool} ${request.category} ${request.detail.replace(/\s+/g, "")}`);
          return { kind: "deny" };
        },
      },
      server: {
        script: (_, n) =>
          n === 0
            ? calls(
                toolCall("use_tool", { name: "mcp_erp_list_price", arguments: { priceId: "1" } }, "c1"),
                toolCall("use_tool", { name: "mcp_erp_list_price", arguments: { wrong: 1 } }, "c2"),
                toolCall("use_tool", { name: "nothing" }, "c3"),
                toolCall("mcp_erp_list_audit", { auditId: "7" }, "c4"),
              )
            : says("ok"),
      },
    });
    await hermes.say("go");
    expect(asked).toEqual(['mcp_erp_list_price mcp {"priceId":"1"}', 'mcp_erp_list_audit mcp {"auditId":"7"}']);
    expect(hermes.seen("tool-ended").map(({ failed }) => failed)).toEqual([true, true, true, true]);
    const last = hermes.server.requests.at(-1)?.text ?? "";
    expect(last).toContain("do not fit its schema");
    expect(last).toContain("There is no tool on demand named");
  });

  it("join the list at a compression once used, and leave it when unused for long", async () => {
    let used = false;
    let read = 0;
    const script: Script = (request) => {
      if (isSummaryCall(request)) return says(handOff());
      if (!used) {
        used = true;
        return calls(toolCall("use_tool", { name: "mcp_erp_merge_region", arguments: { regionId: "EU" } }, "u1"));
      }
      read++;
      return read % 6 === 0 ? says("done") : calls(toolCall("read_file", { path: `f${read % 12}.txt` }, `r${read}`));
    };
    const hermes = await withTools(100, script, {
      "hermes.compression.enabled": false,
      "hermes.contextLength": 128_000,
    });
    const lists: boolean[] = [];
    const round = async () => {
      await hermes.say("go on");
      lists.push(namesOf(agentRequests(hermes).at(-1)).includes("mcp_erp_merge_region"));
      await hermes.say("and on");
      expect(await hermes.agent.compress()).toBe("smaller");
    };
    for (let index = 0; index < 5; index++) await round();
    expect(lists).toEqual([false, true, true, true, false]);
    const causes = hermes.seen("usage-reported").map(({ missCause }) => missCause);
    expect(causes.filter((cause) => cause?.includes("tool"))).toEqual([]);
    const before = namesOf(agentRequests(hermes).at(-1));
    const session = hermes.agent.session!;
    const next = await hermes.reopen();
    await next.agent.resume(session);
    await next.say("after a restart");
    expect(namesOf(hermes.server.requests.at(-1))).toEqual(before);
    expect(hermes.server.violations).toEqual([]);
  });
});

describe("tools of others", () => {
  it("are all listed where they are few, or where the setting is off", async () => {
    const few = await withTools(5, () => says("ok"));
    await few.say("hello");
    expect(namesOf(few.server.requests[0]).filter((name) => name.startsWith("mcp_"))).toHaveLength(5);
    const off = await withTools(100, () => says("ok"), { "hermes.tools.onDemand": false });
    await off.say("hello");
    expect(namesOf(off.server.requests[0]).filter((name) => name.startsWith("mcp_"))).toHaveLength(100);
    for (const hermes of [few, off]) expect(namesOf(hermes.server.requests[0])).not.toContain("tool_search");
  });

  it("that are few but unused for long are deferred at a compression", async () => {
    let read = 0;
    const hermes = await withTools(
      12,
      (request) => {
        if (isSummaryCall(request)) return says(handOff());
        read++;
        return read % 6 === 0 ? says("done") : calls(toolCall("read_file", { path: `f${read % 12}.txt` }, `r${read}`));
      },
      { "hermes.compression.enabled": false, "hermes.contextLength": 128_000 },
    );
    const counts: number[] = [];
    for (let index = 0; index < 4; index++) {
      await hermes.say("go on");
      counts.push(namesOf(agentRequests(hermes).at(-1)).filter((name) => name.startsWith("mcp_")).length);
      await hermes.say("and on");
      await hermes.agent.compress();
    }
    expect(counts).toEqual([12, 12, 12, 0]);
  });
});
