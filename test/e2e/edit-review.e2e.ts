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

const PRICES = "lemon 1\nsugar 2\nice 3\nstraw 4\ncup 5\n";

let server: ModelServer;
let studio: Studio;
let serial = 0;

/** "Write x.txt: word" proposes a file; "Raise the prices" changes two lines of another one. */
function editingModel(request: RecordedRequest): Reply {
  const { messages } = request.body;
  const newest: unknown = Array.isArray(messages) ? messages.at(-1)?.content : undefined;
  const blocks = Array.isArray(newest) ? newest : [newest];
  // The results of a stopped turn share a message with the words after them.
  const said = JSON.stringify(blocks.filter((block) => block?.type !== "tool_result"));
  const results = JSON.stringify(blocks);
  if (said === "[]") return says(results.includes("denied") ? "Not written." : "Written.");
  const [, path, text] = /Write (\S+): (\w+)/.exec(said) ?? [];
  if (said.includes("Raise the prices"))
    return calls(
      toolCall("patch", { path: "prices.txt", find: "lemon 1", replace: "lemon 2" }, `c${serial++}`),
      toolCall("patch", { path: "prices.txt", find: "cup 5", replace: "cup 6" }, `c${serial++}`),
    );
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
  writeFileSync(join(studio.workspace, "prices.txt"), PRICES);
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

describe("the bar of changed files, in a real VS Code", () => {
  const bar = () => studio.chat().getByTestId("changed-files");
  const toggle = () => bar().getByTestId("changed-files-toggle");
  const file = (name: string) => bar().getByTestId("changed-file").filter({ hasText: name });

  it("undoes one change and leaves what the user wrote later alone, saved or not", async () => {
    await ask("Raise the prices");
    await studio.chat().getByTestId("allow-more").click(SLOW);
    await studio.chat().getByTestId("allow-session").click();
    await expect.poll(() => read("prices.txt"), SLOW).toBe("lemon 2\nsugar 2\nice 3\nstraw 4\ncup 6\n");
    await studio.chat().getByTestId("stop").waitFor({ state: "detached" });
    await toggle().click(SLOW);
    await file("prices.txt").waitFor(SLOW);
    // The user's own edits: one saved, one typed in an editor and not saved.
    writeFileSync(join(studio.workspace, "prices.txt"), "lemon 2\nsugar 2\nice 99\nstraw 4\ncup 6\n");
    await studio.inHost(async (vscode) => {
      const [found] = await vscode.workspace.findFiles("prices.txt");
      const editor = await vscode.window.showTextDocument(found!);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "typed\n"));
    });
    await file("prices.txt").getByTestId("hunks-toggle").click();
    await studio.screenshot("changed-files");
    await file("prices.txt").getByTestId("undo-hunk").first().click();
    const typed = () =>
      studio.inHost(async (vscode) =>
        vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith("prices.txt"))?.getText(),
      );
    await expect.poll(typed, SLOW).toBe("typed\nlemon 1\nsugar 2\nice 99\nstraw 4\ncup 6\n");
    await studio.inHost(async (vscode) => vscode.workspace.saveAll());
    await expect.poll(() => file("prices.txt").getByTestId("undo-hunk").count(), SLOW).toBe(1);
    await file("prices.txt").getByTestId("undo-hunk").click();
    await expect.poll(() => read("prices.txt"), SLOW).toBe("typed\nlemon 1\nsugar 2\nice 99\nstraw 4\ncup 5\n");
    await file("prices.txt").waitFor({ state: "detached", ...SLOW });
  });

  it("compares, survives a reload, undoes a turn, and leaves when everything is kept", async () => {
    await ask("Write new.txt: fourth");
    await expect.poll(() => read("new.txt"), SLOW).toBe("fourth\n");
    await studio.chat().getByTestId("stop").waitFor({ state: "detached" });
    await file("menu.txt").getByTestId("changed-file-open").click(SLOW);
    await studio.page.locator(".tab", { hasText: "menu.txt: changes by Hermes" }).waitFor(SLOW);
    await studio.reload();
    await studio.openChat();
    await toggle().click(SLOW);
    await file("new.txt").waitFor(SLOW);
    await bar().getByTestId("undo-turn").click();
    await expect.poll(() => read("new.txt"), SLOW).toBe("first\n");
    await bar().getByTestId("keep-all").click();
    await bar().waitFor({ state: "detached", ...SLOW });
    expect(read("menu.txt")).toBe("cookies\n");
  });
});
