import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../scripts/places.mjs";
import type { LessonStep } from "../../../src/protocol/lesson";
import {
  asked,
  compressed,
  ended,
  measured,
  opened,
  spilled,
  stored,
  turnEnded,
  undone,
} from "../../support/agent-events";
import { call, says, user } from "../../support/conversation";
import { seriousViolations } from "../support/axe";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";
import { rehearsal } from "./scenario";
import { THEME_NAMES } from "./themes";

const SHOTS = join(root, "artifacts", "views");

let browser: PageBrowser;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const sent = (harness: PageHarness) => harness.posts.filter(({ type }) => type === "lesson");
const show = (harness: PageHarness, step: LessonStep) =>
  harness.postChanges(harness.presenter.show({ kind: "lesson", lesson: { kind: "running", step } }));
/** The test id of what the hint stands beside: the nearest element before it. */
const beside = (harness: PageHarness) =>
  harness.page.getByTestId("lesson").evaluate((hint) => hint.previousElementSibling?.getAttribute("data-testid"));

describe("the lesson in the chat", () => {
  it("is offered on the first run of the sample project, as the one primary button", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), rehearsal);
    expect(await harness.page.getByTestId("lesson-start").count()).toBe(0);
    await harness.postChanges(harness.presenter.show({ kind: "lesson", lesson: { kind: "offered" } }));
    await harness.page.getByTestId("lesson-start").click();
    expect(sent(harness)).toEqual([{ type: "lesson", action: "start" }]);
    expect(await harness.page.locator(".button.primary").count()).toBe(1);
    await harness.close();
  });

  it("says one sentence beside the thing it explains, and can be left at any time", async () => {
    const harness = await browser.open({ view: "chat", height: 1_600 });
    await harness.emit(opened(), stored(user("fix it")));
    await show(harness, "tests");
    await harness.emit(ended(says("", call("patch", '{"path":"src/auth.ts"}', "c1"))), asked("c1"));
    await harness.page.locator("[data-testid=lesson][data-step=edit]").waitFor();
    expect(await beside(harness)).toBe("row-tool");
    await show(harness, "printing");
    await harness.emit(spilled, turnEnded("answered"));
    await harness.page.locator("[data-testid=lesson][data-step=spill]").waitFor();
    expect(await beside(harness)).toBe("row-context-spilled");
    await harness.emit(compressed());
    await harness.page.locator("[data-testid=lesson][data-step=verify]").waitFor();
    expect(await beside(harness)).toBe("row-context-compressed");
    await harness.page.getByTestId("lesson-next").click();
    await harness.emit(undone());
    await harness.page.locator("[data-testid=lesson][data-step=undone]").waitFor();
    expect(await harness.page.getByTestId("lesson").count()).toBe(1);
    await harness.page.getByTestId("lesson-leave").click();
    expect(sent(harness)).toEqual([
      { type: "lesson", action: "next" },
      { type: "lesson", action: "leave" },
    ]);
    await harness.close();
  });

  it("stands under the gauge when it explains the gauge", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), stored(user("fix it")), measured(60_000));
    await show(harness, "compress");
    await harness.page.getByTestId("lesson").waitFor();
    const [gauge, hint, composer] = await Promise.all(
      ["gauge", "lesson", "composer"].map((id) => harness.page.getByTestId(id).boundingBox()),
    );
    expect([gauge?.y, hint?.y, composer?.y].map(Number)).toEqual(
      [gauge?.y, hint?.y, composer?.y].map(Number).toSorted((a, b) => a - b),
    );
    await harness.close();
  });
});

describe.each(THEME_NAMES)("the lesson in the %s theme", (theme) => {
  it.each([300, 600])("at %d px has no serious violation", async (width) => {
    const harness = await browser.open({ view: "chat", theme, width });
    await harness.emit(opened(), rehearsal, stored(user("fix it")), spilled, measured(60_000));
    await show(harness, "compress");
    await harness.page.getByTestId("lesson-next").waitFor();
    expect(await seriousViolations(harness.page.locator("body"))).toEqual([]);
    await harness.page.screenshot({ path: join(SHOTS, `lesson-${theme}-${width}.png`) });
    await harness.close();
  });
});
