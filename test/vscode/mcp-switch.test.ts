import { expect, it } from "vitest";
import type { Memento } from "vscode";
import { McpSwitch } from "../../src/vscode/mcp-switch";

/** A workspace state that keeps its values in memory. */
function memoryState(): Pick<Memento, "get" | "update"> {
  const kept = new Map<string, unknown>();
  return { get: (key: string, fallback?: unknown) => kept.get(key) ?? fallback, update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)) } as Pick<Memento, "get" | "update">;
}

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
