import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../scripts/places.mjs";
import { opened } from "../../support/agent-events";
import { seriousViolations } from "../support/axe";
import { chatScenario, inspectorScenario, lcmPicture, previewPicture, rehearsal } from "./scenario";
import { openTheater } from "./stage";
import type { Theater } from "./stage";
import { THEME_NAMES } from "./themes";

const SHOTS = join(root, "artifacts", "views");

let theater: Theater;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  theater = await openTheater();
});
afterAll(async () => theater.close());

describe.each(THEME_NAMES)("in the %s theme", (theme) => {
  it.each([220, 400])("the chat at %d px has no serious violation", async (width) => {
    const stage = await theater.open({ view: "chat", theme, width, height: 1_800 });
    await stage.play(...chatScenario);
    for (const toggle of await stage.page.getByTestId("tool-toggle").all()) await toggle.click();
    await stage.page.getByTestId("composer").fill("/co");
    await stage.page.getByTestId("completions").waitFor();
    expect(await seriousViolations(stage.page.locator("body"))).toEqual([]);
    await stage.page.screenshot({ path: join(SHOTS, `chat-${theme}-${width}.png`) });
    await stage.close();
  });

  it("the first run has no serious violation", async () => {
    const stage = await theater.open({ view: "chat", theme, locale: "zh-cn" });
    await stage.play(opened(), rehearsal);
    await stage.page.getByTestId("empty-add-key").waitFor();
    expect(await seriousViolations(stage.page.locator("body"))).toEqual([]);
    await stage.page.screenshot({ path: join(SHOTS, `empty-${theme}.png`) });
    await stage.close();
  });

  it("the inspector has no serious violation", async () => {
    const stage = await theater.open({ view: "inspector", theme, width: 900, height: 1_200 });
    await stage.play(...inspectorScenario);
    await stage.send(stage.presenter.show({ kind: "preview", preview: previewPicture }));
    await stage.send(stage.presenter.show({ kind: "lcm", lcm: lcmPicture }));
    await stage.page.getByTestId("lcm-node").first().waitFor();
    expect(await seriousViolations(stage.page.locator("body"))).toEqual([]);
    await stage.page.screenshot({ path: join(SHOTS, `inspector-${theme}.png`), fullPage: true });
    await stage.close();
  });
});
