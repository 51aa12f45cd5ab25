import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { readingModel } from "./support/reading-model";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

let server: ModelServer;
let studio: Studio;

beforeAll(async () => {
  server = await startModelServer({ script: readingModel });
  studio = await openStudio({
    env: { ANTHROPIC_API_KEY: "test-key" },
    settings: {
      "hermes.provider": "anthropic",
      "hermes.model": "claude-sonnet-4-5",
      "hermes.baseUrl": server.url,
    },
    otherFolders: { "tool-shed": { "src/cart.js": "// the cart of the tool shed\nexport const wheels = 4;\n" } },
  });
  await studio.open();
  await studio.openChat();
});

afterAll(async () => {
  await studio?.close();
  await server?.close();
});

/** On a busy machine, as long as Playwright waits for a click. */
const SLOW = { timeout: 30_000 };
const composer = () => studio.chat().getByTestId("composer");
const completion = (path: string) => studio.chat().getByTestId(`completion-${path}`);

describe("mentions in a workspace of two folders, in a real VS Code", () => {
  it("finds files behind a slash in both folders", async () => {
    await composer().pressSequentially("@src/c");
    await completion("lemonade-stand/src/cart.js").waitFor();
    await completion("tool-shed/src/cart.js").waitFor();
    await composer().fill("");
    await composer().pressSequentially("@tool-shed\\src\\c");
    await completion("tool-shed/src/cart.js").waitFor();
    expect(await completion("lemonade-stand/src/cart.js").count()).toBe(0);
  });

  it("prices a file of the second folder and sends its text with the message", async () => {
    await composer().fill("");
    await composer().pressSequentially("Explain @tool-shed/src/c");
    await completion("tool-shed/src/cart.js").click();
    const chip = studio.chat().getByTestId("chip");
    await chip.getByTestId("chip-price").waitFor();
    expect(await chip.getByTestId("chip-price").innerText()).toMatch(/^\d+ · < 1 %$/);
    await composer().press("Enter");
    await expect.poll(() => server.requests.at(-1)?.text, SLOW).toContain("export const wheels = 4;");
    const row = studio.chat().getByTestId("row-user").last();
    expect(await row.innerText()).toContain("Explain @tool-shed/src/cart.js");
    expect(await row.getByTestId("sent-chip").innerText()).toContain("tool-shed/src/cart.js");
  });

  it("adds a selection as a chip and sends it once", async () => {
    await studio.inHost(async ({ window, workspace, Selection }) => {
      const [file] = await workspace.findFiles("src/cart.js");
      if (file === undefined) throw new Error("no cart");
      const editor = await window.showTextDocument(file);
      editor.selection = new Selection(0, 0, 1, 5);
    });
    const selected = await studio.inHost(async ({ window }) =>
      window.activeTextEditor?.document.getText(window.activeTextEditor.selection),
    );
    await studio.inHost(async (api) => void (await api.commands.executeCommand("hermes.addToChat")));
    const chip = studio.chat().locator("[data-testid=chip][data-kind=selection]");
    await chip.getByTestId("chip-price").waitFor();
    expect(await composer().inputValue()).toBe("");
    await studio.screenshot("chips");
    await composer().fill("What is this?");
    await composer().press("Enter");
    await expect.poll(() => server.requests.at(-1)?.text, SLOW).toContain("What is this?");
    const sent = server.requests.at(-1)?.text ?? "";
    expect(sent.split(JSON.stringify(selected?.split("\n")[0]).slice(1, -1)).length - 1).toBe(1);
  });

  it("attaches a web page as text once its server is allowed, and says why not before", async () => {
    const address = `${await servePrices()}/prices`;
    const chip = (state: string) => studio.chat().locator(`[data-kind=web][data-state=${state}]`);
    const answer = (name: string) => studio.page.getByRole("button", { name }).click();
    await composer().pressSequentially(`@${address}`);
    await completion(`web-${address}`).click();
    await answer("Cancel");
    await chip("failed").waitFor(SLOW);
    expect(await chip("failed").locator(".chip-preview").textContent()).toContain(
      "You did not allow reading 127.0.0.1",
    );
    await chip("failed").getByTestId("remove-chip").click();
    await composer().pressSequentially(`@${address}`);
    await completion(`web-${address}`).click();
    await answer("Allow Once");
    await chip("ready").getByTestId("chip-price").waitFor(SLOW);
    expect(await composer().inputValue()).toBe("");
    await composer().fill("What does it cost?");
    await composer().press("Enter");
    await expect.poll(() => server.requests.at(-1)?.text, SLOW).toContain("Lemonade costs two dollars");
  });
});

async function servePrices(): Promise<string> {
  const pages = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<h1>Prices</h1><p>Lemonade costs two dollars"),
  );
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void pages.close());
  return `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
}
