import { statSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { vsixPath } from "../../scripts/places.mjs";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio({ settings: { "hermes.provider": "rehearsal" } });
  await studio.open();
});

afterAll(async () => studio?.close());

const VSIX_BUDGET_BYTES = 6_000_000;

describe("in a real VS Code, Hermes", () => {
  it("comes in a package within its budget", () => {
    expect(statSync(vsixPath).size).toBeLessThanOrEqual(VSIX_BUDGET_BYTES);
  });

  it("has its wing in the activity bar and opens the chat", async () => {
    await studio.openChat();
    await studio.screenshot("chat-empty");
  });

  it("shows every command in the palette", async () => {
    await studio.page.keyboard.press("F1");
    await studio.page.locator(".quick-input-widget input[type=text]").fill(">Hermes: ");
    await studio.page
      .locator(".quick-input-list .monaco-list-row", { hasText: "Compress Context with Focus" })
      .waitFor();
    await studio.screenshot("palette");
    await studio.page.keyboard.press("Escape");
    const registered = await studio.inHost(async (api) =>
      (await api.commands.getCommands(true)).filter((id) => id.startsWith("hermes.")),
    );
    const contributed: readonly string[] = await studio.inHost(async (api) =>
      api.extensions
        .getExtension("hermes-context.hermes-context")
        ?.packageJSON.contributes.commands.map(({ command }: { readonly command: string }) => command),
    );
    expect(contributed.filter((id) => !registered.includes(id))).toEqual([]);
  });

  it("hands its API to other extensions", async () => {
    expect(
      await studio.inHost(async (api) =>
        Object.keys(api.extensions.getExtension("hermes-context.hermes-context")?.exports).sort(),
      ),
    ).toEqual(["registerContextEngine", "registerTool", "version"]);
  });

  it("answers a first message without a key, after using a real tool on the workspace", async () => {
    const chat = studio.chat();
    await chat.getByTestId("composer").fill("Look around and tell me what this project does.");
    await studio.page.keyboard.press("Enter");
    await chat.getByTestId("row-tool").first().waitFor();
    await chat.getByTestId("row-reply").last().waitFor();
    await studio.screenshot("first-answer");
    await studio.statusItem(/\d.* \/ \d.* · \d+ %/).waitFor();
  });

  it("opens the inspector from the status bar", async () => {
    await studio.statusItem(/\d.* \/ \d.* · \d+ %/).click();
    await studio.inspector().getByTestId("large-gauge").waitFor();
  });

  it("still has the conversation after a reload", async () => {
    await studio.reload();
    await studio.openChat();
    await studio.chat().getByTestId("row-user").filter({ hasText: "Look around" }).waitFor();
    await studio.chat().getByTestId("row-reply").last().waitFor();
    await studio.screenshot("after-reload");
  });

  it("says in a second window that the session is open in the first, and goes on in a branch of it", async () => {
    const second = await studio.openSecondChat();
    const notice = second.getByTestId("row-notice-plain").filter({ hasText: "is open in another window" });
    await notice.waitFor();
    await notice.getByTestId("act-branch-last-session").click();
    await second.getByTestId("row-user").filter({ hasText: "Look around" }).waitFor();
    expect(await second.getByTestId("row-notice-plain").count()).toBe(0);
  });

  it("speaks Chinese where VS Code does: the host, the page, and what core explains", async () => {
    const chinese = await studio.openSecondChat("zh-cn");
    await chinese.getByTestId("row-notice-plain").filter({ hasText: "已在另一个窗口中打开" }).waitFor();
    const composer = chinese.getByTestId("composer");
    await composer.fill("Hi");
    await composer.press("Enter");
    await chinese.getByTestId("row-reply").last().waitFor();
    await composer.fill("/compress the stand");
    await composer.press("Enter");
    const row = chinese.getByTestId("row-context-nothing-to-compress");
    await row.waitFor();
    expect(await row.innerText()).toBe("没有可压缩的内容\n一切都受保护：对话只有开头和最近的消息。");
  });
});
