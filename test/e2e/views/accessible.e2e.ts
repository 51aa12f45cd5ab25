import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../scripts/places.mjs";
import { ended, opened, stored } from "../../support/agent-events";
import { call, result, says } from "../../support/conversation";
import { seriousViolations } from "../support/axe";
import type { PageBrowser } from "./page-harness";
import { openBrowser } from "./page-harness";
import { chatScenario, inspectorScenario, knownPicture, lcmPicture, previewPicture, rehearsal } from "./scenario";
import { THEME_NAMES } from "./themes";

const SHOTS = join(root, "artifacts", "views");

let browser: PageBrowser;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  browser = await openBrowser();
});
afterAll(async () => browser.close());

describe.each(THEME_NAMES)("in the %s theme", (theme) => {
  // High enough for every row with everything open: a row out of view is not in the page.
  it.each([
    [220, 2_600],
    [300, 1_800],
    [600, 1_800],
  ])("the chat at %d px has no serious violation", async (width, height) => {
    const harness = await browser.open({ view: "chat", theme, width, height });
    await harness.emit(...chatScenario);
    for (const toggle of await harness.page.getByTestId("tool-toggle").all()) await toggle.click();
    await harness.page.getByTestId("composer").fill("/co");
    await harness.page.getByTestId("completions").waitFor();
    expect(await seriousViolations(harness.page.locator("body"))).toEqual([]);
    await harness.page.screenshot({ path: join(SHOTS, `chat-${theme}-${width}.png`) });
    await harness.close();
  });

  it("the first run has no serious violation", async () => {
    const harness = await browser.open({ view: "chat", theme, locale: "zh-cn" });
    await harness.emit(opened(), rehearsal);
    await harness.page.getByTestId("empty-add-key").waitFor();
    expect(await seriousViolations(harness.page.locator("body"))).toEqual([]);
    await harness.page.screenshot({ path: join(SHOTS, `empty-${theme}.png`) });
    await harness.close();
  });

  it("terminal output is legible whatever colors a program chose", async () => {
    const harness = await browser.open({ view: "chat", theme, height: 1_800 });
    await harness.emit(
      opened(),
      ended(says("", call("terminal", "{}", "c1"))),
      stored(result("terminal", colorfulOutput(), "c1")),
    );
    await harness.page.getByTestId("tool-toggle").click();
    await harness.page.locator(".ansi-background").last().waitFor();
    expect(await seriousViolations(harness.page.locator("body"))).toEqual([]);
    await harness.page.screenshot({ path: join(SHOTS, `terminal-${theme}.png`) });
    await harness.close();
  });

  it.each([300, 600])("the inspector at %d px has no serious violation and fits the width", async (width) => {
    const harness = await browser.open({ view: "inspector", theme, width, height: 1_200 });
    await harness.emit(...inspectorScenario);
    await harness.postChanges(harness.presenter.show({ kind: "preview", preview: previewPicture }));
    await harness.postChanges(harness.presenter.show({ kind: "lcm", lcm: lcmPicture }));
    await harness.postChanges(harness.presenter.show({ kind: "known", known: knownPicture() }));
    await harness.page.getByTestId("lcm-node").first().waitFor();
    await harness.page.getByTestId("known-entry").first().waitFor();
    expect(await seriousViolations(harness.page.locator("body"))).toEqual([]);
    expect(await harness.page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    await harness.page.screenshot({ path: join(SHOTS, `inspector-${theme}-${width}.png`), fullPage: true });
    await harness.page
      .locator("section", { has: harness.page.getByTestId("preview") })
      .screenshot({ path: join(SHOTS, `preview-${theme}-${width}.png`) });
    await harness.close();
  });
});

/** The colors of the theme, a sample of the palette, and text in the color of its background. */
function colorfulOutput(): string {
  const indexes = [...Array.from({ length: 16 }, (_, index) => index), 21, 46, 88, 201, 226, 232, 244, 255];
  const line = (parameters: (index: number) => string) =>
    indexes.map((index) => `\u001b[${parameters(index)}m${index}\u001b[0m`).join(" ");
  return [
    line((index) => `38;5;${index}`),
    line((index) => `48;5;${index}`),
    line((index) => `7;38;5;${index}`),
    line((index) => `38;5;${index};48;5;${index}`),
    "\u001b[1mbold\u001b[22m \u001b[2mdim\u001b[22m \u001b[3mitalic\u001b[23m \u001b[4munderline\u001b[24m",
    "\u001b[7minverse\u001b[27m \u001b[8mhidden\u001b[28m \u001b[9mstrike\u001b[29m \u001b[38;2;255;128;0mRGB",
  ].join("\n");
}
