import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../scripts/places.mjs";
import type { AgentEvent, ChangedFile } from "../../../src/core/agent/events";
import { sessionId } from "../../../src/core/conversation/ids";
import { asked, ended, opened, requestStarted, stored, toolStarted, turnEnded } from "../../support/agent-events";
import { call, result, says, user } from "../../support/conversation";
import { seriousViolations } from "../support/axe";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";
import { THEME_NAMES } from "./themes";

const SHOTS = join(root, "artifacts", "views");

const session = sessionId("s1");

let browser: PageBrowser;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const sent = (harness: PageHarness) => harness.posts.filter(({ type }) => type !== "ready");

const cart: ChangedFile = {
  path: "/shop/src/cart.js",
  shown: "src/cart.js",
  byHermes: "changed",
  hunks: [
    {
      id: "h1",
      line: 12,
      removed: ["  return items.length;"],
      added: ["  return items.reduce((sum, item) => sum + item.count, 0);"],
    },
    { id: "h2", line: 40, removed: [], added: ["export { total };"] },
  ],
  addedLines: 2,
  removedLines: 1,
  undo: "ready",
};
const created: ChangedFile = {
  path: "/shop/test/cart.test.js",
  shown: "test/cart.test.js",
  byHermes: "created",
  hunks: [],
  addedLines: 24,
  removedLines: 0,
  undo: "ask",
};

const reviewed = (...files: readonly ChangedFile[]): AgentEvent => ({
  type: "changes-reviewed",
  session,
  files,
  turn: "m1" as never,
});

const edit = {
  path: "/shop/src/cart.js",
  before: "function total(items) {\n  return items.length;\n}\n",
  after: "function total(items) {\n  return items.reduce((sum, item) => sum + item.count, 0);\n}\n",
};

/** A turn with a finished edit and the bar of its files. */
const turn: readonly AgentEvent[] = [
  opened(),
  stored(user("The total is wrong.")),
  ended(says("I will fix it.", call("patch", '{"path":"src/cart.js","find":"a","replace":"b"}', "c1"))),
  toolStarted("c1", "patch"),
  { type: "tool-ended", callId: "c1" as never, failed: false, durationMs: 12, chars: 20, edit },
  stored(result("patch", "Changed src/cart.js (now 3 lines, was 3 lines).", "c1")),
  turnEnded("answered"),
  reviewed(cart, created),
];

describe("the bar of changed files", () => {
  it("opens, keeps and undoes files, changes and turns", async () => {
    const harness = await browser.open({ view: "chat", height: 1_000 });
    await harness.emit(...turn);
    const { page } = harness;
    expect(await page.getByTestId("changed-files-toggle").innerText()).toContain("2 files");
    expect(await page.getByTestId("changed-file").count()).toBe(0);
    await page.getByTestId("changed-files-toggle").click();
    await page.getByTestId("changed-file-open").first().click();
    await page.getByTestId("hunks-toggle").click();
    await page.getByTestId("hunk-open").last().click();
    await page.getByTestId("undo-hunk").last().click();
    await page.getByTestId("undo-file").first().click();
    await page.getByTestId("keep-file").last().click();
    await page.getByTestId("undo-turn").click();
    await page.getByTestId("keep-all").click();
    expect(sent(harness)).toEqual([
      { type: "show-changes", path: cart.path },
      { type: "open-file", path: cart.path, line: 40 },
      { type: "undo-hunk", path: cart.path, hunk: "h2" },
      { type: "undo-changes", path: cart.path },
      { type: "keep-changes", path: created.path },
      { type: "undo-turn", messageId: "m1" },
      { type: "keep-changes", path: null },
    ]);
    await harness.close();
  });

  it("stays while the next turn runs, but changes nothing then, and leaves when nothing is left", async () => {
    const harness = await browser.open({ view: "chat", height: 1_000 });
    await harness.emit(...turn, stored(user("Go on.")), requestStarted());
    await expect.poll(() => harness.page.getByTestId("keep-all").isDisabled()).toBe(true);
    await harness.emit(turnEnded("answered"));
    await expect.poll(() => harness.page.getByTestId("keep-all").isDisabled()).toBe(false);
    await harness.emit(reviewed());
    await harness.page.getByTestId("changed-files").waitFor({ state: "detached" });
    await harness.close();
  });
});

describe("the row of a finished edit", () => {
  it("shows the changed lines, opens the file, and undoes the change", async () => {
    const harness = await browser.open({ view: "chat", height: 1_000 });
    await harness.emit(...turn);
    await harness.page.getByTestId("tool-toggle").click();
    const row = harness.page.getByTestId("row-tool");
    expect(await row.locator(".diff-line.removed").innerText()).toContain("return items.length;");
    expect(await row.innerText()).not.toContain("find: a");
    await row.getByTestId("edit-open").click();
    await row.getByTestId("edit-undo").click();
    expect(sent(harness)).toEqual([
      { type: "open-file", path: edit.path, line: null },
      { type: "undo-edit", callId: "c1" },
    ]);
    await harness.close();
  });
});

describe.each(THEME_NAMES)("in the %s theme", (theme) => {
  it.each([300, 600])("edits at %d px have no serious violation and fit the width", async (width) => {
    const harness = await browser.open({ view: "chat", theme, width, height: 1_300 });
    await harness.emit(...turn, ended(says("And one more.", call("patch", "{}", "c2"))), asked("c2"));
    const { page } = harness;
    await page.getByTestId("tool-toggle").first().click();
    await page.getByTestId("allow-more").click();
    await page.getByTestId("changed-files-toggle").click();
    await page.getByTestId("hunks-toggle").click();
    await page.getByTestId("allow-more").click();
    await page.getByTestId("allow-session").waitFor();
    expect(await seriousViolations(page.locator("body"))).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    await page.screenshot({ path: join(SHOTS, `edits-${theme}-${width}.png`) });
    await harness.close();
  });
});
