import { describe, expect, it } from "vitest";
import { searchTools } from "../../../../src/core/tools/on-demand/search";
import { echo } from "../../../support/tools";

const VERBS = ["list", "create", "update", "archive", "export", "approve", "compare", "merge", "validate", "schedule"];
const NOUNS = ["invoice", "customer", "shipment", "contract", "region", "price", "audit"];
const tool = (name: string, description: string) => echo({ name, description });
const tools = [
  ...VERBS.flatMap((verb) => NOUNS.map((noun) => tool(`mcp_erp_${verb}_${noun}`, `Lets you ${verb} a ${noun}.`))),
  tool("mcp_people_getUserById", "Fetches one account."),
  tool("mcp_cn_a", "审批合同并通知客户"),
  tool("mcp_cn_b", "把PDF转换成图片"),
  tool("mcp_jp_a", "契約を承認する"),
  tool("mcp_de_a", "Überweisung ausführen"),
  tool("constructor", "Builds houses."),
];
const first = (query: string): string | undefined => searchTools(tools, query)[0]?.name;

describe("a search for tools", () => {
  it.each([
    ["approve a contract", "mcp_erp_approve_contract"],
    ["contract approval", "mcp_erp_approve_contract"],
    ["approving contracts", "mcp_erp_approve_contract"],
    ["is there a way to get shipments validated?", "mcp_erp_validate_shipment"],
    ["exporting of invoices", "mcp_erp_export_invoice"],
    ["pricing comparison", "mcp_erp_compare_price"],
    ["MCP_ERP_MERGE_REGION", "mcp_erp_merge_region"],
    ["user by id", "mcp_people_getUserById"],
    ["getuserbyid", "mcp_people_getUserById"],
    ["合同审批", "mcp_cn_a"],
    ["转换pdf", "mcp_cn_b"],
    ["承認", "mcp_jp_a"],
    ["uberweisung", "mcp_de_a"],
    ["constructor", "constructor"],
  ])("for %j finds %s first", (query, name) => expect(first(query)).toBe(name));

  it.each(["", "  ", "\u0000", "....", "!?", "x".repeat(100_000), "zzz ".repeat(50_000)])(
    "for nothing finds nothing",
    (query) => expect(searchTools(tools, query)).toEqual([]),
  );

  it("takes no word for another that only begins like it", () => {
    expect(searchTools([tool("open_control", "Opens it.")], "contract")).toEqual([]);
    expect(searchTools([tool("port", "A port.")], "portability")).toEqual([]);
  });
});
