import { describe, expect, it } from "vitest";
import type { Tool } from "../../../src/core/tools/tool";
import { textOutcome } from "../../../src/core/tools/tool";
import { Registrations } from "../../../src/vscode/host/registrations";

const tool = (name: string): Tool => ({
  name,
  description: "",
  parameters: { type: "object" },
  category: "read",
  order: "parallel",
  secrets: "keep",
  run: () => Promise.resolve(textOutcome("")),
});

describe("the registry of other extensions", () => {
  it("keeps tools until they are removed", () => {
    const registry = new Registrations(() => undefined);
    const removal = registry.registerTool(tool("weather"));
    expect(registry.allTools().map(({ name }) => name)).toEqual(["weather"]);
    removal.dispose();
    expect(registry.allTools()).toEqual([]);
  });

  it.each(["compressor", "lcm", "LCM", " Compressor", "l\u200bcm"])(
    "refuses the name of a built-in engine: %j",
    (name) => {
      const warnings: string[] = [];
      const registry = new Registrations((reason) => void warnings.push(reason));
      registry.registerContextEngine(name, () => expect.unreachable()).dispose();
      expect([registry.engineNames(), warnings]).toEqual([[], [expect.stringContaining("already exists")]]);
    },
  );

  it("refuses the second of a name with a warning and keeps the first", () => {
    const warnings: string[] = [];
    const registry = new Registrations((reason) => void warnings.push(reason));
    const first = tool("weather");
    registry.registerTool(first);
    registry.registerTool(tool("weather")).dispose();
    expect(registry.allTools()).toEqual([first]);
    expect(warnings).toEqual([`A tool named "weather" is already registered; the second one is refused.`]);
  });
});
