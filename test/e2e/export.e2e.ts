import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { says } from "../support/model-server/reply";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { pickRow } from "./support/clicks";
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

async function startExport(): Promise<void> {
  await studio.runCommand("Hermes: Export Session");
  await choices().filter({ hasText: "Without secrets" }).waitFor(SLOW);
}

const exported = () => readdirSync(studio.workspace).filter((name) => name.startsWith("Deploy"));

/** Takes a choice, then the name that VS Code's own dialog proposes. */
async function save(choice: string): Promise<string> {
  await pickRow(choices().filter({ hasText: choice }));
  await studio.page.locator(".quick-input-titlebar", { hasText: /^Export session$/ }).waitFor(SLOW);
  // The dialog ignores the key until it has looked the folder up.
  const written = async () => {
    if (await input().isVisible()) await studio.page.keyboard.press("Enter");
    return exported().map((name) => readFileSync(join(studio.workspace, name), "utf8"))[0] ?? "";
  };
  await expect.poll(written, { ...SLOW, interval: 1_000 }).not.toBe("");
  const [name = ""] = exported();
  const text = readFileSync(join(studio.workspace, name), "utf8");
  rmSync(join(studio.workspace, name));
  return text;
}

describe("an export", () => {
  it("leaves out secrets and live pictures where the first choice is taken", async () => {
    await startExport();
    await studio.page
      .locator(".quick-input-list .monaco-list-row.focused", { hasText: "Without secrets" })
      .waitFor(SLOW);
    const text = await save("Without secrets");
    expect(text).toContain("[REDACTED]");
    expect(text).not.toContain(TOKEN);
    expect(text).not.toMatch(/(?<!\\)!\[[^\]]*\]\(https?:/);
  });

  it("holds everything only where that is chosen", async () => {
    await startExport();
    expect(await save("With everything")).toContain(TOKEN);
  });

  it("asks for no file where the question is not answered", async () => {
    await startExport();
    await studio.page.keyboard.press("Escape");
    await studio.page.locator(".quick-input-widget").waitFor({ state: "hidden", timeout: APPEAR_MS });
    expect(exported()).toEqual([]);
  });
});
