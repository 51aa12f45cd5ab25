import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/places.mjs";
import { shootInAllThemes } from "./support/gallery";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

const FIXTURES = join(root, "test", "fixtures");
const WINDOW = 16_000;
/** The size at which the sample engines compress. */
const HALF_WINDOW = WINDOW / 2;
/** The guard's time limit for an engine, doubled for a busy machine. */
const HANG_MS = 60_000;

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio({
    settings: { "hermes.provider": "rehearsal", "hermes.contextLength": WINDOW, "hermes.compression.enabled": false },
    extensions: [join(FIXTURES, "sample-engine-extension")],
    overlay: join(FIXTURES, "engine-folder"),
  });
  writeFileSync(
    join(studio.workspace, "stock.txt"),
    Array.from({ length: 120 }, (_, row) => `cellarShelf${1_000 + row} holds ${row * 7} lemons`).join("\n"),
  );
  await studio.open();
  await studio.openChat();
  await ask("Read stock.txt");
  rmSync(join(studio.workspace, "stock.txt"));
  await ask("Explore all files");
  await ask("Explore all files again");
});

afterAll(async () => studio?.close());

async function send(text: string): Promise<void> {
  await studio.chat().getByTestId("composer").fill(text);
  await studio.chat().getByTestId("composer").press("Enter");
}

async function ask(text: string): Promise<void> {
  await send(text);
  await answerTo(text).waitFor();
}

/** The rehearsal model repeats the request in its answer; rows outside the viewport are not in the page. */
const answerTo = (text: string) =>
  studio
    .chat()
    .getByTestId("row-reply")
    .filter({ hasText: new RegExp(`You asked: ${text.replace("?", "\\?")}(?! again)`) });

const pickerRow = (text: string) =>
  studio.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();

async function pick(engine: string, description: string): Promise<void> {
  await studio.runCommand("Hermes: Select Context Engine…");
  await pickerRow(description).waitFor();
  await studio.screenshot("engine-picker");
  await studio.page.locator(".quick-input-widget input[type=text]").fill(engine);
  await studio.page.keyboard.press("Enter");
}

const answerQuestion = (button: string) =>
  studio.page.locator(".monaco-dialog-box .monaco-button", { hasText: button }).click();
const noticeOf = (engine: string) => studio.chat().getByText(`The context engine is now "${engine}"`).last();
const fallbackRow = (engine: string) =>
  studio
    .chat()
    .getByTestId("row-context-engine-fallback")
    .filter({ hasText: `“${engine}”` })
    .last();
const gaugeTokens = async () => Number(await studio.chat().getByTestId("gauge").getAttribute("aria-valuenow"));
const configure = (setting: string, value: boolean | string) =>
  studio.inHost(
    async (api, [name, to]) =>
      api.workspace.getConfiguration("hermes").update(name, to, api.ConfigurationTarget.Global),
    [setting, value] as const,
  );

describe("the lossless engine, in a real VS Code,", () => {
  it("is selected in the middle of a session, and the inspector shows its graph after a compression", async () => {
    await pick("lcm", "built in, lossless");
    await noticeOf("lcm").waitFor();
    await studio.runCommand("Hermes: Compress Context");
    await studio.chat().getByTestId("row-context-compressed").last().waitFor();
    await studio.runCommand("Hermes: Open Context Inspector");
    const node = studio.inspector().getByTestId("lcm-node").first();
    await node.waitFor();
    expect(await node.innerText()).toMatch(/\d+ messages/);
    expect(Number.parseInt(await studio.inspector().getByTestId("lcm-coverage").innerText(), 10)).toBeGreaterThan(0);
    await node.scrollIntoViewIfNeeded();
    await shootInAllThemes(studio, "lossless");
  });

  it("shows the originals behind a node", async () => {
    await studio.inspector().getByTestId("lcm-expand").first().click();
    await expect
      .poll(() => studio.inHost(async (api) => api.window.activeTextEditor?.document.getText() ?? ""), {
        timeout: APPEAR_MS,
      })
      .toContain("cellarShelf1119 holds 833 lemons");
    await studio.screenshot("lossless-originals");
  });

  it("recalls lines about names in a message, and shows a row", async () => {
    await ask("How full is cellarShelf1042 now?");
    const row = studio.chat().getByTestId("row-context-recalled").last();
    expect(await row.innerText()).toContain("holds 294 lemons");
    await shootInAllThemes(studio, "recalled");
  });
});

describe("external engines, in a real VS Code,", () => {
  it("come from another extension, and a session continues with one", async () => {
    await pick("halving", "from an extension");
    await noticeOf("halving").waitFor();
    await studio.runCommand("Hermes: Compress Context");
    await studio.chat().getByTestId("row-context-compressed").last().waitFor();
    await ask("Still there?");
    await studio.screenshot("engine-extension");
  });

  it("come from the workspace, after the user allowed it", async () => {
    await pick("last-words", "from this workspace");
    await answerQuestion("Run it");
    await noticeOf("last-words").waitFor();
    await ask("Explore all files once more");
    await studio.runCommand("Hermes: Compress Context");
    await studio.chat().getByTestId("row-context-compressed").last().waitFor();
    await studio.screenshot("engine-folder");
  });

  it("that are broken or not allowed are refused with a reason, and the row leads to other engines", async () => {
    await pick("throws", "from this workspace");
    await answerQuestion("Cancel");
    await fallbackRow("throws").filter({ hasText: "was not allowed to run" }).waitFor();
    mkdirSync(join(studio.workspace, ".hermes", "context-engines", "moved"), { recursive: true });
    writeFileSync(
      join(studio.workspace, ".hermes", "context-engines", "moved", "engine.json"),
      JSON.stringify({ name: "elsewhere" }),
    );
    await configure("context.engine", "moved");
    await fallbackRow("moved").filter({ hasText: '"elsewhere", is not the name of the folder. Correct it' }).waitFor();
    await shootInAllThemes(studio, "engine-refused");
    await fallbackRow("moved").getByTestId("act-choose-engine").click();
    await pickerRow("last-words").waitFor();
    await studio.page.keyboard.press("Escape");
  });

  it.each(["throws", "lies"])(
    "that misbehave (%s) are replaced visibly, and the conversation continues",
    async (engine) => {
      await pick(engine, "from this workspace");
      await answerQuestion("Run it");
      await noticeOf(engine).waitFor();
      await ask(`Explore all files for ${engine}`);
      await studio.runCommand("Hermes: Compress Context");
      await fallbackRow(engine).filter({ hasText: "The built-in compressor did this compression." }).waitFor();
      await ask(`Still there after ${engine}?`);
      expect(
        await studio.inHost(
          async (api) => api.workspace.getConfiguration("hermes").get<string>("context.engine") ?? "",
        ),
      ).toBe(engine);
      await studio.screenshot(`engine-${engine}`);
    },
  );

  it("that hang are abandoned in the middle of a turn, and the turn is answered", async () => {
    await pick("hangs", "from this workspace");
    await answerQuestion("Run it");
    await noticeOf("hangs").waitFor();
    for (let round = 1; (await gaugeTokens()) < HALF_WINDOW; round++) await ask(`Explore all files, round ${round}`);
    await configure("compression.enabled", true);
    await send("Still there after half a minute?");
    await studio.chat().getByTestId("row-user").filter({ hasText: "Still there after half a minute?" }).waitFor();
    await fallbackRow("hangs")
      .filter({ hasText: "It did not answer within 30 seconds." })
      .waitFor({ timeout: HANG_MS });
    await answerTo("Still there after half a minute?").waitFor();
    await studio.screenshot("engine-hangs");
  });
});
