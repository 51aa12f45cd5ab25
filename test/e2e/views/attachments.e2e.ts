import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attachedPart } from "../../../src/core/conversation/attached";
import { measured, opened, stored } from "../../support/agent-events";
import { user } from "../../support/conversation";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";
import { fileMention, readyChip } from "./scenario";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const chips = (harness: PageHarness) => harness.page.getByTestId("chip");
const sends = (harness: PageHarness) => harness.posts.filter(({ type }) => type === "send");

/** A chat whose window has 100K of 200K tokens free. */
async function openChat(): Promise<PageHarness> {
  const harness = await browser.open({ view: "chat" });
  await harness.emit(opened(), measured(100_000));
  return harness;
}

async function mentionFile(harness: PageHarness, path: string): Promise<string> {
  await harness.page.getByTestId("composer").pressSequentially(`@${path.slice(0, 3)}`);
  await harness.post({ type: "mentions-found", query: path.slice(0, 3), mentions: [fileMention(path)] });
  await harness.page.getByTestId(`completion-${path}`).click();
  return harness.posts.findLast((one) => one.type === "attach")?.id ?? "";
}

describe("mentions", () => {
  it("are shown for the newest letters, also where an earlier answer comes later", async () => {
    const harness = await openChat();
    await harness.page.getByTestId("composer").pressSequentially("@sr/");
    await harness.post({ type: "mentions-found", query: "sr/", mentions: [fileMention("src/cart.ts")] });
    await harness.post({ type: "mentions-found", query: "sr", mentions: [fileMention("src/other.ts")] });
    await harness.page.getByTestId("completion-src/cart.ts").waitFor();
    expect(await harness.page.getByTestId("completion-src/other.ts").count()).toBe(0);
    await harness.close();
  });
});

describe("chips of the composer", () => {
  it("show their tokens, their share of the free window, and a preview on hover", async () => {
    const harness = await openChat();
    const id = await mentionFile(harness, "src/auth.ts");
    expect(await chips(harness).getAttribute("data-state")).toBe("pending");
    await harness.post({ type: "chip", chip: readyChip({ id, tokens: 12_345 }) });
    expect(await harness.page.getByTestId("chip-price").innerText()).toBe("12.3K · 12 %");
    await chips(harness).hover();
    expect(await harness.page.getByTestId("chip-preview").innerText()).toContain("export function parseToken");
    expect(await harness.page.getByTestId("chip-preview").innerText()).toContain("12,345 tokens, 12 % of the free");
    await harness.close();
  });

  it("go with their words, and leave plain words behind", async () => {
    const harness = await openChat();
    const composer = harness.page.getByTestId("composer");
    const id = await mentionFile(harness, "src/auth.ts");
    await harness.post({ type: "chip", chip: readyChip({ id }) });
    await harness.page.getByTestId("remove-chip").click();
    expect(await composer.inputValue()).toBe("src/auth.ts ");
    await composer.fill("");
    await mentionFile(harness, "src/cart.ts");
    await composer.fill("something else");
    await expect.poll(() => chips(harness).count()).toBe(0);
    await harness.close();
  });

  it("add up, and warn where the window has less room", async () => {
    const harness = await openChat();
    await harness.post({ type: "chip", chip: readyChip({ id: "a", tokens: 10_000 }) });
    await harness.post({ type: "chip", chip: readyChip({ id: "b", kind: "selection", tokens: 20_000 }) });
    const total = harness.page.getByTestId("chip-total");
    await expect.poll(() => total.innerText()).toBe("Attached: 30K tokens, 30 % of the free window");
    await harness.post({ type: "chip", chip: readyChip({ id: "b", kind: "selection", tokens: 95_000 }) });
    await expect.poll(() => total.innerText()).toBe("Attached: 105K tokens, more than the window has free");
    await harness.close();
  });

  it("that could not be read say why and hold the message back", async () => {
    const harness = await openChat();
    const reason = "src/logo.bin cannot be read as text.";
    await harness.post({ type: "chip", chip: readyChip({ state: "failed", preview: reason }) });
    await harness.page.getByTestId("composer").fill("go");
    await harness.page.getByTestId("composer").press("Enter");
    expect(await harness.page.getByTestId("send").isDisabled()).toBe(true);
    await chips(harness).hover();
    expect(await harness.page.getByTestId("chip-preview").innerText()).toContain(reason);
    await harness.page.getByTestId("remove-chip").click();
    await harness.page.getByTestId("composer").press("Enter");
    expect(sends(harness)).toEqual([{ type: "send", text: "go", images: [], attached: [], when: "after-turn" }]);
    await harness.close();
  });

  it("show a pasted image as a thumbnail with its price", async () => {
    const harness = await openChat();
    await harness.page
      .getByLabel("Add an image")
      .last()
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") });
    await harness.page.getByTestId("chip-thumbnail").waitFor();
    expect(harness.posts).toContainEqual({ type: "price-image" });
    await harness.post({ type: "image-price", tokens: 1_600 });
    await expect.poll(() => harness.page.getByTestId("chip-price").innerText()).toBe("1.6K · 2 %");
    const drawn = await harness.page
      .getByTestId("chip-thumbnail")
      .evaluate((image) => "naturalWidth" in image && image.naturalWidth);
    expect(drawn).toBe(1);
    await harness.page.getByTestId("composer").press("Enter");
    expect(sends(harness)).toMatchObject([{ images: [{ mediaType: "image/png", base64: PIXEL }] }]);
    await harness.close();
  });

  it("stay on the message that was sent, without the text they brought", async () => {
    const harness = await openChat();
    const cart = attachedPart({ kind: "selection", name: "src/cart.ts:3-8", text: "const sum = 0;" });
    const message = user("Explain this");
    await harness.emit(stored({ ...message, content: [...message.content, cart] }));
    const row = harness.page.getByTestId("row-user");
    expect(await row.getByTestId("sent-chip").innerText()).toContain("src/cart.ts:3-8");
    expect(await row.innerText()).not.toContain("const sum");
    await harness.close();
  });
});
