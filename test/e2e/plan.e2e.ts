import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../support/model-server/reply";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { ModelServer, RecordedRequest } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

const SLOW = { timeout: 30_000 };
const PLAN = "# Sell cookies\n\n1. Write menu.txt with lemonade\n";

let server: ModelServer;
let studio: Studio;
let serial = 0;

/** Tries to write at once, then hands in a plan; once it is told to, it writes the word that the plan names. */
function planningModel(request: RecordedRequest): Reply {
  const { messages } = request.body;
  const newest = Array.isArray(messages) ? JSON.stringify(messages.at(-1)) : "";
  const word = /Carry out this plan.*menu\.txt with (\w+)/.exec(newest)?.[1];
  if (word !== undefined)
    return calls(toolCall("write_file", { path: "menu.txt", content: `${word}\n` }, `c${serial++}`));
  if (newest.includes("Plan mode, in which nothing is changed yet"))
    return calls(toolCall("write_plan", { title: "Sell cookies", plan: PLAN }, `c${serial++}`));
  if (newest.includes("tool_result")) return says("Done.");
  return calls(toolCall("write_file", { path: "menu.txt", content: "too early\n" }, `c${serial++}`));
}

beforeAll(async () => {
  server = await startModelServer({ script: planningModel });
  studio = await openStudio({
    env: { ANTHROPIC_API_KEY: "test-key" },
    settings: {
      "hermes.provider": "anthropic",
      "hermes.model": "claude-sonnet-4-5",
      "hermes.baseUrl": server.url,
      "hermes.approval.edit": "allow",
    },
  });
  await studio.open();
  await studio.openChat();
});

afterAll(async () => {
  await studio?.close();
  await server?.close();
});

const menu = () => join(studio.workspace, "menu.txt");

describe("plan mode, in a real VS Code", () => {
  it("changes nothing, and opens the plan as a document with a button to start it", async () => {
    await studio.chat().getByTestId("mode").click();
    await studio.chat().getByTestId("mode-plan").click();
    await expect.poll(() => studio.chat().getByTestId("mode").innerText(), SLOW).toContain("Plan");
    await studio.chat().getByTestId("composer").fill("We should sell cookies.");
    await studio.chat().getByTestId("composer").press("Enter");
    await studio.page.locator(".tab", { hasText: "sell-cookies.hermes-plan.md" }).waitFor(SLOW);
    await studio.chat().getByTestId("act-start-plan").waitFor(SLOW);
    await studio.page.locator(`.editor-actions a[aria-label^="Start Plan"]`).waitFor(SLOW);
    await studio.screenshot("plan");
    expect(existsSync(menu())).toBe(false);
  });

  it("carries out the plan as the user edited it, in agent mode, and pins it", async () => {
    await studio.inHost(async (vscode) => {
      const document = vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith(".hermes-plan.md"));
      const editor = await vscode.window.showTextDocument(document!);
      const at = document!.getText().indexOf("lemonade");
      const range = new vscode.Range(document!.positionAt(at), document!.positionAt(at + "lemonade".length));
      await editor.edit((edit) => edit.replace(range, "cookies"));
    });
    await studio.page.locator(`.editor-actions a[aria-label^="Start Plan"]`).click(SLOW);
    await expect.poll(() => existsSync(menu()) && readFileSync(menu(), "utf8"), SLOW).toBe("cookies\n");
    await expect.poll(() => studio.chat().getByTestId("mode").innerText(), SLOW).toContain("Agent");
    await studio.runCommand("Hermes: Open Context Inspector");
    await studio.inspector().getByText("Carry out this plan").first().waitFor(SLOW);
  });
});
