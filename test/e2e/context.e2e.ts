import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pickRow } from "./support/clicks";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio({
    settings: {
      "hermes.provider": "rehearsal",
      "hermes.contextLength": 16_000,
      "hermes.compression.enabled": false,
      "hermes.compression.protectLastN": 2,
      "hermes.compression.targetRatio": 0.1,
      // More than the sample's tests print, which varies by a few hundred characters.
      "hermes.toolOutput.resultChars": 5_000,
    },
  });
  await studio.open();
  await studio.openChat();
});

afterAll(async () => studio?.close());

async function ask(text: string): Promise<void> {
  await studio.chat().getByTestId("composer").fill(text);
  await studio.page.keyboard.press("Enter");
}

/** Rows of the tree of outputs. */
const outputs = () => studio.page.locator(".pane", { hasText: "Tool Outputs" }).locator(".monaco-list-row");

/** What the inspector lists about a command. */
const known = (command: string) =>
  studio.inspector().locator("[data-testid=known-entry][data-kind=command]", { hasText: command });

/** The rehearsal model repeats the request in its answer; rows outside the viewport are not in the page. */
const answerTo = (text: string) =>
  studio
    .chat()
    .getByTestId("row-reply")
    .filter({ hasText: `You asked: ${text}` });

describe("the context, in a real VS Code", () => {
  it("asks before a command runs, says that a compression waits for it, and shows its output", async () => {
    await ask("Run 'npm test'");
    await studio.chat().getByTestId("approval").waitFor();
    await studio.screenshot("approval");
    await studio.runCommand("Hermes: Compress Context");
    await studio.page.locator(".notification-toast", { hasText: "as soon as the running turn has ended" }).waitFor();
    await studio.chat().getByTestId("allow-once").click();
    await answerTo("Run 'npm test'").waitFor();
    expect(await studio.chat().getByTestId("row-tool").first().innerText()).toContain("npm test");
  });

  it("saves an output that is too large to disk and lists it", async () => {
    await ask("Run 'seq 1 20000'");
    await studio.chat().getByTestId("allow-once").click();
    await studio.chat().getByTestId("row-context-spilled").waitFor();
    await studio.page.locator(".pane-header", { hasText: "Tool Outputs" }).click();
    await outputs()
      .filter({ hasText: /terminal.*KB/ })
      .first()
      .waitFor();
    await studio.screenshot("outputs");
  });

  it("searches outputs by what their lines are about, and opens the line", async () => {
    await ask("Run 'seq 1 900; echo ✗ pays for leap years; seq 1 900'");
    await studio.chat().getByTestId("allow-once").click();
    await outputs().filter({ hasText: "leap years" }).waitFor();
    await studio.runCommand("Hermes: Search Tool Outputs");
    const found = studio.page.locator(".quick-input-list .monaco-list-row", { hasText: "pays for leap years" });
    await found.waitFor();
    await studio.screenshot("output-search");
    await pickRow(found);
    await expect.poll(() => studio.inHost(async (api) => api.window.activeTextEditor?.selection.active.line)).toBe(900);
  });

  it("shows what fills the window in the inspector", async () => {
    await ask("Explore all files");
    await answerTo("Explore all files").waitFor();
    await studio.runCommand("Hermes: Open Context Inspector");
    await studio.inspector().getByTestId("item").first().waitFor();
    await studio.screenshot("inspector");
  });

  it("shows what Hermes knows, and opens the message behind it", async () => {
    await studio.inspector().getByTestId("to-known").click();
    await known("npm test").waitFor();
    await studio.screenshot("knows");
    await known("npm test").getByTestId("known-source").first().click();
    await studio.page.locator(".tab", { hasText: "message.md" }).waitFor();
    await studio.runCommand("Hermes: Open Context Inspector");
  });

  it("pins a message from the inspector", async () => {
    await studio.inspector().getByTestId("item-pin").first().click();
    await studio.inspector().getByTestId("item-unpin").first().waitFor();
  });

  it("previews a compression, applies an edited summary, and compares before and after", async () => {
    await studio.runCommand("Hermes: Preview Compression");
    await studio.inspector().getByTestId("preview").waitFor();
    await studio.inspector().getByTestId("preview-draft-action").click();
    const draft = studio.inspector().getByTestId("preview-draft");
    await draft.fill(`${await draft.inputValue()}\nA line of my own.`);
    await studio.screenshot("preview");
    await studio.inspector().getByTestId("preview-apply").click();
    await studio.chat().getByTestId("row-context-compressed").waitFor();
    await studio.screenshot("compressed");
    await known("npm test").waitFor();
    await studio.runCommand("Hermes: Compare Before and After Compression");
    await studio.page.locator(".tab", { hasText: "before ↔ after" }).waitFor();
    await studio.page
      .locator(".monaco-diff-editor .view-line", { hasText: /Summary\sof/ })
      .first()
      .waitFor();
    expect(
      await studio.inHost(async (api) =>
        api.workspace.textDocuments.find(({ uri }) => uri.scheme === "hermes" && uri.path === "/after.md")?.getText(),
      ),
    ).toContain("A line of my own.");
    await studio.screenshot("diff");
  });

  it("undoes a compression", async () => {
    await studio.runCommand("Hermes: Undo Compression");
    await studio.chat().getByTestId("row-context-undone").waitFor();
    await answerTo("Explore all files").waitFor();
    await studio.screenshot("undone");
  });

  it("lists sessions in the sidebar", async () => {
    await studio.page.locator(".pane-header", { hasText: "Sessions" }).click();
    await studio.page
      .locator(".pane", { hasText: "Sessions" })
      .locator(".monaco-list-row", { hasText: "messages" })
      .first()
      .waitFor();
    await studio.screenshot("sessions");
  });
});
