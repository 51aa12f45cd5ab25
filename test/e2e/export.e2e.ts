import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { says } from "../support/model-server/reply";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

const SLOW = { timeout: APPEAR_MS };
const TOKEN = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";

let model: ModelServer;
let studio: Studio;
beforeAll(async () => {
  model = await startModelServer({ script: () => says("Done. ![a picture](https://example.com/tracker.png)") });
  studio = await openStudio({
    settings: { "hermes.provider": "anthropic", "hermes.model": "claude-sonnet-4-5", "hermes.baseUrl": model.url },
    env: { ANTHROPIC_API_KEY: "sk-ant-for-the-test" },
  });
  await studio.open();
  await studio.openChat();
  const composer = studio.chat().getByTestId("composer");
  await composer.fill(`Deploy with GITHUB_TOKEN=${TOKEN} please.`);
  await composer.press("Enter");
  await studio.chat().getByText("Done.").first().waitFor(SLOW);
});
afterAll(async () => {
  await studio?.close();
  await model?.close();
});

const input = () => studio.page.locator(".quick-input-widget input[type=text]");
const choices = () => studio.page.locator(".quick-input-list .monaco-list-row");

/** Chooses a file in VS Code's own dialog and waits for the question about secrets. */
async function startExport(name: string): Promise<string> {
  const file = join(studio.workspace, name);
  await studio.runCommand("Hermes: Export Session");
  await studio.page.locator(".quick-input-titlebar", { hasText: "Export session" }).waitFor(SLOW);
  await input().fill(file);
  // The dialog looks the folder up before it takes the name.
  await expect.poll(() => input().inputValue(), SLOW).toBe(file);
  await studio.page.locator(".quick-input-widget .monaco-button", { hasText: "Save" }).click(SLOW);
  await choices().filter({ hasText: "Without secrets" }).waitFor(SLOW);
  return file;
}

describe("an export", () => {
  it("leaves out secrets and live pictures where the first choice is taken", async () => {
    const file = await startExport("first.md");
    expect(await choices().count()).toBe(2);
    const preset = studio.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: "Without secrets" });
    await preset.click(SLOW);
    await expect.poll(() => existsSync(file), SLOW).toBe(true);
    await expect.poll(() => readFileSync(file, "utf8"), SLOW).toContain("[REDACTED]");
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain(TOKEN);
    expect(text).not.toMatch(/(?<!\\)!\[[^\]]*\]\(https?:/);
  });

  it("holds everything only where that is chosen", async () => {
    const file = await startExport("whole.json");
    await choices().filter({ hasText: "With everything" }).click();
    await expect.poll(() => (existsSync(file) ? readFileSync(file, "utf8") : ""), SLOW).toContain(TOKEN);
  });

  it("writes nothing where the question is not answered", async () => {
    const file = await startExport("never.md");
    await studio.page.keyboard.press("Escape");
    await studio.page.locator(".quick-input-widget").waitFor({ state: "hidden", timeout: APPEAR_MS });
    expect(existsSync(file)).toBe(false);
  });
});
