import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actUntil, pickRow } from "./support/clicks";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

const SLOW = { timeout: APPEAR_MS };

/** A vendor's server that knows one key. */
const vendor = createServer((request, response) => {
  const known = request.headers["x-api-key"] === "the-right-key";
  response.writeHead(known ? 200 : 401, { "content-type": "application/json" }).end(`{"data":[]}`);
});

let studio: Studio;
beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve));
  const { port } = vendor.address() as AddressInfo;
  studio = await openStudio({
    settings: {
      "hermes.provider": "rehearsal",
      "hermes.auxiliary.compression.provider": "anthropic",
      "hermes.auxiliary.compression.baseUrl": `http://127.0.0.1:${port}`,
      "hermes.chat.openOnStart": true,
    },
  });
  await studio.open();
});
afterAll(async () => {
  await studio?.close();
  vendor.close();
});

const quickInput = () => studio.page.locator(".quick-input-widget");
const pick = (text: string | RegExp) => studio.page.locator(".quick-input-list .monaco-list-row", { hasText: text });

describe("the first minutes", () => {
  it("begin with an open chat where the setting asks for it", async () => {
    await studio.chat().getByTestId("composer").waitFor(SLOW);
  });

  it("show the models by provider, with window, price, and what needs a key", async () => {
    await studio.runCommand("Hermes: Select Model");
    await pick(/Claude Sonnet 4\.5.*200,000 tokens · \$3 \/ \$15 · .*needs a key/)
      .first()
      .waitFor(SLOW);
    await quickInput().locator(".quick-input-list-separator", { hasText: "Anthropic" }).first().waitFor(SLOW);
    await studio.screenshot("model-picker");
    await studio.page.keyboard.press("Escape");
  });

  it("try a key at its server: a refused one stays to be corrected, one that works is stored", async () => {
    await studio.runCommand("Hermes: Set API Key");
    await actUntil(
      (within) => pick("Anthropic").first().click(within),
      (within) => pick("127.0.0.1").first().waitFor(within),
    );
    await pickRow(pick("127.0.0.1").first());
    const field = quickInput().locator("input");
    await field.fill("a-wrong-key");
    await field.press("Enter");
    await quickInput().getByText("refused this key").waitFor(SLOW);
    expect(await quickInput().locator(".codicon-link-external").count()).toBe(1);
    await studio.screenshot("key-refused");
    await field.fill("the-right-key");
    await field.press("Enter");
    await studio.page.locator(".notification-toast", { hasText: "The key works and is stored." }).waitFor(SLOW);
  });
});
