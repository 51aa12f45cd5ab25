import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../../scripts/places.mjs";
import type { AgentEvent } from "../../../src/core/agent/events";
import { sessionId } from "../../../src/core/conversation/ids";
import { model, opened, stored } from "../../support/agent-events";
import { says, user } from "../../support/conversation";
import { seriousViolations } from "../support/axe";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";
import { THEME_NAMES } from "./themes";

const SHOTS = join(root, "artifacts", "views");

let browser: PageBrowser;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const sent = (harness: PageHarness) => harness.posts.filter(({ type }) => type !== "ready");

const thinker: AgentEvent = {
  type: "model-changed",
  model: { ...model, label: "Claude Opus 5", efforts: ["low", "medium", "high"] },
};
const planning: AgentEvent = {
  type: "controls-changed",
  controls: { mode: "plan", approval: "edits", effort: "high" },
};
const plan: AgentEvent = {
  type: "plan-written",
  session: sessionId("s1"),
  path: "/plans/fix-the-total.hermes-plan.md",
  title: "Fix the total",
  tokens: 1_240,
};

describe("the choices beside the composer", () => {
  it("show mode, approvals and effort, and change them by mouse and keyboard", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), thinker);
    const { page } = harness;
    expect(await page.getByTestId("mode").getAttribute("aria-label")).toBe("Mode: Agent");
    expect(await page.getByTestId("approval-level").getAttribute("aria-label")).toBe("Approvals: Ask");
    await page.getByTestId("mode").click();
    await page.getByTestId("mode-plan").click();
    await page.getByTestId("approval-level").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(":focus").getAttribute("data-testid")).toBe("approval-ask");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByTestId("effort").click();
    await page.getByTestId("effort-high").click();
    expect(sent(harness)).toEqual([
      { type: "set-controls", controls: { mode: "plan" } },
      { type: "set-controls", controls: { approval: "edits" } },
      { type: "set-controls", controls: { effort: "high" } },
    ]);
    await harness.emit(planning);
    await expect.poll(() => page.getByTestId("mode").innerText()).toContain("Plan");
    expect(await page.getByTestId("approval-level").innerText()).toContain("Edits allowed");
    await harness.close();
  });

  it("have no effort for a model that takes none", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened());
    await harness.page.getByTestId("mode").waitFor();
    expect(await harness.page.getByTestId("effort").count()).toBe(0);
    await harness.close();
  });

  it("close with Escape and give the focus back", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened());
    await harness.page.getByTestId("mode").click();
    await harness.page.getByTestId("mode-ask").waitFor();
    await harness.page.keyboard.press("Escape");
    await harness.page.getByTestId("mode-ask").waitFor({ state: "detached" });
    expect(await harness.page.locator(":focus").getAttribute("data-testid")).toBe("mode");
    await harness.close();
  });
});

describe("a plan", () => {
  it("waits in the chat with its size, to be started or opened", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), stored(user("Plan it.")), plan);
    expect(await harness.page.getByTestId("row-notice-plain").innerText()).toContain("Fix the total (1.2K tokens");
    await harness.page.getByTestId("act-start-plan").click();
    await harness.page.getByTestId("act-open-plan").click();
    expect(sent(harness)).toEqual([
      { type: "act", action: "start-plan" },
      { type: "act", action: "open-plan" },
    ]);
    await harness.close();
  });
});

describe.each(THEME_NAMES)("in the %s theme", (theme) => {
  it.each([300, 600])("modes and a plan at %d px have no serious violation and fit the width", async (width) => {
    const harness = await browser.open({ view: "chat", theme, width, height: 700 });
    await harness.emit(opened(), thinker, planning, stored(user("Plan it.")), stored(says("Read.")), plan);
    await harness.page.getByTestId("mode").click();
    await harness.page.getByTestId("mode-agent").waitFor();
    expect(await seriousViolations(harness.page.locator("body"))).toEqual([]);
    expect(await harness.page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    await harness.page.screenshot({ path: join(SHOTS, `modes-${theme}-${width}.png`) });
    await harness.close();
  });
});
