import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/places.mjs";
import { untilFile, untilGone } from "../support/processes";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

let studio: Studio;

beforeAll(async () => {
  const lemons = { command: process.execPath, args: [join(root, "test", "support", "mcp-server.ts")] };
  studio = await openStudio({
    settings: { "hermes.provider": "rehearsal", "hermes.approval.run": "allow", "hermes.mcpServers": { lemons } },
    env: { ANTHROPIC_API_KEY: "sk-ant-planted" },
  });
  await studio.open();
  await studio.openChat();
});

afterAll(async () => studio?.close());

async function run(command: string): Promise<string> {
  await studio.chat().getByTestId("composer").fill(`Run '${command}'`);
  await studio.page.keyboard.press("Enter");
  await studio
    .chat()
    .getByTestId("row-reply")
    .filter({ hasText: `You asked: Run '${command}'` })
    .waitFor();
  return studio.chat().getByTestId("row-tool").last().innerText();
}

describe("a command of the agent, in a real VS Code,", () => {
  it("runs in a visible terminal, and its exit code is reported", async () => {
    expect(await run("echo visible; exit 3")).toMatch(/exit(?: code)? 3/);
    expect(await studio.inHost(async (api) => api.window.terminals.map(({ name }) => name))).toContain("Hermes");
    await studio.screenshot("terminal");
  });

  it("does not see provider API keys", async () => {
    // grep fails if it finds nothing.
    expect(await run("printenv | grep -i anthropic")).toMatch(/failed$/);
  });

  it("reuses the same terminal", async () => {
    await run("echo again");
    expect(
      await studio.inHost(async (api) => api.window.terminals.filter(({ name }) => name === "Hermes").length),
    ).toBe(1);
  });

  it("ends processes it left running, and reuses the same terminal", async () => {
    await run("sleep 900 & echo $! > left.txt");
    await untilGone(Number(await untilFile(join(studio.workspace, "left.txt"))));
    expect(
      await studio.inHost(async (api) => api.window.terminals.filter(({ name }) => name === "Hermes").length),
    ).toBe(1);
  });

  it("ends immediately on stop, and the next command gets a working terminal", async () => {
    await studio.chat().getByTestId("composer").fill("Run 'echo $$ > pid.txt; sleep 900'");
    await studio.page.keyboard.press("Enter");
    const pid = Number(await untilFile(join(studio.workspace, "pid.txt")));
    await studio.chat().getByTestId("stop").click();
    await untilGone(pid);
    await studio.chat().getByTestId("stop").waitFor({ state: "detached" });
    expect(await run("exit 4")).toMatch(/exit(?: code)? 4/);
  });
});

it("an MCP server is listed with its state and cost, and turned off for the next session", async () => {
  await studio.runCommand("Hermes: Manage MCP Servers…");
  const row = studio.page.locator(".quick-input-list .monaco-list-row", { hasText: "lemons" });
  await row.filter({ hasText: /6 tools.*tokens/ }).waitFor();
  await studio.screenshot("mcp-servers");
  await row.click();
  await studio.page.locator(".quick-input-widget .monaco-button", { hasText: "OK" }).click();
  await studio.page
    .locator(".notifications-toasts .notification-list-item", { hasText: "takes effect in a new session" })
    .getByRole("button", { name: "New Session" })
    .click();
  await studio.chat().getByTestId("row-user").first().waitFor({ state: "detached" });
  await run("echo without lemons");
  await studio.runCommand("Hermes: Manage MCP Servers…");
  await row.filter({ hasText: /off/ }).waitFor();
  await studio.page.keyboard.press("Escape");
});
