import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/places.mjs";
import { openStudio } from "./support/studio";
import type { Studio } from "./support/studio";

const FIXTURES = join(root, "test", "fixtures");

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio({
    settings: { "hermes.provider": "rehearsal", "hermes.contextLength": 16_000, "hermes.compression.enabled": false },
    extensions: [join(FIXTURES, "sample-engine-extension")],
    overlay: join(FIXTURES, "engine-folder"),
  });
  await studio.open();
  await studio.openChat();
  await ask("Explore all files");
  await ask("Explore all files again");
});

afterAll(async () => studio?.close());

async function ask(text: string): Promise<void> {
  await studio.chat().getByTestId("composer").fill(text);
  await studio.page.keyboard.press("Enter");
  await answerTo(text).waitFor();
}

/** The rehearsal model repeats the request in its answer; rows out of sight are not in the page. */
const answerTo = (text: string) => studio.chat().getByTestId("row-reply").filter({ hasText: new RegExp(`You asked: ${text}(?! again)`) });

async function pick(engine: string, description: string): Promise<void> {
  await studio.runCommand("Hermes: Select Context Engine…");
  const rows = studio.page.locator(".quick-input-list .monaco-list-row", { hasText: description });
  await rows.first().waitFor();
  await studio.screenshot("engine-picker");
  await studio.page.locator(".quick-input-widget input[type=text]").fill(engine);
  await studio.page.keyboard.press("Enter");
}

const allowFolder = () => studio.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Run it" }).click();
const noticeOf = (engine: string) => studio.chat().getByText(`the context engine is "${engine}"`).last();
const fallbackRow = () => studio.chat().getByTestId("row-context-engine-fallback").last();

describe("engines from outside, in a real VS Code,", () => {
  it("come from another extension, and a session goes on with one", async () => {
    await pick("halving", "from an extension");
    await noticeOf("halving").waitFor();
    await studio.runCommand("Hermes: Compress Context");
    await studio.chat().getByTestId("row-context-compressed").last().waitFor();
    await ask("Still there?");
    await studio.screenshot("engine-extension");
  });

  it("come from the workspace, after a person allowed it", async () => {
    await pick("last-words", "from this workspace");
    await allowFolder();
    await noticeOf("last-words").waitFor();
    await ask("Explore all files once more");
    await studio.runCommand("Hermes: Compress Context");
    await studio.chat().getByTestId("row-context-compressed").last().waitFor();
    await studio.screenshot("engine-folder");
  });

  it.each(["throws", "lies"])("that misbehave (%s) are replaced visibly, and the conversation goes on", async (engine) => {
    await pick(engine, "from this workspace");
    await allowFolder();
    await noticeOf(engine).waitFor();
    await ask(`Explore all files for ${engine}`);
    await studio.runCommand("Hermes: Compress Context");
    await fallbackRow().filter({ hasText: engine }).waitFor();
    await ask(`Still there after ${engine}?`);
    expect(await studio.inHost(async (api) => api.workspace.getConfiguration("hermes").get<string>("context.engine") ?? "")).toBe(engine);
    await studio.screenshot(`engine-${engine}`);
  });
});
