import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pickRow } from "./support/clicks";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

const SLOW = { timeout: APPEAR_MS };

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio({ settings: { "hermes.provider": "rehearsal" } });
  await studio.open();
  await studio.openChat();
});
afterAll(async () => studio?.close());

const quickInput = () => studio.page.locator(".quick-input-widget");
const field = () => quickInput().locator("input");
const titled = (title: string) => quickInput().filter({ hasText: title }).waitFor(SLOW);
const toast = (text: string) => studio.page.locator(".notification-toast", { hasText: text });
const servers = () =>
  studio.inHost(async ({ workspace }) =>
    JSON.parse(JSON.stringify(workspace.getConfiguration("hermes").inspect("mcpServers")?.globalValue ?? {})),
  );

async function addServer(way: string): Promise<void> {
  await studio.runCommand("Hermes: Add MCP Server");
  await pickRow(studio.page.locator(".quick-input-list .monaco-list-row", { hasText: way }).first());
}

async function answer(title: string, text: string): Promise<void> {
  await titled(title);
  await field().fill(text);
  await field().press("Enter");
}

describe("the wizard for MCP servers", () => {
  it("adds a program by its command, under a name it suggests", async () => {
    await addServer("Command");
    await answer("Command that starts the server", "npx -y @scope/notes-server --root 'my folder'");
    await titled("Name of the server");
    expect(await field().inputValue()).toBe("notes-server");
    await answer("Name of the server", "notes");
    await toast("Added to your settings: notes").waitFor(SLOW);
    expect(await servers()).toEqual({
      notes: { command: "npx", args: ["-y", "@scope/notes-server", "--root", "my folder"] },
    });
  });

  it("adds a server by its address, refuses one that others could read, and a name that is taken", async () => {
    await addServer("Address");
    await answer("Address of the server", "http://tools.example.com/mcp");
    await quickInput().getByText("begins with https://").waitFor(SLOW);
    await answer("Address of the server", "https://tools.example.com/mcp");
    await answer("Name of the server", "notes");
    await quickInput().getByText("exists already").waitFor(SLOW);
    await answer("Name of the server", "tools");
    await toast("Added to your settings: tools").waitFor(SLOW);
    expect(await servers()).toMatchObject({ tools: { url: "https://tools.example.com/mcp" } });
  });

  it("adds what JSON from elsewhere describes, and says what is wrong with other text", async () => {
    await addServer("JSON");
    await answer("JSON of the server", "{}");
    await quickInput().getByText("It names no server.").waitFor(SLOW);
    await answer("JSON of the server", '{"mcpServers":{"search":{"command":"uvx","args":["search-mcp"]}}}');
    await toast("Added to your settings: search").waitFor(SLOW);
    expect(Object.keys(await servers())).toEqual(["notes", "tools", "search"]);
  });

  it("changes nothing when it is left", async () => {
    await addServer("Command");
    await titled("Command that starts the server");
    await studio.page.keyboard.press("Escape");
    await quickInput().waitFor({ state: "hidden", ...SLOW });
    expect(Object.keys(await servers())).toHaveLength(3);
  });
});

describe("a window that nobody looks at", () => {
  it("calls the user back when an approval waits, and leads to it", async () => {
    const composer = studio.chat().getByTestId("composer");
    await composer.fill("Run `npm test`");
    // A page under test always has the focus, so that the workbench is told otherwise, as a browser would.
    await studio.page.locator(".part.titlebar").first().click(SLOW);
    await studio.page.evaluate("document.hasFocus = () => false; window.dispatchEvent(new Event('blur'))");
    await expect.poll(() => studio.inHost(async ({ window }) => window.state.focused), SLOW).toBe(false);
    await composer.press("Enter");
    await toast("Hermes waits for your approval").waitFor(SLOW);
    await studio.screenshot("approval-notification");
    await toast("Hermes waits for your approval").getByRole("button", { name: "Show" }).click(SLOW);
    await studio.chat().getByTestId("allow-once").waitFor(SLOW);
  });
});
