import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionId } from "../../../src/core/conversation/ids";
import { measure, opened, undone } from "../../support/agent-events";
import { inspectorScenario, lcmPicture, previewPicture } from "./scenario";
import { openTheater } from "./stage";
import type { Stage, Theater } from "./stage";
import { THEME_NAMES } from "./themes";

let theater: Theater;
let stage: Stage;
beforeAll(async () => {
  theater = await openTheater();
});
afterAll(async () => theater.close());

const open = async () => {
  stage = await theater.open({ view: "inspector", width: 900, height: 1_400 });
  await stage.play(...inspectorScenario);
};
const text = (testId: string) => stage.page.getByTestId(testId).first().innerText();
const dataOf = (selector: string, name: string) =>
  stage.page.evaluate<readonly string[]>(
    `[...document.querySelectorAll("${selector}")].map((element) => element.dataset.${name})`,
  );
const sent = () => stage.posts.filter(({ type }) => type !== "ready");

describe("the inspector", () => {
  it("names segments, lines, origin of the window and turns left", async () => {
    await open();
    expect(await text("gauge-text")).toBe("88.4K / 200K · 44 %");
    expect(await text("turns-left")).toBe("≈ 4 turns left");
    expect(await text("window-origin")).toContain("from the catalog");
    expect(await dataOf("[data-testid=legend] li", "testid")).toEqual(
      ["system", "tools", "rules", "head", "summary", "tail", "pins", "turn", "free", "reserve"].map(
        (name) => `segment-${name}`,
      ),
    );
    expect(await stage.page.getByText("compresses at 100K").isVisible()).toBe(true);
    expect(await stage.page.getByText("hard line 170K").isVisible()).toBe(true);
    await stage.close();
  });

  it("lists items by size and opens all of them on request", async () => {
    await open();
    expect(await stage.page.getByTestId("item").count()).toBe(15);
    await stage.page.getByTestId("show-more-items").click();
    expect(await stage.page.getByTestId("item").count()).toBe(40);
    await stage.page.getByTestId("item-open").first().click();
    await stage.page.getByTestId("item-unpin").click();
    expect(sent()).toEqual([
      { type: "open-message", messageId: "i21" },
      { type: "unpin", messageId: "i4" },
    ]);
    await stage.close();
  });

  it("offers to evict only what can be evicted, says why elsewhere, and puts back what was", async () => {
    await open();
    await stage.page.getByTestId("show-more-items").click();
    const button = (id: string) => stage.page.locator(`[data-message=${id}] .item-actions button`).last();
    const refusal = async (id: string) => [
      await button(id).getAttribute("aria-disabled"),
      await button(id).getAttribute("title"),
    ];
    expect(await refusal("i2")).toEqual(["true", "Cannot be evicted: only results of tools can"]);
    expect(await refusal("i4")).toEqual(["true", "Cannot be evicted while it is pinned"]);
    for (const id of ["i2", "i4", "i0", "i9"]) await button(id).click({ force: true });
    expect(sent()).toEqual([
      { type: "evict", messageId: "i0" },
      { type: "put-back", messageId: "i9" },
    ]);
    await stage.close();
  });

  it("shows hits and misses of the cache, its cause and what it saved", async () => {
    await open();
    expect(await dataOf("[data-testid=breakpoint]", "state")).toEqual(["hit", "hit", "hit", "written"]);
    expect(await text("miss-cause")).toContain("the conversation was compressed");
    expect(await text("hit-rate")).toMatch(/\d+ %/);
    expect(await text("cache-saved")).toMatch(/^\$\d/);
    expect(await stage.page.getByTestId("cache-segment-system").getAttribute("data-state")).toBe("hit");
    await stage.close();
  });

  it("opens the request of a step and marks the compression before it", async () => {
    await open();
    expect(await stage.page.getByTestId("bar").count()).toBe(36);
    expect(await stage.page.getByTestId("compression-mark").count()).toBe(1);
    await stage.page.getByTestId("bar").nth(22).click();
    expect(await text("bar-detail")).toContain("first after a compression");
    await stage.page.getByTestId("open-request").click();
    expect(sent()).toEqual([{ type: "open-request", requestId: "q22" }]);
    await stage.close();
  });

  it("marks an undone compression and offers no second undo", async () => {
    await open();
    await stage.play(undone());
    await stage.page.getByText("undone").waitFor();
    expect(await stage.page.getByTestId("undo-compression").isDisabled()).toBe(true);
    await stage.close();
  });

  it("paints each part of the window in a color of its own, in every theme", async () => {
    const kinds = ["system", "tools", "rules", "head", "summary", "pins", "tail", "turn"] as const;
    for (const theme of THEME_NAMES) {
      stage = await theater.open({ view: "inspector", width: 900, theme });
      await stage.play(opened(), {
        type: "context-measured",
        session: sessionId("s1"),
        context: { ...measure(80_000), segments: kinds.map((kind) => ({ kind, tokens: 10_000 })) },
      });
      await stage.page.getByTestId("segment-turn").waitFor();
      const colors = await stage.page.evaluate<readonly string[]>(
        "[...document.querySelectorAll('.legend .swatch')].map((swatch) => getComputedStyle(swatch).backgroundColor)",
      );
      expect([new Set(colors).size, colors.includes("rgba(0, 0, 0, 0)")]).toEqual([kinds.length + 2, false]);
      await stage.close();
    }
  });

  it("warns in a preview that would not help and leaves when told so", async () => {
    stage = await theater.open({ view: "inspector", width: 900 });
    await stage.play(opened());
    const plan = (projectedTokens: number) =>
      stage.send(
        stage.presenter.show({
          kind: "preview",
          preview: { ...previewPicture, projectedTokens, draft: null, state: "planned" },
        }),
      );
    await plan(101_000);
    await stage.page.getByTestId("preview-warning").getByText("still be over the threshold").waitFor();
    await plan(115_000);
    await stage.page.getByTestId("preview-warning").getByText("hardly make room").waitFor();
    await stage.page.getByText("+11 %").waitFor();
    await stage.page.getByTestId("preview-draft-action").click();
    await stage.page.getByTestId("preview-leave").click();
    expect(sent()).toEqual([{ type: "draft-preview" }, { type: "leave-preview" }]);
    await stage.close();
  });

  it("opens the summary graph downwards", async () => {
    stage = await theater.open({ view: "inspector", width: 900 });
    await stage.play(opened());
    await stage.send(stage.presenter.show({ kind: "lcm", lcm: lcmPicture }));
    await stage.page.getByTestId("lcm-toggle").click();
    expect(await stage.page.getByTestId("lcm-node").count()).toBe(4);
    await stage.page.getByTestId("lcm-expand").nth(1).click();
    expect(sent()).toEqual([{ type: "expand-node", id: "n1" }]);
    await stage.close();
  });
});
