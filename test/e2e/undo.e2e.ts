import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { Reply } from "../support/model-server/reply";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { ModelServer, RecordedRequest } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { ask } from "./support/ask";
import { seriousViolations } from "./support/axe";
import { pickRow } from "./support/clicks";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

/** On a busy machine, as long as Playwright waits for a click. */
const SLOW = { timeout: 30_000 };

const LIST = ["lemons", "sugar", "ice", "cups", "straws"];
const listed = (...changed: readonly (readonly [line: number, text: string])[]) =>
  `${LIST.map((item, line) => changed.find(([at]) => at === line)?.[1] ?? item).join("\n")}\n`;
const BEFORE = listed();
const BY_HERMES = listed([1, "HONEY"]);
const BY_BOTH = listed([1, "HONEY"], [4, "PAPER STRAWS"]);
const BY_USER = listed([4, "PAPER STRAWS"]);

let server: ModelServer;
let studio: Studio;

/** "Change list.txt" and "Write menu.txt" edit files; "Count" fills the context. */
function editingModel(request: RecordedRequest): Reply {
  if (isSummaryCall(request)) return says(handOff());
  const { messages } = request.body;
  const newest = Array.isArray(messages) ? JSON.stringify(messages.at(-1)) : "";
  if (newest.includes("tool_result")) return says("Done.");
  if (newest.includes("Change list.txt"))
    return calls(toolCall("write_file", { path: "list.txt", content: BY_HERMES }, "c1"));
  const words = /Write menu\.txt: (\w+)/.exec(newest)?.[1];
  if (words !== undefined)
    return calls(toolCall("write_file", { path: "menu.txt", content: `${words}\n` }, `c${words}`));
  return newest.includes("Count") ? calls(toolCall("terminal", { command: "seq 1 900" })) : says("Noted.");
}

beforeAll(async () => {
  server = await startModelServer({ script: editingModel });
  studio = await openStudio({
    env: { ANTHROPIC_API_KEY: "test-key" },
    settings: {
      "hermes.provider": "anthropic",
      "hermes.model": "claude-sonnet-4-5",
      "hermes.baseUrl": server.url,
      "hermes.contextLength": 32_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.compression.enabled": false,
      "hermes.compression.protectLastN": 2,
      "hermes.compression.targetRatio": 0.1,
      "hermes.approval.run": "allow",
      "hermes.approval.edit": "allow",
    },
  });
  writeFileSync(join(studio.workspace, "list.txt"), BEFORE);
  await studio.open();
  await studio.openChat();
});

afterAll(async () => {
  await studio?.close();
  await server?.close();
});

const read = (path: string) => readFileSync(join(studio.workspace, path), "utf8");
const row = (text: string) => studio.chat().getByTestId("row-user").filter({ hasText: text });
const picked = (text: string): Locator => studio.page.locator(".quick-input-list .monaco-list-row", { hasText: text });

/** Rows outside the viewport are not in the page. */
async function scrollTo(text: string): Promise<Locator> {
  await studio.chat().locator(".rows").first().waitFor();
  for (const offset of [0, 1e6]) {
    await studio
      .chat()
      .locator(".rows")
      .first()
      .evaluate((list, top) => list.scrollTo(0, top), offset);
    const found = await row(text)
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
    if (found) break;
  }
  return row(text);
}

async function expectCheckpoints(...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const message = await scrollTo(text);
    await message.getByTestId("restore-checkpoint").waitFor({ state: "attached", ...SLOW });
  }
}

async function reload(): Promise<void> {
  await studio.reload();
  await studio.openChat();
  await studio.chat().getByTestId("row-user").first().waitFor();
}

async function restoreFiles(text: string): Promise<void> {
  const message = await scrollTo(text);
  await message.hover();
  await message.getByTestId("restore-checkpoint").click();
  await message.getByTestId("restore-files").click();
}

describe("one timeline of undo, in a real VS Code", () => {
  it("keeps every checkpoint when an edited message is sent again, also after a reload", async () => {
    await ask(studio, "Change list.txt");
    await ask(studio, "Write menu.txt: lemonade");
    await row("Write menu.txt").hover();
    await row("Write menu.txt").getByTestId("edit-message").click();
    await studio.chat().getByTestId("edit-field").fill("Write menu.txt: cookies");
    await studio.chat().getByTestId("edit-resend").click();
    await expect.poll(() => existsSync(join(studio.workspace, "menu.txt")) && read("menu.txt"), SLOW).toBe("cookies\n");
    await studio.chat().getByTestId("stop").waitFor({ state: "detached" });
    await expectCheckpoints("Change list.txt", "Write menu.txt: cookies");
    await reload();
    await expectCheckpoints("Change list.txt", "Write menu.txt: cookies");
  });

  it("keeps every checkpoint when a compression is undone, also after a reload", async () => {
    for (const round of ["once", "twice", "three times"]) await ask(studio, `Count ${round}`);
    await studio.runCommand("Hermes: Compress Context");
    await studio.chat().getByTestId("row-context-compressed").waitFor(SLOW);
    await ask(studio, "Write menu.txt: ice");
    await studio.runCommand("Hermes: Undo Compression");
    await pickRow(picked("Keep").first());
    await studio.chat().getByTestId("row-context-undone").waitFor(SLOW);
    await expectCheckpoints("Change list.txt", "Write menu.txt: cookies", "Write menu.txt: ice");
    await reload();
    await expectCheckpoints("Change list.txt", "Write menu.txt: cookies", "Write menu.txt: ice");
  });

  it("asks about the user's own edits before a restore and keeps them", async () => {
    writeFileSync(join(studio.workspace, "list.txt"), BY_BOTH);
    await restoreFiles("Change list.txt");
    await picked("list.txt").waitFor(SLOW);
    expect(await picked("list.txt").innerText()).toContain("changed by you or another program");
    expect(await picked("menu.txt").innerText()).toContain("created by Hermes");
    await studio.screenshot("restore");
    await studio.page.keyboard.press("Escape");
    expect(read("list.txt")).toBe(BY_BOTH);
    await restoreFiles("Change list.txt");
    await picked("list.txt").waitFor(SLOW);
    await studio.page.locator(".quick-input-widget").getByRole("button", { name: "OK" }).click();
    await expect.poll(() => read("list.txt"), SLOW).toBe(BY_USER);
    await expect.poll(() => existsSync(join(studio.workspace, "menu.txt")), SLOW).toBe(false);
    await studio
      .chat()
      .getByTestId("row-context-checkpoint-restored")
      .waitFor({ state: "attached", ...SLOW });
  });

  it("undoes the restore after a reload", async () => {
    await reload();
    const undo = studio.chat().getByTestId("undo-restore");
    await undo.waitFor(SLOW);
    await undo.click();
    await picked("list.txt").waitFor(SLOW);
    await studio.page.locator(".quick-input-widget").getByRole("button", { name: "OK" }).click();
    await expect.poll(() => read("list.txt"), SLOW).toBe(BY_BOTH);
    await expect.poll(() => existsSync(join(studio.workspace, "menu.txt")) && read("menu.txt"), SLOW).toBe("ice\n");
    await studio.screenshot("restore-undone");
  });

  it("steps between the versions of a message by keyboard", async () => {
    const sent = await scrollTo("Write menu.txt: cookies");
    await sent.getByRole("group", { name: "Version 2 of 2 of this message" }).waitFor(SLOW);
    await sent.getByTestId("version-previous").focus();
    await studio.page.keyboard.press("Enter");
    await row("Write menu.txt: lemonade").waitFor(SLOW);
    const next = studio.chat().locator('[data-testid="version-next"]:focus');
    await next.waitFor(SLOW);
    await studio.screenshot("versions");
    await studio.page.keyboard.press("Enter");
    await row("Write menu.txt: cookies").waitFor(SLOW);
    expect(read("menu.txt")).toBe("ice\n");
  });

  it("finds a session by its words in the history, opens it there, and keeps a deleted one for undo", async () => {
    await studio.runCommand("Hermes: Show History");
    const search = studio.chat().getByTestId("history-search");
    await search.waitFor(SLOW);
    await expect.poll(() => studio.chat().getByTestId("history-line").count(), SLOW).toBeGreaterThan(1);
    await studio.screenshot("history");
    expect(await seriousViolations(studio.chat().locator("body"))).toEqual([]);
    const all = await studio.chat().getByTestId("history-line").count();
    await search.fill("lemonade");
    await studio.chat().locator(".history-found", { hasText: "lemonade" }).first().waitFor(SLOW);
    await search.fill("");
    await expect.poll(() => studio.chat().getByTestId("history-line").count(), SLOW).toBe(all);
    await search.press("ArrowDown");
    await studio.chat().locator(".history-open:focus").waitFor(SLOW);
    await studio.page.keyboard.press("End");
    // The focus follows once the last line is drawn; until then the key would delete the first.
    await studio
      .chat()
      .locator(`#history-line-${all - 1}:focus`)
      .waitFor(SLOW);
    await studio.page.keyboard.press("Delete");
    await studio.chat().getByTestId("history-undo").waitFor(SLOW);
    await expect.poll(() => studio.chat().getByTestId("history-line").count(), SLOW).toBe(all - 1);
    await studio.chat().getByTestId("history-undo").click();
    await expect.poll(() => studio.chat().getByTestId("history-line").count(), SLOW).toBe(all);
    await search.fill("lemonade");
    await studio.chat().locator(".history-found", { hasText: "lemonade" }).first().click();
    await studio
      .chat()
      .getByTestId("history")
      .waitFor({ state: "detached", ...SLOW });
    await row("Write menu.txt: lemonade").waitFor(SLOW);
  });

  it("puts the message back into the composer when the conversation is restored", async () => {
    const sent = await scrollTo("Write menu.txt: lemonade");
    await sent.hover();
    await sent.getByTestId("restore-checkpoint").click();
    await sent.getByTestId("restore-conversation").click();
    await expect.poll(() => studio.chat().getByTestId("composer").inputValue(), SLOW).toBe("Write menu.txt: lemonade");
    await row("Write menu.txt: lemonade").waitFor({ state: "detached", ...SLOW });
  });
});
