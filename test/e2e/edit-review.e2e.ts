import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../support/model-server/reply";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { ModelServer, RecordedRequest } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

const SLOW = { timeout: 30_000 };

let server: ModelServer;
let studio: Studio;
let serial = 0;

/** "Write x.txt: word" proposes a file. */
function editingModel(request: RecordedRequest): Reply {
  const { messages } = request.body;
  const newest = Array.isArray(messages) ? JSON.stringify(messages.at(-1)) : "";
  if (newest.includes("tool_result")) return says(newest.includes("denied") ? "Not written." : "Written.");
  const [, path, text] = /Write (\S+): (\w+)/.exec(newest) ?? [];
  return path === undefined
    ? says("Noted.")
    : calls(toolCall("write_file", { path, content: `${text}\n` }, `c${serial++}`));
}

beforeAll(async () => {
  server = await startModelServer({ script: editingModel });
  studio = await openStudio({
    env: { ANTHROPIC_API_KEY: "test-key" },
    settings: {
      "hermes.provider": "anthropic",
      "hermes.model": "claude-sonnet-4-5",
      "hermes.baseUrl": server.url,
      "hermes.approval.edit": "ask",
    },
  });
  writeFileSync(join(studio.workspace, "menu.txt"), "lemonade\n");
  await studio.open();
  await studio.openChat();
});

afterAll(async () => {
  await studio?.close();
  await server?.close();
});

const read = (path: string) => readFileSync(join(studio.workspace, path), "utf8");
const diffTab = (name: string) => studio.page.locator(".tab", { hasText: `${name}: proposed change` });
const titleButton = (label: string) => studio.page.locator(`.editor-actions a[aria-label^="${label}"]`);

async function ask(text: string): Promise<void> {
  await studio.chat().getByTestId("composer").fill(text);
  await studio.chat().getByTestId("composer").press("Enter");
}

describe("the review of an edit, in a real VS Code", () => {
  it("opens the diff by itself and accepts it with Ctrl+Enter", async () => {
    await ask("Write menu.txt: cookies");
    await diffTab("menu.txt").waitFor(SLOW);
    await titleButton("Accept Change").waitFor(SLOW);
    await studio.chat().getByTestId("diff-lines").waitFor(SLOW);
    await studio.screenshot("edit-review");
    expect(read("menu.txt")).toBe("lemonade\n");
    await studio.page.locator(".editor.modified .view-line", { hasText: "cookies" }).click();
    await studio.page.keyboard.press("Control+Enter");
    await expect.poll(() => read("menu.txt"), SLOW).toBe("cookies\n");
    await diffTab("menu.txt").waitFor({ state: "detached", ...SLOW });
    await studio.chat().getByTestId("row-reply").filter({ hasText: "Written." }).waitFor(SLOW);
  });

  it("rejects with Ctrl+Backspace and closes the diff", async () => {
    await ask("Write menu.txt: poison");
    await diffTab("menu.txt").waitFor(SLOW);
    await studio.page.locator(".editor.modified .view-line", { hasText: "poison" }).click();
    await studio.page.keyboard.press("Control+Backspace");
    await diffTab("menu.txt").waitFor({ state: "detached", ...SLOW });
    await studio.chat().getByTestId("row-reply").filter({ hasText: "Not written." }).waitFor(SLOW);
    expect(read("menu.txt")).toBe("cookies\n");
  });

  it("accepts and rejects with the buttons in the title of the diff", async () => {
    await ask("Write new.txt: first");
    await titleButton("Accept Change").click(SLOW);
    await expect.poll(() => existsSync(join(studio.workspace, "new.txt")), SLOW).toBe(true);
    await diffTab("new.txt").waitFor({ state: "detached", ...SLOW });
    await ask("Write new.txt: second");
    await titleButton("Reject Change").click(SLOW);
    await diffTab("new.txt").waitFor({ state: "detached", ...SLOW });
    await studio.chat().getByTestId("row-reply").filter({ hasText: "Not written." }).last().waitFor(SLOW);
    expect(read("new.txt")).toBe("first\n");
  });

  it("closes the diff of a stopped turn, and leaves the focus with the user who is typing", async () => {
    await ask("Write new.txt: third");
    await studio.page.keyboard.type("and then");
    await diffTab("new.txt").waitFor(SLOW);
    expect(await studio.chat().getByTestId("composer").inputValue()).toBe("and then");
    await studio.chat().getByTestId("stop").click();
    await diffTab("new.txt").waitFor({ state: "detached", ...SLOW });
    expect(read("new.txt")).toBe("first\n");
  });
});
