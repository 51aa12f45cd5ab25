import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

const SLOW = { timeout: 30_000 };

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio({ settings: { "hermes.provider": "rehearsal", "hermes.approval.run": "allow" } });
  await studio.open();
  await studio.openChat();
});
afterAll(async () => studio?.close());

const tab = (label: string | RegExp) => studio.page.locator(".tabs-container .tab", { hasText: label });

describe("a window that is opened again", () => {
  it("shows its session without the first run in between, one inspector, and no tab without its text", async () => {
    await studio.chat().getByTestId("composer").fill("explain src/cart.js");
    await studio.chat().getByTestId("composer").press("Enter");
    await studio.chat().getByTestId("row-reply").first().waitFor(SLOW);
    await studio
      .chat()
      .getByTestId("stop")
      .waitFor({ state: "detached", ...SLOW });
    await studio.runCommand("Hermes: Open Context Inspector");
    await studio.inspector().getByTestId("item-open").first().click();
    await tab("message.md").waitFor(SLOW);
    await studio.inHost(async (vscode) => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      if (folder === undefined) throw new Error("no folder");
      const file = vscode.Uri.joinPath(folder.uri, "src", "cart.js");
      await vscode.window.showTextDocument(file, { preview: false });
    });
    await tab("cart.js").waitFor(SLOW);

    // Unlike closing the page, this command gives VS Code the time to store its tabs.
    const loaded = studio.page.waitForEvent("load", { timeout: APPEAR_MS });
    await studio.runCommand("Developer: Reload Window");
    await loaded;
    await tab("cart.js").waitFor({ timeout: APPEAR_MS });
    // VS Code opens the sidebar again by itself.
    await studio.chat().getByTestId("composer").waitFor({ timeout: APPEAR_MS });
    await studio.chat().getByTestId("row-user").waitFor(SLOW);
    await expect.poll(() => tab("message.md").count(), SLOW).toBe(0);
    await studio.runCommand("Hermes: Open Context Inspector");
    await studio.inspector().getByTestId("gauge-text").waitFor(SLOW);
    expect(await tab("Hermes Context").count()).toBe(1);
    expect(await tab("cart.js").count()).toBe(1);
  });

  it("leaves the chat most of the sidebar when a tree is opened below it", async () => {
    await studio.page.locator(".pane-header", { hasText: "Sessions" }).click();
    const height = async (name: string) =>
      (
        await studio.page
          .locator(".pane", { has: studio.page.locator(".pane-header", { hasText: name }) })
          .boundingBox()
      )?.height ?? 0;
    await expect.poll(() => height("Sessions"), SLOW).toBeGreaterThan(60);
    expect(await height("Chat")).toBeGreaterThan(2 * (await height("Sessions")));
    await studio.screenshot("sidebar-with-tree");
  });
});
