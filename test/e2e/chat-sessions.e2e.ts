import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio({
    settings: { "hermes.provider": "rehearsal", "chat.disableAIFeatures": false },
    env: { CLAUDE_CONFIG_DIR: "/nowhere", CODEX_HOME: "/nowhere", PI_CODING_AGENT_DIR: "/nowhere" },
  });
  await studio.open();
});

afterAll(async () => studio?.close());

/** Everything that VS Code's own chat has written. */
function writtenByChat(): string {
  const storage = join(dirname(studio.workspace), "data", "User", "workspaceStorage");
  if (!existsSync(storage)) return "";
  return readdirSync(storage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.endsWith("chatSessions"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

it("a session that VS Code's own chat writes is listed, and shown with its call and the output", async () => {
  const { page } = studio;
  await page.keyboard.press("Control+Alt+I");
  const input = page.locator(".interactive-input-part .monaco-editor").first();
  await input.waitFor({ timeout: APPEAR_MS });
  // Asked again until it answers: the chat looks for language models only when somebody asks.
  const answered = async (): Promise<boolean> => {
    if (writtenByChat().includes("Staging port: 8123.")) return true;
    await input.click();
    await page.keyboard.type("@parrot Which port does staging use? ", { delay: 20 });
    await page.keyboard.press("Enter");
    return false;
  };
  await expect.poll(answered, { timeout: 2 * APPEAR_MS, interval: 8_000 }).toBe(true);
  const before = writtenByChat();

  await studio.openChat();
  await studio.inHost(async (api) => api.commands.executeCommand("hermes.sessions.focus"));
  const row = (text: string) => page.locator(".part.sidebar .pane-body .monaco-list-row", { hasText: text }).first();
  await row("Look for sessions of other agents").click();
  await page.locator(".monaco-dialog-box .monaco-button", { hasText: /^Look$/ }).click();
  await row("Copilot Chat").click();
  await row("Which port does staging use?").click();
  const transcript = studio.inspector();
  await transcript.getByText("The port is in the notes.").first().waitFor();
  await transcript.getByText("harbor_notes").first().waitFor();
  await studio.screenshot("foreign-copilot-chat");
  expect(writtenByChat()).toBe(before);
});
