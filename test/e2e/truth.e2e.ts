import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/places.mjs";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { Reply } from "../support/model-server/reply";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { ModelServer, RecordedRequest } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { ask } from "./support/ask";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

/** On a busy machine, as long as Playwright waits for a click. */
const SLOW = { timeout: 60_000 };
const PINNED = Array.from(
  { length: 300 },
  (_, line) => `row ${line + 1}\tvalue-${(line * 7_919) % 1_000}  # end `,
).join("\n");

let server: ModelServer;
let studio: Studio;

/** "Read fN.txt" reads that file; everything else is answered with a word. */
function readingModel(request: RecordedRequest): Reply {
  if (isSummaryCall(request)) return says(handOff());
  if (request.body["tools"] === undefined) return says("They read some files.");
  const { messages } = request.body;
  const newest = Array.isArray(messages) ? JSON.stringify(messages.at(-1)) : "";
  const file = newest.includes("tool_result") ? undefined : /Read (f\d+\.txt)/.exec(newest)?.[1];
  return file === undefined ? says("Noted.") : calls(toolCall("read_file", { path: file }));
}

beforeAll(async () => {
  server = await startModelServer({ script: readingModel });
  studio = await openStudio({
    env: { ANTHROPIC_API_KEY: "test-key" },
    extensions: [join(root, "test", "fixtures", "sample-engine-extension")],
    settings: {
      "hermes.provider": "anthropic",
      "hermes.model": "claude-sonnet-4-5",
      "hermes.baseUrl": server.url,
      "hermes.contextLength": 128_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.compression.enabled": false,
      "hermes.compression.protectLastN": 2,
      "hermes.compression.targetRatio": 0.1,
    },
  });
  writeFileSync(join(studio.workspace, "pinned.txt"), PINNED);
  writeFileSync(join(studio.workspace, "long.txt"), "a line of a file that is too long to be pinned\n".repeat(4_000));
  for (let file = 0; file < 24; file++)
    writeFileSync(
      join(studio.workspace, `f${file}.txt`),
      Array.from({ length: 260 }, (_, line) => `file ${file}, line ${line}: some plain words that say little\n`).join(
        "",
      ),
    );
  await studio.open();
  await studio.openChat();
});

afterAll(async () => {
  await studio?.close();
  await server?.close();
});

let nextFile = 0;
const gaugeTokens = async () => Number(await studio.chat().getByTestId("gauge").getAttribute("aria-valuenow"));

async function readFiles(count: number): Promise<void> {
  for (let read = 0; read < count; read++) await ask(studio, `Read f${nextFile++}.txt`);
}

/** A compression is done when the window holds less than before. */
async function compress(): Promise<void> {
  const before = await gaugeTokens();
  await studio.runCommand("Hermes: Compress Context");
  await expect.poll(gaugeTokens, SLOW).toBeLessThan(before);
  await studio
    .chat()
    .getByTestId("stop")
    .waitFor({ state: "detached", ...SLOW });
}

const configure = (setting: string, value: string) =>
  studio.inHost(
    async (api, [name, to]) =>
      api.workspace.getConfiguration("hermes").update(name, to, api.ConfigurationTarget.Global),
    [setting, value] as const,
  );

const texts = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
};

describe("what the window says is true, in a real VS Code", () => {
  it("carries a pinned file of 300 lines byte for byte through three compressions", async () => {
    await studio.inHost(async (api) => {
      const [folder] = api.workspace.workspaceFolders ?? [];
      if (folder === undefined) throw new Error("no folder is open");
      await api.window.showTextDocument(api.Uri.joinPath(folder.uri, "pinned.txt"));
    });
    await studio.runCommand("Hermes: Pin to Hermes Context");
    await studio.page.locator(".notification-toast", { hasText: /Pinned pinned\.txt: [\d.]+K tokens/ }).waitFor(SLOW);
    for (let round = 0; round < 3; round++) {
      await readFiles(4);
      await compress();
    }
    await ask(studio, "What is pinned?");
    expect(texts(server.requests.at(-1)?.body).some((text) => text.includes(PINNED))).toBe(true);
    await studio.runCommand("Hermes: Open Context Inspector");
    const pin = studio.inspector().getByTestId("pin").filter({ hasText: "pinned.txt" });
    await pin.waitFor(SLOW);
    const listed = studio.inspector().getByTestId("item").filter({ hasText: "file pinned.txt" });
    expect((await pin.innerText()).match(/[\d.]+K/)?.[0]).toBe((await listed.innerText()).match(/[\d.]+K/)?.[0]);
  });

  it("refuses a pin that is too large, pins some of its lines instead, and says their size", async () => {
    await studio.inHost(async (api) => {
      const [folder] = api.workspace.workspaceFolders ?? [];
      if (folder === undefined) throw new Error("no folder is open");
      await api.window.showTextDocument(api.Uri.joinPath(folder.uri, "long.txt"));
    });
    await studio.runCommand("Hermes: Pin to Hermes Context");
    await studio.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Pin Some Lines" }).click(SLOW);
    const input = studio.page.locator(".quick-input-widget");
    await input.locator("input[type=text]").fill("9001-9002");
    await input.getByText("The file has only 4001 lines.").waitFor(SLOW);
    await input.locator("input[type=text]").fill("1-3");
    await studio.page.keyboard.press("Enter");
    const toast = studio.page.locator(".notification-toast", { hasText: /Pinned long\.txt:1-3.*: \d+ tokens/ });
    await toast.waitFor(SLOW);
    await toast.hover();
    await toast.getByText("Unpin").click();
  });

  it("pins every file that is selected, and says what the composer pins", async () => {
    await studio.inHost(async (api) => {
      const [folder] = api.workspace.workspaceFolders ?? [];
      if (folder === undefined) throw new Error("no folder is open");
      const files = ["f20.txt", "f21.txt"].map((name) => api.Uri.joinPath(folder.uri, name));
      void api.commands.executeCommand("hermes.pinToContext", files[0], files);
    });
    for (const name of ["f20.txt", "f21.txt"]) {
      const toast = studio.page.locator(".notification-toast", { hasText: `Pinned ${name}: ` });
      await toast.waitFor(SLOW);
      await toast.hover();
      await toast.getByText("Unpin").click();
    }
    await studio.chat().getByTestId("composer").fill("/pin Prices are cents");
    await studio.chat().getByTestId("composer").press("Enter");
    await studio.page.locator(".notification-toast", { hasText: /Pinned Prices are cents: \d tokens/ }).waitFor(SLOW);
  });

  it("shows after an undo what the next request then takes, within 1%", async () => {
    await readFiles(4);
    const before = await gaugeTokens();
    await compress();
    await studio.runCommand("Hermes: Undo Compression");
    await expect.poll(gaugeTokens, SLOW).toBeGreaterThan(before * 0.9);
    const shown = await gaugeTokens();
    await ask(studio, "Go on.");
    const asked = server.requests.at(-1)?.promptTokens ?? 0;
    expect(Math.abs(shown - asked) / asked).toBeLessThan(0.01);
  });

  it.each([
    ["hermes", "compression.policy", "hermes"],
    ["adaptive", "compression.policy", "adaptive"],
    ["lcm", "context.engine", "lcm"],
    ["the sample engine", "context.engine", "halving"],
  ])("previews under %s exactly what the compression then does", async (_, setting, value) => {
    await configure(setting, value);
    if (setting === "context.engine")
      await studio.chat().getByText(`The context engine is now "${value}"`).last().waitFor(SLOW);
    await readFiles(3);
    const inspector = studio.inspector();
    await studio.runCommand("Hermes: Preview Compression");
    await inspector.getByTestId("preview").waitFor(SLOW);
    const plan = await inspector.getByTestId("preview").innerText();
    const count = (words: RegExp) => Number(words.exec(plan)?.[1]);
    const kept = count(/(\d+) messages? kept at the start/) + count(/(\d+) messages? kept at the end/);
    const folded = count(/(\d+) messages? folded/);
    expect(folded).toBeGreaterThan(0);
    await inspector.getByTestId("preview-apply").click();
    const card = inspector.getByTestId("compression").first();
    await expect.poll(() => card.innerText(), SLOW).toContain(`messages: ${kept + folded} → ${kept + 1}`);
  });
});
