import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { ModelServer, RecordedRequest } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

let studio: Studio;
let server: ModelServer;
/** Sub-agents wait here for the test, so that it sees them at work. */
let letGo: () => void = () => undefined;
const held = new Promise<void>((resolve) => {
  letGo = resolve;
});

const isChild = (request: RecordedRequest): boolean => request.text.includes("# Your part");
const results = (request: RecordedRequest): number => request.text.split('"type":"tool_result"').length - 1;

async function play(request: RecordedRequest) {
  if (isSummaryCall(request)) return says(handOff());
  if (!isChild(request)) {
    if (!request.text.includes("look around")) return says("A short answer.");
    if (results(request) > 0) return says("Both looked.");
    return calls(
      toolCall("delegate", { task: "find the prices", kind: "explore" }, "d1"),
      toolCall("delegate", { task: "find the tests", kind: "explore" }, "d2"),
    );
  }
  if (results(request) === 0) return calls(toolCall("read_file", { path: "src/price.js" }, "r1"));
  if (request.text.includes("find the tests")) return { kind: "stall", at: "headers" } as const;
  await held;
  return says("The prices are in src/price.js.");
}

beforeAll(async () => {
  server = await startModelServer({ script: play });
  studio = await openStudio({
    settings: {
      "hermes.provider": "anthropic",
      "hermes.model": "claude-sonnet-4-5",
      "hermes.baseUrl": server.url,
      "hermes.contextLength": 40_000,
      "hermes.compression.enabled": false,
      "hermes.hooks": { PreCompact: [{ hooks: [{ type: "command", command: "echo prices and failing tests" }] }] },
    },
    env: { ANTHROPIC_API_KEY: "e2e-key" },
  });
  const skill = join(studio.workspace, ".hermes", "skills", "price-change");
  mkdirSync(skill, { recursive: true });
  writeFileSync(
    join(skill, "SKILL.md"),
    "---\nname: price-change\ndescription: How to change a price.\n---\nChange the table, then run the tests.\n",
  );
  await studio.open();
  await studio.openChat();
});

afterAll(async () => {
  letGo();
  await studio?.close();
  await server?.close();
});

async function send(text: string): Promise<void> {
  await studio.chat().getByTestId("composer").fill(text);
  await studio.chat().getByTestId("composer").press("Enter");
}

const delegates = (state: string) => studio.chat().locator(`[data-testid=delegate][data-state=${state}]`);

describe("sub-agents, in a real VS Code,", () => {
  it("are seen at work in parallel, opened, and stopped", async () => {
    await send("look around");
    await expect.poll(() => delegates("running").count(), { timeout: APPEAR_MS }).toBe(2);
    const stuck = delegates("running").filter({ has: studio.chat().getByText("read_file src/price.js") });
    await expect.poll(() => stuck.count(), { timeout: APPEAR_MS }).toBe(2);
    await studio.screenshot("delegation");
    await delegates("running").last().getByTestId("delegate-open").click();
    await expect
      .poll(() => studio.inHost(async (api) => api.window.activeTextEditor?.document.getText() ?? ""), {
        timeout: APPEAR_MS,
      })
      .toContain("find the tests");
    await delegates("running").last().getByTestId("delegate-stop").click();
    await delegates("stopped").waitFor();
    letGo();
    await delegates("done").waitFor();
    expect(await delegates("done").getByTestId("delegate-figures").innerText()).toMatch(
      /kept [\d.K]+ out of your window/,
    );
    await studio.chat().getByTestId("row-reply").filter({ hasText: "Both looked." }).waitFor();
    expect(server.violations).toEqual([]);
  });
});

describe("skills, in a real VS Code,", () => {
  it("are shown in a picker with their cost, and asked for in the composer", async () => {
    await studio.runCommand("Hermes: Show Skills…");
    const row = studio.page.locator(".quick-input-list .monaco-list-row", { hasText: "price-change" }).first();
    await row.waitFor();
    expect(await row.innerText()).toMatch(/\d+ tokens in every request, \d+ more while in use/);
    await studio.screenshot("skill-picker");
    await studio.page.keyboard.press("Enter");
    await expect
      .poll(() => studio.chat().getByTestId("composer").inputValue(), { timeout: APPEAR_MS })
      .toContain("price-change");
    await studio.chat().getByTestId("composer").fill("");
  });
});

describe("a PreCompact hook, in a real VS Code,", () => {
  it("sets a focus that the row of the compression shows", async () => {
    for (const text of ["first question", "second question", "third question", "fourth question", "fifth question"]) {
      await send(`${text} ${"with many plain words ".repeat(900)}`);
      await expect.poll(() => studio.chat().getByTestId("stop").count(), { timeout: APPEAR_MS }).toBe(0);
    }
    await studio.runCommand("Hermes: Compress Context");
    const card = studio.chat().getByTestId("row-context-compressed").last();
    await card.waitFor();
    expect(await card.innerText()).toContain("focus: prices and failing tests");
    await studio.chat().getByTestId("row-context-hook-ran").last().waitFor();
    await studio.screenshot("hook-focus");
  });
});
