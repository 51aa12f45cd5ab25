import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../scripts/places.mjs";
import { callId } from "../../../src/core/conversation/ids";
import type { LessonStep } from "../../../src/protocol/lesson";
import {
  asked,
  compressed,
  ended,
  measured,
  opened,
  requestStarted,
  spilled,
  stored,
  toolStarted,
  turnEnded,
  undone,
} from "../../support/agent-events";
import { call, result, says, user } from "../../support/conversation";
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

  it("explains the mark on the bar, counts every step, and ends with a word of what to do next", async () => {
    const harness = await browser.open({ view: "chat", height: 900 });
    const hint = harness.page.getByTestId("lesson");
    await harness.emit(opened(), stored(user("fix it")), measured(60_000));
    await show(harness, "compress");
    expect(await hint.innerText()).toContain("mark on the bar");
    await show(harness, "tests");
    expect(await hint.innerText()).toContain("step 1 of 10");
    await harness.emit(stored(result("terminal", "exit code 1", "c1")));
    await expect.poll(() => hint.innerText()).toContain("step 2 of 10");
    await show(harness, "done");
    await expect.poll(() => hint.innerText()).toContain("Lesson finished");
    await harness.page.getByTestId("lesson-add-key").click();
    await harness.page.getByTestId("lesson-next").click();
    expect(harness.posts.slice(-2)).toEqual([{ type: "add-key" }, { type: "lesson", action: "next" }]);
    await harness.close();
  });

  it("calls its undo and that of the compression by the same name, unlike that of the edits", async () => {
    const harness = await browser.open({ view: "chat", height: 1_200 });
    await harness.emit(opened(), stored(user("fix it")), compressed(), turnEnded("answered"));
    await show(harness, "verify");
    const labelOf = (id: string) => harness.page.getByTestId(id).innerText();
    expect(await labelOf("lesson-next")).toBe("Undo compression");
    expect((await labelOf("undo-compression")).trim()).toBe("Undo compression");
    await harness.close();
  });

  it("names the button to press by its label, and says that Hermes is at work until there is one", async () => {
    const harness = await browser.open({ view: "chat", height: 900 });
    const hint = harness.page.getByTestId("lesson");
    await harness.emit(opened(), stored(user("fix it")), requestStarted());
    await show(harness, "tests");
    expect(await hint.innerText()).toContain("nothing to do until it asks you");
    await harness.emit(
      ended(says("", call("terminal", '{"command":"npm test"}', "c1"))),
      toolStarted("c1"),
      asked("c1"),
    );
    const label = await harness.page.getByTestId("allow-once").innerText();
    await expect.poll(() => hint.innerText()).toContain(`“${label}”`);
    await harness.emit({
      type: "approval-answered",
      callId: callId("c1"),
      answer: { kind: "allow", remember: "once" },
    });
    await expect.poll(() => hint.innerText()).not.toContain(label);
    await harness.close();
  });

  it.each([
    ["spill", spilled, "row-context-spilled"],
    ["verify", compressed(), "row-context-compressed"],
  ] as const)("shows %s whole, with what it explains, in a low sidebar", async (step, event, explained) => {
    const harness = await browser.open({ view: "chat", width: 300, height: 640 });
    await harness.emit(opened(), stored(user("fix it")), event, ended(says("A long answer.\n\n".repeat(14))));
    await show(harness, step);
    const inView = async (id: string) => {
      const [box, list] = await Promise.all(
        [harness.page.getByTestId(id).last(), harness.page.locator(".rows")].map((part) => part.boundingBox()),
      );
      return box && list && box.y >= list.y - 1 && box.y + box.height <= list.y + list.height + 1;
    };
    await expect.poll(() => inView("lesson")).toBe(true);
    await expect.poll(() => inView(explained)).toBe(true);
    // Following the end would push it out again.
    await harness.emit(measured(60_000), measured(61_000));
    expect([await inView("lesson"), await inView(explained)]).toEqual([true, true]);
    await harness.page.getByTestId("lesson-next").click();
    expect(await harness.page.evaluate("document.scrollingElement.scrollTop")).toBe(0);
    expect((await harness.page.getByTestId("gauge").boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await harness.close();
  });

  it("has its button in reach where the window is too low for more", async () => {
    const harness = await browser.open({ view: "chat", width: 300, height: 480 });
    const answer = ended(says("A long answer.\n\n".repeat(14)));
    await harness.emit(opened(), stored(user("fix it")), answer, compressed(), turnEnded("answered"));
    await show(harness, "verify");
    await harness.page.getByTestId("lesson-next").click({ timeout: 5_000 });
    expect(sent(harness)).toEqual([{ type: "lesson", action: "next" }]);
    await harness.close();
  });

  it("is walked through by keyboard: each next button has the focus that the one before lost", async () => {
    const harness = await browser.open({ view: "chat", height: 900 });
    const focused = () => harness.page.evaluate<string>("document.activeElement?.dataset?.testid ?? 'nothing'");
    await harness.emit(opened(), stored(user("fix it")), spilled, turnEnded("answered"));
    await show(harness, "spill");
    await expect.poll(focused).toBe("lesson-next");
    await harness.page.getByTestId("composer").focus();
    await show(harness, "compress");
    await harness.page.locator("[data-testid=lesson][data-step=compress]").waitFor();
    expect(await focused()).toBe("composer");
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
