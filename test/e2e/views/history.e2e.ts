import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../scripts/places.mjs";
import type { HistoryLine, HistoryPicture } from "../../../src/protocol/history";
import { asked, ended, opened, stored } from "../../support/agent-events";
import { call, says, user } from "../../support/conversation";
import { seriousViolations } from "../support/axe";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";
import { chatScenario } from "./scenario";
import { THEME_NAMES } from "./themes";

const SHOTS = join(root, "artifacts", "views");

let browser: PageBrowser;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  browser = await openBrowser();
});
afterAll(async () => browser.close());

/** Noon of a day before today, by the calendar of this machine. */
function daysAgo(days: number): number {
  const noon = new Date();
  noon.setHours(12, 0, 0, 0);
  return noon.setDate(noon.getDate() - days);
}

const line = (id: string, about: Partial<HistoryLine> = {}): HistoryLine => ({
  id,
  agent: null,
  title: `Session ${id}`,
  lastUsedAt: Date.now(),
  state: "closed",
  figures: { engine: "compressor", messages: 12, tokens: 48_200, costUsd: 0.31 },
  found: null,
  ...about,
});

const LINES: readonly HistoryLine[] = [
  line("a", { title: "Fix the failing login test", state: "open" }),
  line("b", { title: "Why does the cart forget its discount after the second reload of the page? (branch)" }),
  line("c", { lastUsedAt: daysAgo(1), agent: "Claude Code", figures: null, title: "Port to ESM" }),
  line("d", { lastUsedAt: daysAgo(3), figures: { engine: "lcm", messages: 1, tokens: 0, costUsd: 0 } }),
  line("e", { lastUsedAt: daysAgo(170) }),
];

const picture = (about: Partial<HistoryPicture> = {}): HistoryPicture => ({
  query: "",
  state: "ready",
  lines: LINES,
  problem: null,
  more: 0,
  deleted: null,
  others: "settled",
  ...about,
});

const show = (harness: PageHarness, history: HistoryPicture | null) =>
  harness.postChanges(harness.presenter.show({ kind: "history", history }));

async function openHistory(about: Partial<HistoryPicture> = {}, options: { readonly width?: number } = {}) {
  const harness = await browser.open({ view: "chat", ...options });
  await harness.emit(opened(), stored(user("hello")));
  await show(harness, picture(about));
  await harness.page.getByTestId("history-search").waitFor();
  return harness;
}

const focused = (harness: PageHarness) =>
  harness.page.locator(":focus").evaluate((element) => element.getAttribute("data-testid") ?? "");
const focusedText = async (harness: PageHarness) =>
  (await harness.page.locator(":focus .history-title").allInnerTexts()).join();

describe("the history", () => {
  it("lists sessions by day with agent, engine, tokens, and cost", async () => {
    const harness = await openHistory();
    expect(await harness.page.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([
      "Today",
      "Yesterday",
      "Last 7 days",
      "Older",
    ]);
    expect(await harness.page.locator(".history-figures").allInnerTexts()).toEqual([
      "open now · Hermes · 12 messages · 48.2K tokens · $0.310 · compressor",
      "Hermes · 12 messages · 48.2K tokens · $0.310 · compressor",
      "Claude Code",
      "Hermes · 1 message · lcm",
      "Hermes · 12 messages · 48.2K tokens · $0.310 · compressor",
    ]);
    await harness.close();
  });

  it("opens from the header, takes the focus, and gives it back on Escape", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), stored(user("hello")));
    await harness.page.getByTestId("open-history").focus();
    await harness.page.keyboard.press("Enter");
    await expect.poll(() => harness.posts.at(-1)).toEqual({ type: "show-history", query: "" });
    await show(harness, picture());
    await expect.poll(() => focused(harness)).toBe("history-search");
    await harness.page.keyboard.press("Escape");
    await expect.poll(() => harness.posts.at(-1)).toEqual({ type: "close-history" });
    await show(harness, null);
    await expect.poll(() => focused(harness)).toBe("open-history");
    await harness.close();
  });

  it("is walked through, renamed in, and deleted from by keyboard", async () => {
    const harness = await openHistory();
    await expect.poll(() => focused(harness)).toBe("history-search");
    await harness.page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedText(harness)).toBe("Fix the failing login test");
    await harness.page.keyboard.press("End");
    await expect.poll(() => focusedText(harness)).toBe("Session e");
    await harness.page.keyboard.press("ArrowUp");
    await expect.poll(() => focusedText(harness)).toBe("Session d");
    await harness.page.keyboard.press("F2");
    await expect.poll(() => focused(harness)).toBe("history-title");
    await harness.page.keyboard.type(" renamed");
    await harness.page.keyboard.press("Enter");
    await expect.poll(() => harness.posts.at(-1)).toEqual({ type: "rename-past", id: "d", title: "Session d renamed" });
    await expect.poll(() => focusedText(harness)).toBe("Session d");
    await harness.page.keyboard.press("Delete");
    await expect.poll(() => harness.posts.at(-1)).toEqual({ type: "delete-past", id: "d" });
    await show(
      harness,
      picture({ lines: LINES.filter(({ id }) => id !== "d"), deleted: { id: "d", title: "Session d" } }),
    );
    await expect.poll(() => focusedText(harness)).toBe("Session e");
    await harness.page.getByTestId("history-undo").click();
    expect(harness.posts.at(-1)).toEqual({ type: "undelete-past" });
    await harness.page.keyboard.press("Escape");
    await expect.poll(() => harness.posts.at(-1)).toEqual({ type: "close-history" });
    await harness.close();
  });

  it("searches as the user types, and opens a find at its message", async () => {
    const harness = await openHistory();
    await harness.page.getByTestId("history-search").fill("discount");
    await expect.poll(() => harness.posts.at(-1)).toEqual({ type: "show-history", query: "discount" });
    const found = line("b", { found: { messageId: "m7", text: "… the discount is computed twice …" } });
    await show(harness, picture({ query: "discount", lines: [found] }));
    await harness.page.getByText("the discount is computed twice").click();
    expect(harness.posts.at(-1)).toEqual({ type: "open-past", id: "b", messageId: "m7" });
    await show(harness, picture({ query: "zebra", lines: [] }));
    await expect.poll(() => harness.page.getByTestId("history-empty").innerText()).toBe("No session contains “zebra”.");
    await harness.close();
  });

  it("shows what it is waiting for, and what it has nothing of", async () => {
    const harness = await openHistory({ state: "loading", lines: [] });
    await harness.page.getByTestId("history-skeleton").waitFor();
    await show(harness, picture({ lines: [], others: "ask" }));
    await harness.page.getByText("No sessions yet.").waitFor();
    await harness.page.getByTestId("history-others").click();
    expect(harness.posts.at(-1)).toEqual({ type: "find-others" });
    await harness.close();
  });

  it("tells that an approval waits in the chat behind it", async () => {
    const harness = await openHistory();
    await harness.emit(ended(says("", call("patch", "{}", "c1"))), asked("c1"));
    await harness.page.getByTestId("history-waiting").click();
    expect(harness.posts.at(-1)).toEqual({ type: "close-history" });
    await harness.close();
  });

  it("draws only what is in view of hundreds of sessions, and reaches the last by key", async () => {
    const many = Array.from({ length: 500 }, (_, index) => line(`s${index}`, { title: `Session ${index}` }));
    const harness = await openHistory({ lines: many, more: 20 });
    expect(await harness.page.getByTestId("history-line").count()).toBeLessThan(60);
    await harness.page.getByTestId("history-search").press("ArrowDown");
    await harness.page.keyboard.press("End");
    await expect.poll(() => focusedText(harness)).toBe("Session 499");
    await harness.close();
  });

  it.each(THEME_NAMES.flatMap((theme) => [[theme, 300] as const, [theme, 600] as const]))(
    "has no serious violation in %s at %d px",
    async (theme, width) => {
      const harness = await browser.open({ view: "chat", theme, width, height: 700 });
      await harness.emit(...chatScenario);
      await show(harness, picture({ others: "ask", deleted: { id: "x", title: "Session x" }, problem: "No index." }));
      await harness.page.getByTestId("history-search").press("ArrowDown");
      expect(await seriousViolations(harness.page.locator("body"))).toEqual([]);
      await harness.page.screenshot({ path: join(SHOTS, `history-${theme}-${width}.png`) });
      await harness.close();
    },
  );
});
