import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { ask } from "./support/ask";
import { seriousViolations } from "./support/axe";
import { actUntil, pickRow } from "./support/clicks";
import { shootInAllThemes } from "./support/gallery";
import { readingModel } from "./support/reading-model";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

/** Maximum size of one message to a page while a reply streams in. */
const STREAMED_BYTES = 4_096;
const NOTES = 10;
/** On a busy machine, as long as Playwright waits for a click. */
const SLOW = { timeout: 30_000 };

let server: ModelServer;
let studio: Studio;

beforeAll(async () => {
  server = await startModelServer({ script: readingModel });
  studio = await openStudio({
    env: { ANTHROPIC_API_KEY: "test-key" },
    settings: {
      "hermes.provider": "anthropic",
      "hermes.model": "claude-sonnet-4-5",
      "hermes.baseUrl": server.url,
      "hermes.contextLength": 50_000,
      "hermes.maxOutputTokens": 2_000,
      "hermes.compression.protectLastN": 4,
      "hermes.approval.run": "allow",
      "hermes.toolOutput.resultChars": 4_000,
    },
  });
  for (let note = 0; note < NOTES; note++) writeFileSync(join(studio.workspace, `note-${note}.txt`), noteText(note));
  execFileSync("git", ["init", "--quiet", "--initial-branch", "summer-season"], { cwd: studio.workspace });
  await studio.open();
  await studio.openChat();
});

afterAll(async () => {
  await studio?.close();
  await server?.close();
});

const noteText = (note: number) =>
  Array.from(
    { length: 250 },
    (_, line) => `note ${note}, line ${line}: lemons, sugar and ice are counted every evening`,
  ).join("\n");

const gaugeTokens = async () => Number(await studio.chat().getByTestId("gauge").getAttribute("aria-valuenow"));
const meter = () => studio.page.locator(`[id="hermes-context.hermes-context.hermes.meter"]`);
const pane = (title: string) =>
  studio.page.locator(".pane", { has: studio.page.locator(".pane-header", { hasText: title }) });

/** Accessibility violations, in VS Code's own colors. */
const expectAccessible = (view: "chat" | "inspector") => async () =>
  expect(await seriousViolations(studio[view]().locator("body"))).toEqual([]);
const toast = (text: string) => studio.page.locator(".notifications-toasts .notification-list-item", { hasText: text });

async function openPane(title: string): Promise<void> {
  const header = studio.page.locator(".pane-header", { hasText: title });
  const open = studio.page.locator(".pane-header[aria-expanded=true]", { hasText: title });
  await actUntil(
    async (within) => ((await open.count()) === 0 ? header.click(within) : undefined),
    (within) => open.waitFor(within),
  );
}

async function typeInPicker(text: string): Promise<void> {
  const input = studio.page.locator(".quick-input-widget input[type=text]");
  await input.waitFor();
  await input.fill(text);
}

const pickerRow = (text: string | RegExp) =>
  studio.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();

describe("a long session, in a real VS Code", () => {
  it("updates gauge and meter, and shows caching and cost", async () => {
    await ask(studio, "Please read note-0.txt");
    expect(await gaugeTokens()).toBeGreaterThan(1_000);
    expect(await studio.chat().getByTestId("gauge").getAttribute("aria-valuetext")).toContain("50K");
    await expect.poll(() => meter().innerText()).toMatch(/K \/ 50K · \d+ %/);
    expect(await studio.chat().getByTestId("session-cost").innerText()).toContain("$");
    await shootInAllThemes(studio, "chat");
  });

  it("breaks the meter down on hover", async () => {
    await meter().hover();
    const hover = studio.page.locator(".monaco-hover", { hasText: "Compresses at" });
    await hover.waitFor();
    const text = await hover.innerText();
    for (const part of ["System prompt", "This turn", "Reserved for the reply", "Prompt cache: on", "Cost: $"])
      expect(text).toContain(part);
    await studio.screenshot("meter-hover");
    await studio.page.mouse.move(0, 0);
  });

  it("sends the checked-out branch to the model", async () => {
    await expect
      .poll(async () => {
        await ask(studio, "Which branch is this?");
        return server.requests.at(-1)?.text;
      }, SLOW)
      .toContain("summer-season");
  });

  it("compares a code block with its file, applies it on a click, and VS Code's undo reverts it", async () => {
    const file = join(studio.workspace, "src", "cart.js");
    const original = readFileSync(file, "utf8");
    await ask(studio, "Show the fix");
    await studio.chat().getByTestId("code-apply").last().click();
    await studio.page.locator(".tab", { hasText: "cart.js: current ↔ proposed" }).waitFor();
    await studio.page.locator(".monaco-diff-editor .modified .view-line", { hasText: /sum\s-\sdiscount/ }).waitFor();
    expect(readFileSync(file, "utf8")).toBe(original);
    await shootInAllThemes(studio, "apply");
    await studio.inHost(async ({ languages, workspace }) => {
      for (const document of workspace.textDocuments)
        if (document.uri.scheme === "hermes-proposal") await languages.setTextDocumentLanguage(document, "plaintext");
    });
    await studio.page.getByRole("button", { name: "Apply Proposed Change" }).click();
    await studio.page.locator(".tab", { hasText: "proposed" }).waitFor({ state: "detached" });
    await expect.poll(() => readFileSync(file, "utf8"), SLOW).toBe(original.replace("sum * discount", "discount"));
    await expect
      .poll(() => studio.inHost(async (api) => api.window.activeTextEditor?.document.isDirty), SLOW)
      .toBe(false);
    await studio.inHost(async (api) => void (await api.commands.executeCommand("undo")));
    await expect
      .poll(() => studio.inHost(async (api) => api.window.activeTextEditor?.document.getText()), SLOW)
      .toBe(original);
    await studio.inHost(async (api) => api.window.activeTextEditor?.document.save());
    await expect.poll(() => readFileSync(file, "utf8"), SLOW).toBe(original);
  });

  it("discards a change without a trace, and explains when it cannot make one", async () => {
    const file = join(studio.workspace, "src", "cart.js");
    await studio.chat().getByTestId("code-apply").last().click();
    await studio.page.getByRole("button", { name: "Discard Proposed Change" }).click();
    await studio.page.locator(".tab", { hasText: "proposed" }).waitFor({ state: "detached" });
    expect(readFileSync(file, "utf8")).toContain("sum * discount");
    chmodSync(file, 0o444);
    await studio.chat().getByTestId("code-apply").last().click();
    await toast("cart.js is read-only").waitFor();
    chmodSync(file, 0o644);
    await studio.runCommand("Notifications: Clear All Notifications");
    await studio.runCommand("View: Close All Editors");
  });

  it("creates the file of a code block, and asks if the file name is ambiguous or missing", async () => {
    const stands = ["north", "south"].map((stand) => join(studio.workspace, stand, "prices.json"));
    for (const file of stands) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '{ "lemonade": 3 }\n');
    }
    const applyBlock = (index: number) =>
      studio.chat().getByTestId("row-reply").last().getByTestId("code-apply").nth(index).click();
    const accept = () => studio.page.getByRole("button", { name: "Apply Proposed Change" }).click();
    await ask(studio, "Show the blocks");
    await applyBlock(0);
    await studio.page.locator(".tab", { hasText: "menu.js: new file" }).waitFor();
    await accept();
    await expect.poll(() => readdirSync(join(studio.workspace, "src")), SLOW).toContain("menu.js");
    expect(readFileSync(join(studio.workspace, "src", "menu.js"), "utf8")).toBe('export const menu = ["lemonade"];\n');
    await applyBlock(1);
    await pickRow(pickerRow("south/prices.json"));
    await studio.page.locator(".tab", { hasText: "prices.json: current ↔ proposed" }).waitFor();
    await accept();
    await expect
      .poll(() => stands.map((file) => readFileSync(file, "utf8")), SLOW)
      .toEqual(['{ "lemonade": 3 }\n', '{ "lemonade": 4 }\n']);
    await studio.runCommand("View: Close All Editors");
    await applyBlock(2);
    await pickRow(pickerRow("New untitled file"));
    await expect
      .poll(
        () =>
          studio.inHost(async (api) => [
            api.window.activeTextEditor?.document.isUntitled,
            api.window.activeTextEditor?.document.getText().trim(),
          ]),
        SLOW,
      )
      .toEqual([true, 'console.log("open");']);
    await studio.runCommand("View: Revert and Close Editor");
    await applyBlock(3);
    await toast("their place was not found").waitFor();
    await studio.screenshot("apply-unplaced");
    await studio.runCommand("Notifications: Clear All Notifications");
  });

  it("streams a reply in small messages", async () => {
    const body = studio.chat().locator("body");
    await body.evaluate(`
      const bytesOf = (data) => new TextEncoder().encode(JSON.stringify(data)).length;
      addEventListener("message", ({ data }) => (window.sizes ??= []).push(bytesOf(data)));
    `);
    await ask(studio, "Tell a story");
    await studio.chat().getByTestId("row-reply").last().filter({ hasText: "Line 399" }).waitFor();
    const sizes = await body.evaluate<readonly number[], unknown>("window.sizes");
    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.filter((size) => size > STREAMED_BYTES)).toEqual([]);
  });

  it("compresses automatically at the threshold, and shows a row", async () => {
    const row = studio.chat().getByTestId("row-context-compressed");
    let fullest = 0;
    for (let note = 1; note < NOTES && (await row.count()) === 0; note++) {
      await ask(studio, `Please read note-${note}.txt`);
      fullest = Math.max(fullest, await gaugeTokens());
    }
    await row.first().waitFor();
    expect(await row.first().innerText()).toMatch(/\d+(\.\d)?K.*→.*\d/s);
    expect(await gaugeTokens()).toBeLessThan(fullest);
    expect(server.violations).toEqual([]);
    await shootInAllThemes(studio, "compressed", expectAccessible("chat"));
  });

  it("shows window, cache, timeline, and compression in the inspector, and the exact request of a step", async () => {
    await meter().click();
    const inspector = studio.inspector();
    await inspector.getByTestId("item").first().waitFor();
    expect(await inspector.getByTestId("breakpoint").count()).toBeGreaterThan(0);
    await inspector.getByTestId("compression").first().waitFor();
    await shootInAllThemes(studio, "inspector", expectAccessible("inspector"));
    await inspector.getByTestId("request-bar").last().click();
    await inspector.getByTestId("open-request").click();
    await studio.page
      .locator(".tab", { hasText: /Request \d+ to/ })
      .first()
      .waitFor();
    await expect
      .poll(() => studio.inHost(async (api) => api.window.activeTextEditor?.document.getText() ?? ""))
      .toMatch(/│ ## System prompt[^]*◆ │[^]*│ ## User/);
  });

  it("compares before and after in the native diff editor", async () => {
    await studio.runCommand("Hermes: Compare Before and After Compression");
    await studio.page.locator(".tab", { hasText: "before ↔ after" }).waitFor();
    await studio.page
      .locator(".monaco-diff-editor .view-line", { hasText: /Active\sTask/ })
      .first()
      .waitFor();
    await shootInAllThemes(studio, "diff");
  });

  it("undoes a compression after a later turn, with the messages sent since then", async () => {
    await ask(studio, "Remember the word marmalade");
    await studio.runCommand("Hermes: Undo Compression");
    await pickerRow(/Keep the \d+ messages/).waitFor();
    await studio.screenshot("undo-question");
    await pickRow(pickerRow(/Keep the \d+ messages/));
    await studio.chat().getByTestId("row-context-undone").waitFor();
    await studio.chat().getByTestId("row-user").filter({ hasText: "marmalade" }).waitFor();
    await shootInAllThemes(studio, "undone");
  });

  it("compresses up to a message after a preview, on a click, and takes it back", async () => {
    const before = await gaugeTokens();
    const message = studio.chat().getByTestId("row-user").filter({ hasText: "marmalade" });
    await message.hover();
    await message.getByTestId("compress-up-to").click();
    const inspector = studio.inspector();
    await inspector.getByTestId("preview-range").filter({ hasText: "marmalade" }).waitFor();
    await inspector.getByTestId("preview").waitFor();
    await shootInAllThemes(studio, "preview-part", expectAccessible("inspector"));
    await inspector.getByTestId("preview-apply").click();
    const row = studio.chat().getByTestId("row-context-compressed").filter({ hasText: "up to a chosen message" });
    await row.waitFor();
    expect(await gaugeTokens()).toBeLessThan(before);
    await row.getByTestId("undo-compression").click();
    await expect.poll(gaugeTokens, SLOW).toBe(before);
  });

  it("previews a compression with a focus and its cost, and applies an edited summary", async () => {
    await studio.runCommand("Hermes: Preview Compression");
    const inspector = studio.inspector();
    await inspector.getByTestId("preview").waitFor();
    await inspector.getByTestId("preview-focus").fill("the lemons");
    await inspector.getByTestId("preview-run").click();
    await inspector.getByTestId("preview").waitFor();
    for (const cost of ["preview-next-cost", "preview-summary-cost"])
      expect(await inspector.getByTestId(cost).innerText()).toContain("$");
    await inspector.getByTestId("preview-draft-action").click();
    const draft = inspector.getByTestId("preview-draft");
    await draft.fill(`${await draft.inputValue()}\nThe stand opens at nine.`);
    await shootInAllThemes(studio, "preview", expectAccessible("inspector"));
    await inspector.getByTestId("preview-apply").click();
    await studio.chat().getByTestId("row-context-compressed").filter({ hasText: "the lemons" }).waitFor();
    await ask(studio, "When does it open?");
    expect(server.requests.at(-1)?.text).toContain("The stand opens at nine.");
  });

  it("pins texts and messages, evicts a result, and puts it back", async () => {
    const inspector = studio.inspector();
    await studio.chat().getByTestId("composer").fill("/pin never rename the stand");
    await studio.chat().getByTestId("composer").press("Enter");
    await ask(studio, "Please read note-9.txt");
    await studio.runCommand("Hermes: Open Context Inspector");
    await inspector.getByTestId("pins").filter({ hasText: "never rename the stand" }).waitFor();
    const item = inspector.getByTestId("item").filter({ hasText: "read_file: note-9.txt" });
    await item.getByTestId("item-evict").click();
    await studio.chat().getByTestId("row-context-evicted").waitFor();
    await studio.chat().getByTestId("row-context-evicted").getByTestId("put-back").click();
    await studio.chat().getByTestId("row-context-put-back").waitFor();
    expect(await studio.chat().getByTestId("put-back").count()).toBe(0);
    await item.getByTestId("item-pin").click();
    await item.getByTestId("item-unpin").waitFor();
  });

  it("lists large outputs, opens one read-only, and searches it", async () => {
    await ask(studio, "Please run `seq 1 5000`");
    await openPane("Tool Outputs");
    const output = pane("Tool Outputs")
      .locator(".monaco-list-row", { hasText: /seq 1 5000.*KB · now/ })
      .first();
    await output.waitFor();
    expect(await pane("Tool Outputs").locator(".pane-header").innerText()).toMatch(/KB · kept for 7 days/);
    await shootInAllThemes(studio, "outputs");
    await output.click();
    await studio.page.locator(".editor-instance .view-line").first().waitFor();
    await studio.runCommand("Hermes: Search Tool Outputs…");
    await typeInPicker("4999");
    await pickRow(pickerRow("4999"));
    await expect
      .poll(() =>
        studio.inHost(async (api) => [
          api.window.activeTextEditor?.document.uri.scheme,
          api.window.activeTextEditor?.document.lineAt(api.window.activeTextEditor.selection.active.line).text,
        ]),
      )
      .toEqual(["hermes-output", "4999"]);
  });

  it("finds files for @ by a few letters, and adds a folder from the explorer", async () => {
    const composer = studio.chat().getByTestId("composer");
    await composer.pressSequentially("@crt");
    await studio.chat().getByTestId("completion-src/cart.js").waitFor();
    await composer.fill("");
    await studio.inHost(
      async (api, folder) => void (await api.commands.executeCommand("hermes.addToChat", api.Uri.file(folder))),
      join(studio.workspace, "src"),
    );
    const chip = studio.chat().locator("[data-testid=chip][data-kind=folder]");
    await chip.getByTestId("chip-price").waitFor();
    expect(await chip.innerText()).toContain("src/");
    await chip.getByTestId("remove-chip").click();
  });

  it("finds an old session by its text and resumes it", async () => {
    await studio.runCommand("Hermes: New Session");
    await studio.chat().getByTestId("row-user").first().waitFor({ state: "detached" });
    await studio.runCommand("Hermes: Search Sessions…");
    await typeInPicker("marmalade");
    await pickerRow("marmalade").waitFor();
    await shootInAllThemes(studio, "search");
    await studio.page.keyboard.press("Enter");
    await studio.chat().getByTestId("row-reply").first().waitFor();
    await openPane("Sessions");
    await pane("Sessions").locator(".monaco-list-row", { hasText: "messages" }).first().waitFor();
    await shootInAllThemes(studio, "sessions");
  });

  it("renames a session in the tree, deletes it, and restores it", async () => {
    await openPane("Sessions");
    const rows = pane("Sessions").locator(".monaco-list-row");
    const row = (title: string) => rows.filter({ hasText: title }).first();
    const press = (title: string, action: string) => async (within: { timeout: number }) => {
      await row(title).hover(within);
      await row(title).getByRole("button", { name: action }).click(within);
    };
    await actUntil(press("Please read note-0.txt", "Rename Session"), (within) =>
      studio.page.locator(".quick-input-widget input[type=text]").waitFor(within),
    );
    await typeInPicker("The lemonade season");
    await studio.page.keyboard.press("Enter");
    await row("The lemonade season").waitFor();
    await actUntil(press("The lemonade season", "Delete Session"), (within) =>
      row("The lemonade season").waitFor({ state: "detached", ...within }),
    );
    await studio.chat().getByTestId("empty-state").waitFor();
    await toast("was moved to the trash").getByRole("button", { name: "Undo" }).click();
    await row("The lemonade season").waitFor();
    await studio.chat().getByTestId("row-reply").first().waitFor();
    await studio.screenshot("session-renamed");
  });
});
