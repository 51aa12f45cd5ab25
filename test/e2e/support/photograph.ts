import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { root } from "../../../scripts/places.mjs";
import { startModelServer } from "../../support/model-server/server";
import { createStoryteller, MONTHS, salesOf } from "./lemonade-story";
import type { Studio } from "./studio";
import { APPEAR_MS, openStudio } from "./studio";
import type { Frame } from "./webp";
import { animateWebp, encodeWebp } from "./webp";

const ALBUM = join(root, "media", "screenshots");
const WALKTHROUGH = join(root, "media", "walkthrough");
/** Twice the width at which the walkthrough shows them would not be sharper. */
const WALKTHROUGH_WIDTH = 720;
const ANIMATION_WIDTH = 900;
/** Long enough to read a card, short enough to watch twice. */
const FRAME_MS = 1_600;
const VIEWPORT = { width: 1280, height: 800 };
/** As much as the window holds without an automatic compression. */
const PREVIEWED_MONTHS = 3;
/** Moves the sidebar's border so that replies are easy to read. */
const SIDEBAR = { fromX: 349, toX: 470, y: 400 };

const server = await startModelServer({ script: createStoryteller() });
const studio = await openStudio({
  env: { ANTHROPIC_API_KEY: "test-key" },
  settings: {
    "hermes.provider": "anthropic",
    "hermes.model": "claude-sonnet-4-5",
    "hermes.baseUrl": server.url,
    "hermes.contextLength": 28_000,
    "hermes.maxOutputTokens": 2_000,
    "hermes.compression.protectLastN": 4,
    "hermes.approval.run": "allow",
    "hermes.approval.edit": "allow",
    "workbench.colorTheme": "Default Dark Modern",
  },
});
try {
  for (const folder of [ALBUM, WALKTHROUGH]) mkdirSync(folder, { recursive: true });
  for (const month of MONTHS) writeFileSync(join(studio.workspace, `sales-${month}.csv`), salesOf(month));
  await photograph(studio);
  console.log(
    readdirSync(ALBUM)
      .map((name) => join("media", "screenshots", name))
      .join("\n"),
  );
} finally {
  await studio.close();
  await server.close();
}

/** One session, from a failing test to the review of a compression, for the screenshots in the README. */
async function photograph({ page, chat, inspector, inHost, open, openChat, runCommand }: Studio): Promise<void> {
  const shoot = async (name: string) => {
    await page.mouse.move(0, 0);
    writeFileSync(join(ALBUM, `${name}.png`), await page.screenshot());
  };
  /** A blank page encodes pictures; the policy of VS Code's own page forbids that. */
  const darkroom = await page.context().newPage();
  const clip = async (name: string, target: Locator) => {
    const png = await target.screenshot();
    writeFileSync(join(WALKTHROUGH, `${name}.webp`), await encodeWebp(darkroom, png, WALKTHROUGH_WIDTH));
  };
  const frames: Frame[] = [];
  const film = async (ms = FRAME_MS) => {
    await page.mouse.move(0, 0);
    frames.push({ webp: await encodeWebp(darkroom, await page.screenshot(), ANIMATION_WIDTH), ms });
  };
  const ask = async (text: string) => {
    const before = server.requests.length;
    await chat().getByTestId("composer").fill(text);
    await chat().getByTestId("composer").press("Enter");
    await chat().getByTestId("row-user").filter({ hasText: text }).waitFor();
    while (server.requests.length === before) await page.waitForTimeout(50);
    await chat().getByTestId("stop").waitFor({ state: "detached" });
  };
  await page.setViewportSize(VIEWPORT);
  await open();
  await openChat();
  await page.mouse.move(SIDEBAR.fromX, SIDEBAR.y);
  await page.mouse.down();
  await page.mouse.move(SIDEBAR.toX, SIDEBAR.y, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await inHost(
    async (api) =>
      void (await api.commands.executeCommand(
        "vscode.open",
        api.Uri.joinPath(api.workspace.workspaceFolders?.[0]?.uri ?? api.Uri.file("."), "src", "cart.js"),
      )),
  );
  await ask("Why does the discount test fail? Please fix it.");
  await chat().getByTestId("row-reply").filter({ hasText: "4 tests" }).waitFor({ timeout: APPEAR_MS });
  await shoot("chat");
  await clip("first", page.locator(".part.sidebar"));
  for (const month of MONTHS.slice(0, PREVIEWED_MONTHS)) await ask(`What sold best in ${month}?`);
  await runCommand("Hermes: Preview Compression");
  await inspector().getByTestId("preview-focus").fill("the discount of regular customers");
  await inspector().getByTestId("preview-run").click();
  await inspector().getByTestId("preview-draft-action").click();
  await inspector().getByTestId("preview-draft").waitFor();
  await shoot("preview");
  await clip("compress", page.locator(".part.editor"));
  await inspector().getByTestId("preview-leave").click();
  for (const month of MONTHS.slice(PREVIEWED_MONTHS)) await ask(`What sold best in ${month}?`);
  await chat().getByTestId("row-context-compressed").first().waitFor();
  await inspector().getByTestId("to-context").click();
  await shoot("inspector");
  await clip("window", page.locator(".part.editor"));
  await clip("undo", chat().getByTestId("row-context-compressed").first());
  await runCommand("Hermes: Compare Before and After Compression");
  await page
    .locator(".monaco-diff-editor .view-line", { hasText: /Active\sTask/ })
    .first()
    .waitFor();
  await shoot("diff");
  await runCommand("View: Close All Editors");
  await filmCompression();
  await runCommand("Hermes: Set API Key");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Anthropic" }).first().click();
  const servers = page.locator(".quick-input-list .monaco-list-row", { hasText: "api.anthropic.com" });
  await servers.first().click();
  await page.locator(".quick-input-widget", { hasText: "API key for Anthropic" }).waitFor();
  await clip("key", page.locator(".quick-input-widget"));
  await darkroom.close();

  /** The bar fills, folds, and is whole again. */
  async function filmCompression(): Promise<void> {
    await ask("What sold best in april?");
    await ask("What sold best in may?");
    await runCommand("Hermes: Open Context Inspector");
    await inspector().getByTestId("to-context").click();
    await film();
    await inHost(async (api) => void (await api.commands.executeCommand("hermes.compress")));
    const undo = chat().getByTestId("undo-compression").last();
    await undo.waitFor({ timeout: APPEAR_MS });
    await film();
    await chat().getByTestId("diff-compression").last().click();
    await page.locator(".tab", { hasText: "before ↔ after" }).waitFor();
    await page.waitForTimeout(FRAME_MS);
    await film();
    await page.keyboard.press("ControlOrMeta+w");
    await undo.click();
    await chat().getByTestId("row-context-undone").waitFor({ timeout: APPEAR_MS });
    await film();
    writeFileSync(join(ALBUM, "compression.webp"), animateWebp(frames));
  }
}
