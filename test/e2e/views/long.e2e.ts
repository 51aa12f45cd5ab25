import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ended, grew, opened, stored } from "../../support/agent-events";
import { says, user } from "../../support/conversation";
import { actUntil } from "../support/clicks";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser, TWO_FRAMES } from "./page-harness";
import { longTranscript } from "./scenario";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

/** Several screens of rows with all their parts, and far fewer than 10,000 rows would need. */
const NODE_BOUND = 2_500;
const STEADY_LOOKS = 5;
const nodes = async (harness: PageHarness) =>
  Number(await harness.page.evaluate("document.getElementsByTagName('*').length"));

const distanceToEnd = (list: Record<"scrollHeight" | "scrollTop" | "clientHeight", number>) =>
  list.scrollHeight - list.scrollTop - list.clientHeight;

/** While the rows are measured for the first time, the end moves away and is followed. */
async function leaveEnd({ page }: PageHarness, scroll: (page: Page) => Promise<void>): Promise<void> {
  const toEnd = page.getByTestId("scroll-to-end");
  await page.locator(".rows").hover();
  await page.locator(".rows").focus();
  await actUntil(
    () => scroll(page),
    async (within) => {
      await toEnd.waitFor(within);
      for (let look = 0; look < STEADY_LOOKS; look++) {
        await page.evaluate(TWO_FRAMES);
        if (!(await toEnd.isVisible())) throw new Error("The end was followed again.");
      }
    },
  );
}

describe("a session of 10,000 rows", () => {
  it("opens at its end and scrolls to its start with a bounded page", async () => {
    const harness = await browser.open({ view: "chat" });
    const messages = longTranscript(10_000);
    await harness.emit(opened("resume", messages));
    await harness.page.getByText("answer 4999").waitFor();
    const counts = [await nodes(harness)];
    const start = harness.page.getByText("question 0", { exact: true });
    await leaveEnd(harness, (page) => page.mouse.wheel(0, -400));
    // A page that arrives keeps the reader's place, so the start may slip away once more after it was first seen.
    for (let step = 0, seen = 0; step < 4_000 && seen < STEADY_LOOKS; step++) {
      await harness.page.evaluate("document.querySelector('.rows').scrollTop = 0");
      await harness.page.waitForTimeout(20);
      seen = (await start.isVisible()) ? seen + 1 : 0;
      if (step % 20 === 0) counts.push(await nodes(harness));
    }
    await start.waitFor();
    counts.push(await nodes(harness));
    expect(Math.max(...counts)).toBeLessThan(NODE_BOUND);
    expect(harness.posts.filter(({ type }) => type === "rows-before")).toHaveLength(99);
    await harness.page.getByTestId("scroll-to-end").click();
    await harness.page.getByText("answer 4999").waitFor();
    await harness.close();
  });

  it.each([
    ["the wheel", (page: Page) => page.mouse.wheel(0, -400)],
    ["a page up", (page: Page) => page.keyboard.press("PageUp")],
    ["a jump to the start", (page: Page) => page.keyboard.press("Home")],
  ])("stays where the reader goes by %s", async (_, scroll) => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened("resume", longTranscript(400)));
    await harness.page.getByText("answer 199").waitFor();
    await leaveEnd(harness, scroll);
    await harness.emit(grew("More of the reply.\n\n"));
    expect(await harness.page.getByTestId("scroll-to-end").count()).toBe(1);
    await harness.page.getByTestId("scroll-to-end").click();
    await harness.page.getByText("More of the reply.").waitFor();
    await harness.close();
  });

  it("returns to its end with a message that the reader sends", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened("resume", longTranscript(400)));
    await harness.page.getByText("answer 199").waitFor();
    await leaveEnd(harness, (page) => page.mouse.wheel(0, -400));
    await harness.page.getByTestId("composer").fill("one more question");
    await harness.page.getByTestId("composer").press("Enter");
    await harness.emit(stored(user("one more question")), grew("The answer to it."));
    await harness.page.getByText("The answer to it.").waitFor({ timeout: 5_000 });
    await expect.poll(() => harness.page.locator(".rows").evaluate(distanceToEnd)).toBeLessThan(2);
    await harness.close();
  });

  it("reveals a message far above by asking for the pages between", async () => {
    const harness = await browser.open({ view: "chat" });
    const messages = longTranscript(1_000);
    await harness.emit(opened("resume", messages));
    const place = harness.presenter.findRow(messages[200]?.id ?? "");
    await harness.post({ type: "reveal", rowId: place?.rowId ?? "", index: place?.index ?? 0 });
    await harness.page.locator(".revealed").getByText("question 100").waitFor();
    await harness.close();
  });
});

describe("a streamed reply", () => {
  it("costs less than 4 KB a token and follows the end", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened("resume", longTranscript(400)));
    const before = harness.sizes.length;
    for (let line = 0; line < 120; line++)
      await harness.emit(grew(`Line ${line} of the reply, long enough to wrap in a narrow sidebar.\n\n`));
    expect(Math.max(...harness.sizes.slice(before))).toBeLessThan(4_096);
    await harness.page.getByText("Line 119 of the reply").waitFor();
    expect(await harness.page.getByText("Line 119 of the reply").isVisible()).toBe(true);
    await harness.close();
  });

  it("stays in sight when a pane below the chat opens", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened("resume", longTranscript(400)));
    await harness.page.getByText("answer 199").waitFor();
    await harness.page.setViewportSize({ width: 400, height: 400 });
    await expect.poll(() => harness.page.locator(".rows").evaluate(distanceToEnd)).toBeLessThan(2);
    await harness.close();
  });

  it("stays in sight when the view grows beyond the conversation, and shrinks again", async () => {
    const harness = await browser.open({ view: "chat", height: 900 });
    await harness.emit(opened("resume", longTranscript(10)));
    await harness.page.getByText("answer 4").waitFor();
    const rows = harness.page.locator(".rows");
    // Laid out at once, so that the scroll event comes before the list is measured anew.
    const setHeight = (height: string) =>
      harness.page.evaluate(
        `{ const list = document.querySelector(".rows"); list.style.maxHeight = "${height}"; list.scrollTop; }`,
      );
    await setHeight("120px");
    await expect.poll(() => rows.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
    await expect.poll(() => rows.evaluate(distanceToEnd)).toBeLessThan(2);
    await setHeight("none");
    await expect.poll(() => rows.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await setHeight("120px");
    await expect.poll(() => rows.evaluate(distanceToEnd)).toBeLessThan(2);
    expect(await harness.page.getByTestId("scroll-to-end").count()).toBe(0);
    await harness.close();
  });

  it("requests a complete picture when a message is missing, and shows the whole reply", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), grew("one "));
    harness.presenter.take(grew("two "));
    await harness.post({ type: "changes", sequence: 1_000, changes: [] });
    await harness.page.getByText("one two").waitFor();
    expect(harness.posts.map(({ type }) => type)).toEqual(["ready", "resync"]);
    await harness.close();
  });

  it("is announced to screen readers once, when it ends", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), grew("All "), grew("done."));
    expect(await harness.page.getByTestId("announcement").innerText()).toBe("");
    await harness.emit(ended(says("All done.")));
    await harness.page.getByTestId("announcement").getByText("All done.").waitFor({ state: "attached" });
    await harness.close();
  });
});
