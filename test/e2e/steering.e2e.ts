import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";
import type { ModelServer, RecordedRequest } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

/** On a busy machine, as long as Playwright waits for a click. */
const SLOW = { timeout: 30_000 };
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let server: ModelServer;
let studio: Studio;
let refusals = 0;

/** Runs a command that lasts until a file appears, refuses once where it is asked to, and answers everything else. */
function model({ body }: RecordedRequest) {
  const newest = JSON.stringify(Array.isArray(body["messages"]) ? body["messages"].at(-1) : "");
  if (newest.includes("Work on it")) {
    const command = "while [ ! -e go.txt ]; do sleep 0.1; done; rm go.txt; echo finished";
    return calls(toolCall("terminal", { command }));
  }
  if (newest.includes("Be refused") && refusals++ === 0) return refuses(529, "Overloaded", { "retry-after": "50" });
  return says("Noted.");
}

beforeAll(async () => {
  server = await startModelServer({ script: model });
  studio = await openStudio({
    env: { ANTHROPIC_API_KEY: "test-key" },
    settings: {
      "hermes.provider": "anthropic",
      "hermes.model": "claude-sonnet-4-5",
      "hermes.baseUrl": server.url,
      "hermes.approval.run": "allow",
    },
  });
  await studio.open();
  await studio.openChat();
});

afterAll(async () => {
  await studio?.close();
  await server?.close();
});

const chat = () => studio.chat();
const composer = () => chat().getByTestId("composer");
const idle = () =>
  chat()
    .getByTestId("stop")
    .waitFor({ state: "detached", ...SLOW });
const queued = () => chat().getByTestId("queued").locator(".ellipsis").allInnerTexts();
const userRows = () => chat().locator(".user-text").allInnerTexts();
const letGo = () =>
  studio.inHost(async ({ Uri, workspace }) => {
    const folder = workspace.workspaceFolders?.[0]?.uri;
    if (folder !== undefined) await workspace.fs.writeFile(Uri.joinPath(folder, "go.txt"), new Uint8Array());
  });

async function send(text: string, key: "Enter" | "Alt+Enter" | "Control+Enter" = "Enter"): Promise<void> {
  await composer().fill(text);
  await composer().press(key);
}

describe("while Hermes works, in a real VS Code", () => {
  it("names what runs, and lets messages steer, wait, and be reordered", async () => {
    await send("Work on it");
    const activity = chat().getByTestId("activity");
    await expect.poll(() => activity.innerText(), SLOW).toMatch(/^Running while \[/);
    await send("first");
    await send("second");
    await send("between the steps", "Alt+Enter");
    await expect.poll(queued, SLOW).toEqual(["first", "second", "between the steps"]);
    const second = chat().getByTestId("queued").nth(1);
    await second.hover();
    await second.getByTestId("queue-up").click();
    await expect.poll(queued, SLOW).toEqual(["second", "first", "between the steps"]);
    await studio.screenshot("steering");
    await letGo();
    await expect.poll(userRows, SLOW).toEqual(["Work on it", "between the steps", "second", "first"]);
    await idle();
  });

  it("holds what waits after a stop, and sends a correction first", async () => {
    await send("Work on it");
    await chat().locator("[data-activity=running-tool]").waitFor(SLOW);
    await send("later");
    await expect.poll(queued, SLOW).toEqual(["later"]);
    await chat().getByTestId("stop").click();
    await chat().getByTestId("send-queued").waitFor(SLOW);
    await send("correction");
    await expect.poll(async () => (await userRows()).slice(-2), SLOW).toEqual(["correction", "later"]);
    await idle();
  });

  it("says who does not answer, and retries at once on a click", async () => {
    await send("Be refused");
    const retry = chat().getByTestId("retry-now");
    await retry.waitFor(SLOW);
    const card = await chat().locator("[data-activity=waiting-retry]").innerText();
    expect(card).toContain(`${new URL(server.url).host} does not answer`);
    await studio.screenshot("retry-card");
    await retry.click();
    await idle();
    expect(refusals).toBe(2);
  });

  it("shows a pasted image as a thumbnail with its price", async () => {
    await chat()
      .locator("input[type=file]")
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") });
    await chat().getByTestId("chip-thumbnail").waitFor(SLOW);
    await expect.poll(() => chat().getByTestId("chip-price").innerText(), SLOW).toMatch(/^1\.6K · \d+ %$/);
    await chat().getByTestId("remove-image").click();
  });

  it("offers to continue after a reload in mid-turn", async () => {
    await send("Work on it");
    await chat().locator("[data-activity=running-tool]").waitFor(SLOW);
    await studio.reload();
    await studio.openChat();
    await chat().getByTestId("act-continue").last().click(SLOW);
    await expect.poll(async () => (await userRows()).at(-1), SLOW).toBe("Continue.");
    await idle();
  });
});

describe("in a window that VS Code does not trust", () => {
  it("says so, and leads to the trust editor", async () => {
    const untrusted = await openStudio({
      trust: "asked",
      settings: {
        "hermes.provider": "rehearsal",
        "security.workspace.trust.enabled": true,
        "security.workspace.trust.startupPrompt": "never",
        "security.workspace.trust.banner": "never",
      },
    });
    try {
      await untrusted.open();
      await untrusted.openChat();
      const banner = untrusted.chat().getByTestId("workspace-banner");
      await banner.waitFor(SLOW);
      expect(await banner.innerText()).toContain("This workspace is not trusted");
      await untrusted.screenshot("untrusted");
      await untrusted.chat().getByTestId("mend-workspace").click();
      await untrusted.page.locator(".workspace-trust-editor").waitFor(SLOW);
    } finally {
      await untrusted.close();
    }
  });
});
