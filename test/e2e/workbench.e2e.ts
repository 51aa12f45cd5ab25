import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { FrameLocator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSuite } from "../../scripts/desktop.mjs";
import { root, vsixPath } from "../../scripts/places.mjs";
import { readmeForExtensionPage } from "../../scripts/readme.mjs";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio({ settings: { "hermes.provider": "rehearsal" } });
  await studio.open();
});

afterAll(async () => studio?.close());

const VSIX_BUDGET_BYTES = 6_000_000;

const REPOSITORY = "https://github.com/someone/hermes-context";
const README = readFileSync(join(root, "README.md"), "utf8");

/** Opens the page of the installed extension; its README is the only frame there that belongs to no extension. */
async function openExtensionPage(): Promise<FrameLocator> {
  await studio.inHost(async (api) => {
    await api.commands.executeCommand("workbench.action.closeAllEditors");
    await api.commands.executeCommand("workbench.extensions.search", "@installed hermes");
  });
  const row = studio.page.locator(".extension-list-item", { hasText: "Hermes" }).first();
  const readme = studio.page
    .frameLocator("iframe.webview:not([src*='extensionId=hermes'])")
    .frameLocator("iframe#active-frame");
  const text = readme.getByText("a context window you can see").first();
  // A list that is still being searched swallows a click.
  const isOpen = async (): Promise<boolean> => {
    await row.click();
    return text.waitFor({ timeout: APPEAR_MS / 6 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isOpen, { timeout: APPEAR_MS }).toBe(true);
  return readme;
}

const toast = (text: string | RegExp) => studio.page.locator(".notification-list-item", { hasText: text });

const activeText = () => studio.inHost(async (api) => api.window.activeTextEditor?.document.getText() ?? "");

interface Picture {
  readonly naturalWidth: number;
  decode(): Promise<void>;
}

/** The width of each picture once it is loaded; 0 if it is broken. */
const pictureWidths = (readme: FrameLocator): Promise<readonly number[]> =>
  readme.locator("img").evaluateAll((pictures: readonly Picture[]) =>
    Promise.all(
      pictures.map(async (picture) => {
        await picture.decode().catch(() => undefined);
        return picture.naturalWidth;
      }),
    ),
  );

describe("in a real VS Code, Hermes", () => {
  it("comes in a package within its budget", () => {
    expect(statSync(vsixPath).size).toBeLessThanOrEqual(VSIX_BUDGET_BYTES);
  });

  it("is taken by the publisher of Open VSX as it is, without a warning", async () => {
    const received: Buffer[] = [];
    const registry = createServer((request, response) => {
      request.on("data", (chunk: Buffer) => received.push(chunk)).on("end", () => response.writeHead(201).end("{}"));
    }).listen(0, "127.0.0.1");
    await once(registry, "listening");
    const { port } = registry.address() as AddressInfo;
    const where = ["--registryUrl", `http://127.0.0.1:${port}`, "--pat", "none"];
    const { stderr } = await promisify(execFile)(process.execPath, [
      join(root, "node_modules", "ovsx", "bin", "ovsx"),
      "publish",
      ...["--packagePath", vsixPath],
      ...where,
    ]);
    registry.close();
    expect(stderr).toBe("");
    expect(Buffer.concat(received).equals(readFileSync(vsixPath))).toBe(true);
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
    const gauge = studio.inspector().getByTestId("large-gauge");
    await gauge.waitFor();
    await studio.inspector().getByTestId("to-usage").click();
    const top = () => gauge.evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(0);
    await studio.statusItem(/\d.* \/ \d.* · \d+ %/).click();
    await expect.poll(top).toBeGreaterThan(0);
  });

  it("has a page with its README, without broken pictures, and with all of them once it has a repository", async () => {
    const installed = await openExtensionPage();
    await studio.screenshot("extension-page-without-repository");
    expect((await pictureWidths(installed)).filter((width) => width === 0)).toEqual([]);
    const folder = await studio.inHost(
      async (api) => api.extensions.getExtension("hermes-context.hermes-context")?.extensionPath ?? "",
    );
    const packaged = readFileSync(join(folder, "readme.md"), "utf8");
    writeFileSync(join(folder, "readme.md"), readmeForExtensionPage(README, REPOSITORY));
    await studio.page
      .context()
      .route(`${REPOSITORY}/raw/HEAD/**`, (route) =>
        route.fulfill({ path: join(root, new URL(route.request().url()).pathname.split("/raw/HEAD/")[1] ?? "") }),
      );
    const widths = await pictureWidths(await openExtensionPage());
    await studio.screenshot("extension-page");
    writeFileSync(join(folder, "readme.md"), packaged);
    expect(widths).toHaveLength([...README.matchAll(/!\[[^\]]*\]\(media/g)].length);
    expect(widths.filter((width) => width === 0)).toEqual([]);
  });

  it("checks itself, and says in a document what works and what to do", async () => {
    await studio.runCommand("Hermes: Self-Check");
    await toast(/Self-check: (?:everything|\d)/).waitFor();
    await studio.screenshot("self-check");
    await expect.poll(activeText).toContain("## Storage");
    const text = await activeText();
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      "Storage: works",
      "Search: works",
      "API key: works",
      "Model: works",
      expect.stringMatching(/^Terminal: (?:works|needs attention)$/),
      "MCP servers: works",
    ]);
  });

  it("collects a report that the user edits and copies", async () => {
    await studio.runCommand("Hermes: Report a Problem");
    await toast("Nothing has been sent").waitFor();
    await studio.inHost(async (api) => {
      const editor = api.window.activeTextEditor;
      await editor?.edit((change) => change.insert(new api.Position(0, 0), "My words.\n"));
    });
    await studio.screenshot("problem-report");
    await toast("Nothing has been sent").getByRole("button", { name: "Copy Report" }).click();
    const copied = await studio.inHost(async (api) => {
      while (!(await api.env.clipboard.readText()).startsWith("My words.")) await new Promise(setImmediate);
      return api.env.clipboard.readText();
    });
    expect(copied).toContain("session-count: 1");
    expect(copied).toContain("changed: hermes.provider");
    expect(copied).not.toContain(studio.workspace);
  });

  it("passes the tests for every desktop VS Code", async () => {
    await studio.inHost(
      async (_, suite) => {
        const { createRequire } = process.getBuiltinModule("node:module");
        await createRequire(suite)(suite).run();
      },
      await buildSuite(),
    );
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
