import { afterAll, beforeAll, expect, it } from "vitest";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

let studio: Studio;

beforeAll(async () => {
  studio = await openStudio({ settings: { "hermes.provider": "vscode-lm", "hermes.model": "parrot" } });
  await studio.open();
  await studio.openChat();
});

afterAll(async () => studio?.close());

it("a language model of VS Code makes a tool call and answers", async () => {
  await studio.chat().getByTestId("composer").fill("What is here?");
  await studio.page.keyboard.press("Enter");
  const allow = studio.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Allow" });
  const reply = studio.chat().getByTestId("row-reply").filter({ hasText: "Parrot was sent 4 messages." });
  await Promise.race([allow.waitFor().then(() => allow.click()), reply.waitFor()]);
  await reply.waitFor();
  expect(await studio.chat().getByTestId("row-tool").first().innerText()).toContain("Listed");
  await studio.screenshot("language-model");
});
