import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionId } from "../../../src/core/conversation/ids";
import { compressed, measure, measured, opened, undone } from "../../support/agent-events";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";
import { inspectorScenario, knownPicture, lcmPicture, previewPicture } from "./scenario";
import { THEME_NAMES } from "./themes";

let browser: PageBrowser;
let harness: PageHarness;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const open = async () => {
  harness = await browser.open({ view: "inspector", width: 900, height: 1_400 });
  await harness.emit(...inspectorScenario);
};
const text = (testId: string) => harness.page.getByTestId(testId).first().innerText();
const dataOf = (selector: string, name: string) =>
  harness.page.evaluate<readonly string[]>(
    `[...document.querySelectorAll("${selector}")].map((element) => element.dataset.${name})`,
  );
const sent = () => harness.posts.filter(({ type }) => type !== "ready");

describe("the inspector", () => {
  it("lists pins with their sizes, and removes one or pins some lines of an item", async () => {
    await open();
    expect(await harness.page.getByTestId("pin").allInnerTexts()).toEqual([
      expect.stringMatching(/src\/auth\.ts\s+900/),
      expect.stringMatching(/Never touch the generated files\.\s+300/),
    ]);
    await harness.page.getByTestId("pin-remove").first().click();
    await harness.page.getByTestId("item-pin-lines").first().click();
    expect(sent()).toEqual([
      { type: "remove-pin", name: "src/auth.ts" },
      { type: "pin-lines", messageId: expect.any(String) },
    ]);
    const evict = harness.page.getByTestId("item-evict").filter({ visible: true }).first();
    expect(await evict.getAttribute("title")).toMatch(/about \$0\.0\d+\)$/);
    await harness.close();
  });

  it("goes to the section that was asked for, from wherever it was scrolled to", async () => {
    harness = await browser.open({ view: "inspector", width: 600, height: 500 });
    const topOf = (section: string) =>
      harness.page
        .getByTestId(`section-${section}`)
        .evaluate((element) => Math.abs(element.getBoundingClientRect().top));
    const focused = () => harness.page.evaluate<string>("document.activeElement?.id");
    await harness.emit(...inspectorScenario);
    await harness.post({ type: "show-section", section: "timeline" });
    await expect.poll(focused).toBe("heading-timeline");
    await expect.poll(() => topOf("timeline")).toBeLessThan(60);
    await harness.post({ type: "show-section", section: "context" });
    await expect.poll(() => topOf("context")).toBeLessThan(120);
    expect(await focused()).toBe("heading-context");
    await harness.close();
  });

  it("names segments, lines, origin of the window and turns left", async () => {
    await open();
    expect(await text("gauge-text")).toBe("88.4K / 200K · 44 %");
    expect(await text("turns-left")).toBe("≈ 4 turns until it compresses");
    expect(await text("window-origin")).toContain("from the catalog");
    expect(await dataOf("[data-testid=legend] li", "testid")).toEqual(
      ["system", "tools", "rules", "head", "summary", "pins", "tail", "turn", "free", "reserve"].map(
        (name) => `segment-${name}`,
      ),
    );
    expect(await harness.page.getByText("compresses at 100K").isVisible()).toBe(true);
    expect(await harness.page.getByText("hard limit 170K").isVisible()).toBe(true);
    await harness.close();
  });

  it("lists items by size and opens all of them on request", async () => {
    await open();
    expect(await harness.page.getByTestId("item").count()).toBe(15);
    await harness.page.getByTestId("show-more-items").click();
    expect(await harness.page.getByTestId("item").count()).toBe(40);
    await harness.page.getByTestId("item-open").first().click();
    await harness.page.getByTestId("item-unpin").click();
    expect(sent()).toEqual([
      { type: "open-message", messageId: "i21" },
      { type: "unpin", messageId: "i4" },
    ]);
    await harness.close();
  });

  it("offers eviction only where possible, states the reason elsewhere, and puts evicted items back", async () => {
    await open();
    await harness.page.getByTestId("show-more-items").click();
    const button = (id: string) => harness.page.locator(`[data-message=${id}] .item-actions button`).last();
    const refusal = async (id: string) => [
      await button(id).getAttribute("aria-disabled"),
      await button(id).getAttribute("title"),
    ];
    expect(await refusal("i2")).toEqual(["true", "Cannot be evicted: not a tool result"]);
    expect(await refusal("i4")).toEqual(["true", "Cannot be evicted while pinned"]);
    for (const id of ["i2", "i4", "i0", "i9"]) await button(id).click({ force: true });
    expect(sent()).toEqual([
      { type: "evict", messageId: "i0" },
      { type: "put-back", messageId: "i9" },
    ]);
    await harness.close();
  });

  it("shows why a window was learned and resets it with one click", async () => {
    await open();
    const at = Date.UTC(2026, 1, 3, 12);
    await harness.emit({
      type: "context-measured",
      session: sessionId("s1"),
      context: { ...measure(5_000), windowOrigin: "learnt", windowReason: { text: "at most 8192 tokens", at } },
    });
    await harness.page.getByTestId("window-reason").waitFor();
    expect(await text("window-reason")).toMatch(/^The provider said on .*2026.*: “at most 8192 tokens”/);
    await harness.page.getByTestId("reset-window").click();
    expect(sent()).toEqual([{ type: "reset-windows" }]);
    await harness.close();
  });

  it("shows hits and misses of the cache, its cause and what it saved", async () => {
    await open();
    expect(await dataOf("[data-testid=breakpoint]", "state")).toEqual(["hit", "hit", "hit", "written"]);
    expect(await text("miss-cause")).toContain("the conversation was compressed");
    expect(await text("hit-rate")).toMatch(/\d+ %/);
    expect(await text("cache-saved")).toMatch(/^\$\d/);
    expect(await harness.page.getByTestId("cache-segment-system").getAttribute("data-state")).toBe("hit");
    await harness.close();
  });

  it("opens the request of a step and marks the compression before it", async () => {
    await open();
    expect(await harness.page.getByTestId("bar").count()).toBe(36);
    expect(await harness.page.getByTestId("compression-mark").count()).toBe(1);
    await harness.page.getByTestId("bar").nth(22).click();
    expect(await text("bar-detail")).toContain("first request after a compression");
    await harness.page.getByTestId("open-request").click();
    expect(sent()).toEqual([{ type: "open-request", requestId: "q22" }]);
    await harness.close();
  });

  it("marks an undone compression and offers no second undo", async () => {
    await open();
    await harness.emit(undone());
    await harness.page.getByText("undone").waitFor();
    expect(await harness.page.getByTestId("undo-compression").isDisabled()).toBe(true);
    await harness.close();
  });

  it("paints each part of the window in a color of its own, in every theme", async () => {
    const kinds = ["system", "tools", "rules", "head", "summary", "pins", "tail", "turn"] as const;
    for (const theme of THEME_NAMES) {
      harness = await browser.open({ view: "inspector", width: 900, theme });
      await harness.emit(opened(), {
        type: "context-measured",
        session: sessionId("s1"),
        context: { ...measure(80_000), segments: kinds.map((kind) => ({ kind, tokens: 10_000 })) },
      });
      await harness.page.getByTestId("segment-turn").waitFor();
      const colors = await harness.page.evaluate<readonly string[]>(
        "[...document.querySelectorAll('.family .swatch')].map((swatch) => getComputedStyle(swatch).backgroundColor)",
      );
      expect([new Set(colors).size, colors.includes("rgba(0, 0, 0, 0)")]).toEqual([kinds.length + 2, false]);
      await harness.close();
    }
  });

  it("warns in a preview that would not help and leaves when told so", async () => {
    harness = await browser.open({ view: "inspector", width: 900 });
    await harness.emit(opened());
    const plan = (projectedTokens: number) =>
      harness.postChanges(
        harness.presenter.show({
          kind: "preview",
          preview: { ...previewPicture, projectedTokens, draft: null, state: "planned" },
        }),
      );
    await plan(101_000);
    await harness.page.getByTestId("preview-warning").getByText("still be over the threshold").waitFor();
    await plan(115_000);
    await harness.page.getByTestId("preview-warning").getByText("free almost no space").waitFor();
    await harness.page.getByText("+11 %").waitFor();
    await harness.page.getByTestId("preview-draft-action").click();
    await harness.page.getByTestId("preview-leave").click();
    expect(sent()).toEqual([{ type: "draft-preview" }, { type: "leave-preview" }]);
    await harness.close();
  });

  it("lists what Hermes knows by kind, searches it, and opens the message behind an entry", async () => {
    harness = await browser.open({ view: "inspector", width: 900 });
    await harness.emit(opened());
    await harness.page.getByTestId("nothing-known").waitFor();
    await harness.postChanges(harness.presenter.show({ kind: "known", known: knownPicture() }));
    await harness.page.getByTestId("known-entry").first().waitFor();
    expect(await dataOf("[data-testid=known-entry]", "state")).toEqual([
      ...["open", "resolved"],
      ...["doing", "open"],
      "stands",
      "edited",
      ...["failed", "succeeded"],
    ]);
    await harness.page.getByTestId("known-search").fill("NPM test");
    await expect.poll(() => dataOf("[data-testid=known-entry]", "kind")).toEqual(["error", "command"]);
    expect(await harness.page.getByTestId("known-state").allInnerTexts()).toEqual([
      "resolved",
      "exit 0 · 13 passed, 0 failed",
    ]);
    const source = harness.page.getByTestId("known-source").last();
    await source.click();
    expect(sent()).toEqual([{ type: "open-message", messageId: await source.getAttribute("data-message") }]);
    await harness.page.getByTestId("known-search").fill("nothing like it");
    await harness.page.getByTestId("nothing-known").waitFor();
    await harness.page.getByTestId("known-search").fill("");
    await harness.page.getByTestId("known-file").click();
    await expect.poll(() => dataOf("[data-testid=known-entry][data-kind=file]", "kind")).toEqual([]);
    await harness.close();
  });

  it("tells what a summary has from the one before it, and compares the two", async () => {
    harness = await browser.open({ view: "inspector", width: 900 });
    const lineage = { carriedOver: 12, added: ["Ship it"], addedCount: 3, dropped: ["Paint it"], droppedCount: 1 };
    await harness.emit(opened(), measured(30_000), { ...compressed("s3"), compressions: 2, lineage });
    await harness.page.getByTestId("lineage-toggle").click();
    expect(await text("lineage-toggle")).toContain("12 carried over, 3 added, 1 dropped");
    expect(await harness.page.getByTestId("lineage-item").allInnerTexts()).toEqual(["Ship it", "Paint it"]);
    await harness.page.getByTestId("compare-summary").click();
    await harness.page.getByTestId("open-lineage").click();
    expect(sent()).toEqual([
      { type: "compare-summary", id: "s3" },
      { type: "open-lineage", id: "s3" },
    ]);
    await harness.close();
  });

  it("opens the summary graph downwards", async () => {
    harness = await browser.open({ view: "inspector", width: 900 });
    await harness.emit(opened());
    await harness.postChanges(harness.presenter.show({ kind: "lcm", lcm: lcmPicture }));
    await harness.page.getByTestId("lcm-toggle").click();
    expect(await harness.page.getByTestId("lcm-node").count()).toBe(4);
    await harness.page.getByTestId("lcm-expand").nth(1).click();
    expect(sent()).toEqual([{ type: "expand-node", id: "n1" }]);
    await harness.close();
  });
});
