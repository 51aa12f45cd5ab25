import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Studio } from "./support/studio";
import { APPEAR_MS, openStudio } from "./support/studio";

const SLOW = { timeout: APPEAR_MS };

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio({ settings: { "hermes.provider": "rehearsal" } });
  await studio.open();
  await studio.openChat();
});
afterAll(async () => studio?.close());

const step = (name: string) => studio.chat().locator(`[data-testid=lesson][data-step=${name}]`);
const source = () => readFileSync(join(studio.workspace, "src", "cart.js"), "utf8");

describe("the lesson, with the rehearsal model alone", () => {
  it("leads from a click over a repaired test, a large output, and a compression to its undo", async () => {
    const chat = studio.chat();
    await chat.getByTestId("lesson-start").click(SLOW);
    await step("tests").waitFor(SLOW);
    await chat.getByTestId("allow-once").click(SLOW);

    await step("edit").waitFor(SLOW);
    await studio.page.locator(".tab", { hasText: "proposed change" }).waitFor(SLOW);
    await studio.screenshot("lesson-edit");
    expect(source()).toContain("sum - sum * discount");
    await chat.getByTestId("allow-once").click(SLOW);

    await step("again").waitFor(SLOW);
    await chat.getByTestId("allow-once").click(SLOW);
    await step("log").waitFor(SLOW);
    expect(source()).toContain("Math.round(sum - discount)");
    await chat.getByTestId("row-reply").filter({ hasText: "The tests pass." }).waitFor(SLOW);

    await chat.getByTestId("lesson-next").click(SLOW);
    await step("printing").waitFor(SLOW);
    await chat.getByTestId("allow-once").click(SLOW);
    await step("spill").waitFor(SLOW);
    await chat.getByTestId("row-context-spilled").waitFor(SLOW);
    await studio.screenshot("lesson-spill");
    await chat.getByTestId("lesson-next").click(SLOW);
    await step("compress").waitFor(SLOW);
    await studio.inspector().getByTestId("large-gauge").waitFor(SLOW);
    await studio.screenshot("lesson-compress");

    await chat.getByTestId("lesson-next").click(SLOW);
    await step("verify").waitFor(SLOW);
    await chat.getByTestId("row-context-compressed").waitFor(SLOW);
    await studio.screenshot("lesson-verify");
    const folded = Number(await chat.getByTestId("gauge").getAttribute("aria-valuenow"));

    await chat.getByTestId("lesson-next").click(SLOW);
    await step("undone").waitFor(SLOW);
    await expect
      .poll(async () => Number(await chat.getByTestId("gauge").getAttribute("aria-valuenow")), SLOW)
      .toBeGreaterThan(folded);
    await studio.screenshot("lesson-undone");
    await chat.getByTestId("lesson-next").click(SLOW);
    await step("done").waitFor(SLOW);
    await studio.screenshot("lesson-done");
    await chat.getByTestId("lesson-next").click(SLOW);
    await expect.poll(() => chat.getByTestId("lesson").count(), SLOW).toBe(0);
  });
});
