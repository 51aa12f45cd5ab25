import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/places.mjs";
import { startModelServer } from "../../support/model-server/server";
import { createStoryteller, MONTHS, salesOf } from "./lemonade-story";
import type { Studio } from "./studio";
import { APPEAR_MS, openStudio } from "./studio";

const ALBUM = join(root, "media", "screenshots");
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
    "hermes.contextLength": 32_000,
    "hermes.maxOutputTokens": 2_000,
    "hermes.compression.protectLastN": 4,
    "hermes.approval.run": "allow",
    "hermes.approval.edit": "allow",
    "workbench.colorTheme": "Default Dark Modern",
  },
});
try {
  mkdirSync(ALBUM, { recursive: true });
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
  for (const month of MONTHS.slice(0, PREVIEWED_MONTHS)) await ask(`What sold best in ${month}?`);
  await runCommand("Hermes: Preview Compression");
  await inspector().getByTestId("preview-focus").fill("the discount of regular customers");
  await inspector().getByTestId("preview-run").click();
  await inspector().getByTestId("preview-draft-action").click();
  await inspector().getByTestId("preview-draft").waitFor();
  await shoot("preview");
  await inspector().getByTestId("preview-leave").click();
  for (const month of MONTHS.slice(PREVIEWED_MONTHS)) await ask(`What sold best in ${month}?`);
  await chat().getByTestId("row-context-compressed").first().waitFor();
  await inspector().getByTestId("to-context").click();
  await shoot("inspector");
  await runCommand("Hermes: Compare Before and After Compression");
  await page
    .locator(".monaco-diff-editor .view-line", { hasText: /Active\sTask/ })
    .first()
    .waitFor();
  await shoot("diff");
}
