import { expect, it } from "vitest";
import type { Tool } from "../../src/core/tools/tool";
import { textOutcome } from "../../src/core/tools/tool";
import { runHermes } from "../support/hermes";
import { says } from "../support/model-server/reply";

const tool = (name: string): Tool => ({
  name,
  description: "does something",
  parameters: { type: "object", properties: {} },
  category: "run",
  order: "alone",
  secrets: "keep",
  run: async () => textOutcome("done"),
});

it("says once which tool is left out, who has its name, and what to do", async () => {
  const seenNotices = new Set<string>();
  const hermes = await runHermes({
    server: { script: () => says("ok") },
    host: {
      seenNotices,
      registeredTools: () => [tool("read_file"), tool("weather"), tool("weather"), tool("no spaces")],
    },
  });
  await hermes.say("hello");
  const advice = "Disable the extension, or ask its author to rename the tool.";
  const left = (name: string, why: string) =>
    [`warning: The tool "${name}" of another extension is left out:`, why, advice].join(" ");
  expect(hermes.seen("notice").map(({ level, text }) => `${level}: ${text}`)).toEqual([
    left("no spaces", 'models accept up to 64 letters, digits, "_", and "-".'),
    left("read_file", "Hermes already has a tool of that name."),
    left("weather", "another extension already has a tool of that name."),
  ]);
  expect(hermes.rows().filter(({ kind }) => kind === "notice")).toHaveLength(3);
  await hermes.agent.newSession();
  expect(hermes.seen("notice")).toHaveLength(3);
});
