import { expect, it } from "vitest";
import { McpSwitch } from "../../../src/vscode/host/mcp-switch";
import { memoryState } from "../../support/memory-state";

it("has every server on until it is switched off, and remembers servers that are not offered", async () => {
  const state = memoryState();
  const mcp = new McpSwitch(state);
  const areOn = () => ["files", "web", "old"].map((server) => new McpSwitch(state).isOn(server));
  expect(areOn()).toEqual([true, true, true]);
  expect(await mcp.keepOn(["files"], ["files", "old"])).toBe("changed");
  expect(areOn()).toEqual([true, true, false]);
  expect(await mcp.keepOn(["files"], ["files", "web"])).toBe("changed");
  expect(areOn()).toEqual([true, false, false]);
  expect(await mcp.keepOn(["files"], ["files", "web"])).toBe("same");
  expect(await mcp.keepOn(["files", "web"], ["files", "web"])).toBe("changed");
  expect(areOn()).toEqual([true, true, false]);
});
