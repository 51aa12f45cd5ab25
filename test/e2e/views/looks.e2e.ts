import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ended, measured, opened } from "../../support/agent-events";
import { says } from "../../support/conversation";
import type { PageBrowser } from "./page-harness";
import { openBrowser } from "./page-harness";
import { chatScenario, inspectorScenario } from "./scenario";
import { THEME_NAMES } from "./themes";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const FOLD_MS = 150;
const durations = `[...document.querySelectorAll("[data-testid=large-gauge] rect")]
  .flatMap((rect) => rect.getAnimations()).map((move) => move.effect.getTiming().duration)`;

describe("the bar of the window", () => {
  it("folds when a compression happens, within 150 ms", async () => {
    const harness = await browser.open({ view: "inspector", width: 600 });
    await harness.emit(opened(), measured(150_000));
    const moves = harness.page.evaluate<readonly number[]>(`new Promise((resolve) => {
      const look = () => (${durations}).length > 0 ? resolve(${durations}) : requestAnimationFrame(look);
      look();
    })`);
    await harness.emit(measured(30_000));
    expect((await moves).every((duration) => duration <= FOLD_MS)).toBe(true);
    await harness.close();
  });

  it("jumps under reduced motion", async () => {
    const harness = await browser.open({ view: "inspector", width: 600 });
    await harness.page.emulateMedia({ reducedMotion: "reduce" });
    await harness.emit(opened(), measured(150_000), measured(30_000));
    const transitions = await harness.page.evaluate<readonly string[]>(
      `[...document.querySelectorAll("[data-testid=large-gauge] rect, .fill")]
        .map((rect) => getComputedStyle(rect).transitionDuration)`,
    );
    expect(new Set(transitions)).toEqual(new Set(["0s"]));
    await harness.close();
  });
});

describe("the inspector", () => {
  it("keeps its tabs in view and marks the section at the top", async () => {
    const harness = await browser.open({ view: "inspector", width: 600, height: 500 });
    await harness.emit(...inspectorScenario);
    const tabs = harness.page.locator(".tabs");
    const current = () => harness.page.locator(".tabs [aria-current]").getAttribute("data-testid");
    expect(await current()).toBe("to-context");
    await harness.page.getByTestId("to-cache").click();
    await expect.poll(current).toBe("to-cache");
    const { y, height } = (await tabs.boundingBox()) ?? { y: -1, height: 0 };
    expect(y).toBe(0);
    expect((await harness.page.locator("#heading-cache").boundingBox())?.y).toBeGreaterThanOrEqual(height);
    await harness.close();
  });

  it("has rows of 22 px whose actions appear with the pointer or the focus", async () => {
    const harness = await browser.open({ view: "inspector", width: 900, height: 1_200 });
    await harness.emit(...inspectorScenario);
    const row = harness.page.getByTestId("item").nth(2);
    const opacity = () =>
      harness.page.evaluate<string>(
        "getComputedStyle(document.querySelectorAll('[data-testid=item-open]')[2]).opacity",
      );
    expect((await row.boundingBox())?.height).toBe(22);
    expect(await opacity()).toBe("0");
    await row.hover();
    expect(await opacity()).toBe("1");
    await harness.page.mouse.move(0, 0);
    await row.getByTestId("item-open").focus();
    expect(await opacity()).toBe("1");
    await harness.close();
  });

  it("never draws two labels of cache breakpoints over each other, even at 300 px", async () => {
    const harness = await browser.open({ view: "inspector", width: 300, height: 1_200 });
    await harness.emit(...inspectorScenario);
    const boxes = await harness.page.evaluate<readonly (readonly [number, number])[]>(
      `[...document.querySelectorAll("[data-testid=mark-label]")].map((label) => {
        const { left, right } = label.getBoundingClientRect();
        return [left, right];
      })`,
    );
    expect(boxes.length).toBeGreaterThan(0);
    expect(boxes.slice(1).every(([left], index) => left >= (boxes[index]?.[1] ?? 0))).toBe(true);
    expect(boxes.at(-1)?.[1]).toBeLessThanOrEqual(300);
    await harness.close();
  });
});

describe("the header of the chat", () => {
  it.each(["en", "zh-cn", "zh-tw"] as const)("is one line at 300 px with all its figures, in %s", async (locale) => {
    const harness = await browser.open({ view: "chat", width: 300, locale });
    await harness.emit(...chatScenario);
    const parts = ["open-inspector", "caching-status", "session-cost", "open-history"];
    const boxes = await Promise.all(parts.map((id) => harness.page.getByTestId(id).boundingBox()));
    const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);
    expect(
      boxes.slice(1).every((box, index) => (box?.x ?? 0) >= (boxes[index]?.x ?? 0) + (boxes[index]?.width ?? 0)),
    ).toBe(true);
    expect((boxes.at(-1)?.x ?? 0) + (boxes.at(-1)?.width ?? 0)).toBeLessThanOrEqual(300);
    await harness.close();
  });
});

describe("the header of the chat at 220 px", () => {
  it("cuts neither what fills the window nor the cost", async () => {
    const harness = await browser.open({ view: "chat", width: 220 });
    await harness.emit(...chatScenario);
    for (const id of ["open-inspector", "session-cost"]) {
      const part = harness.page.getByTestId(id);
      await part.waitFor();
      expect(await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    }
    await harness.close();
  });
});

describe.each(THEME_NAMES)("code in the %s theme", (theme) => {
  it("has keywords in another color than plain text", async () => {
    const harness = await browser.open({ view: "chat", theme });
    await harness.emit(opened(), ended(says("```js\nconst answer = 42;\n```")));
    await harness.page.locator(".hljs-keyword").waitFor();
    const [keyword, plain] = await harness.page.evaluate<readonly string[]>(
      `[".hljs-keyword", ".code-block code"].map((one) => getComputedStyle(document.querySelector(one)).color)`,
    );
    expect(keyword).not.toBe(plain);
    await harness.close();
  });
});
