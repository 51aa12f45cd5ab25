import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportJson } from "../../src/core/sessions/export";
import { says, user } from "../support/conversation";
import { header, openStore, request, tempFolder } from "../support/sessions";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio({ runsIn: "browser" });
  writeFileSync(join(studio.workspace, "lemons.json"), await exportedSession());
  writeFileSync(join(studio.workspace, "broken.json"), '{"messages": 7}');
  await studio.open();
});
afterAll(async () => studio?.close());

async function exportedSession(): Promise<string> {
  const store = openStore(await tempFolder());
  const writer = await store.create(header("s1"));
  await writer.append([user("How many lemons are left?"), says("Forty-two lemons are left.")]);
  await writer.recordRequest(request("r1", { input: 1_200, cacheRead: 30_000, output: 12 }));
  const session = await store.read(writer.header.id);
  await store.close();
  return exportJson(session);
}

/** The text of all pages, also of those behind another tab. */
async function shown(): Promise<string> {
  const texts = await Promise.all(
    studio.page.frames().map((frame) =>
      frame
        .locator("#root")
        .innerText({ timeout: 1_000 })
        .catch(() => ""),
    ),
  );
  return texts.join("\n");
}

/** The menu lacks the command until VS Code has read the extension. */
async function openFromExplorer(name: string): Promise<void> {
  const file = studio.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name });
  const command = studio.page.locator(".monaco-menu .action-item", { hasText: "Open Session File…" });
  const isOffered = async (): Promise<boolean> => {
    await studio.page.keyboard.press("Escape");
    await file.click({ button: "right" });
    await studio.page.locator(".monaco-menu .action-item", { hasText: "Copy Path" }).waitFor();
    return command.isVisible();
  };
  await expect.poll(isOffered, { timeout: APPEAR_MS, interval: 1_000 }).toBe(true);
  // A menu ignores clicks right after it opens.
  await command.hover();
  await studio.page.keyboard.press("Enter");
  await command.waitFor({ state: "detached" });
}

describe("in a browser without a host, Hermes", () => {
  it("says what is wrong with a file that holds no conversation", async () => {
    await openFromExplorer("broken.json");
    await studio.page.locator(".notification-toast", { hasText: "holds no conversation" }).waitFor();
  });

  it("offers none of the agent's views and commands", async () => {
    await expect.poll(() => studio.page.locator(".activitybar a[aria-label='Hermes']").count()).toBe(0);
    await studio.page.keyboard.press("F1");
    await studio.page.locator(".quick-input-widget input[type=text]").fill(">Hermes: ");
    const rows = studio.page.locator(".quick-input-list .monaco-list-row", { hasText: "Hermes:" });
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining("Open Session File…")]);
    await studio.page.keyboard.press("Escape");
  });

  it("shows an exported session in the chat and in the inspector, and changes nothing", async () => {
    const before = readFileSync(join(studio.workspace, "lemons.json"), "utf8");
    await openFromExplorer("lemons.json");
    await expect.poll(shown, { timeout: APPEAR_MS }).toContain("Forty-two lemons are left.");
    await expect.poll(shown, { timeout: APPEAR_MS }).toContain("31.2K");
    await studio.screenshot("web-session");
    expect(readFileSync(join(studio.workspace, "lemons.json"), "utf8")).toBe(before);
  });
});
