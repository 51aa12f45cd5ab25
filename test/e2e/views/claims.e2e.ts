import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import { sentence } from "../../../src/core/base/sentence";
import type { ReportedClaim, Verification } from "../../../src/core/context/engine";
import { messageId } from "../../../src/core/conversation/ids";
import { compressed, opened } from "../../support/agent-events";
import type { PageBrowser } from "./page-harness";
import { openBrowser } from "./page-harness";
import { previewPicture } from "./scenario";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const CLAIMS: readonly ReportedClaim[] = [
  {
    text: "RUN npm test — exit 0",
    verdict: "contradicted",
    correction: sentence("`{command}` ended with exit code {code}", { command: "npm test", code: "1" }),
    messageId: messageId("m7"),
  },
  {
    text: "Created src/ghost.ts",
    verdict: "contradicted",
    correction: sentence("no message on record names {path}", { path: "src/ghost.ts" }),
  },
  { text: "The user chose MariaDB.", verdict: "unchecked" },
];

const CLEAN: Verification = {
  score: 1,
  required: 31,
  lost: [],
  repaired: [],
  invented: [],
  contradicted: [],
  unchecked: [],
};

const row = (verification: Verification, claims: readonly ReportedClaim[] = []): AgentEvent => {
  const event = compressed();
  return event.type === "compressed" ? { ...event, compressions: 2, verification, claims } : event;
};

const DOUBTFUL = row(
  {
    ...CLEAN,
    contradicted: ["RUN npm test — exit 0", "Created src/ghost.ts"],
    unchecked: ["The user chose MariaDB."],
  },
  CLAIMS,
);

describe.each(["chat", "inspector"] as const)("the check of a summary in the %s", (view) => {
  it("says both figures and opens the claims, each of which leads to its message", async () => {
    const harness = await browser.open({ view, width: 700, height: 1_200 });
    await harness.emit(opened(), DOUBTFUL);
    const badge = harness.page.getByTestId("verification-score").first();
    expect(await badge.innerText()).toBe("31 of 31 facts kept · 2 claims corrected · 1 unverified");
    expect(await badge.getAttribute("class")).toContain("warning");
    expect(await badge.getAttribute("aria-expanded")).toBe("false");
    expect(await badge.getAttribute("aria-label")).toBe(
      "Summary check: 31 of 31 facts kept · 2 claims corrected · 1 unverified. Show the claims",
    );
    await badge.click();
    expect(await badge.getAttribute("aria-expanded")).toBe("true");
    const claims = harness.page.getByTestId("claim");
    expect(await claims.count()).toBe(3);
    expect(await claims.first().innerText()).toContain("In fact: `npm test` ended with exit code 1");
    expect(await claims.getByTestId("open-claim").allInnerTexts()).toEqual([
      "Open message",
      "Open summary",
      "Open summary",
    ]);
    await claims.nth(0).getByTestId("open-claim").click();
    await claims.nth(1).getByTestId("open-claim").click();
    expect(harness.posts.filter(({ type }) => type !== "ready")).toEqual([
      { type: "open-message", messageId: "m7" },
      { type: "open-summary", id: "s2" },
    ]);
    await harness.close();
  });

  it("fits a narrow sidebar", async () => {
    const harness = await browser.open({ view, width: 250, height: 1_200 });
    await harness.emit(opened(), DOUBTFUL);
    const card = await harness.page.getByTestId("compression").first().boundingBox();
    const badge = await harness.page.getByTestId("verification-score").first().boundingBox();
    if (card === null || badge === null) throw new Error("nothing is drawn");
    expect(badge.x + badge.width).toBeLessThanOrEqual(card.x + card.width);
    await harness.close();
  });

  it("does not list again what the claims name", async () => {
    const harness = await browser.open({ view, width: 700, height: 1_200 });
    await harness.emit(
      opened(),
      row({ ...CLEAN, invented: ["src/ghost.ts", "1-40", "MariaDB", "src/other.ts"] }, CLAIMS),
    );
    await harness.page.getByText("Mentioned without a source: src/other.ts", { exact: true }).first().waitFor();
    await harness.close();
  });

  it("is green only where nothing is lost and nothing contradicted", async () => {
    const harness = await browser.open({ view, width: 700, height: 1_200 });
    await harness.emit(opened(), row(CLEAN));
    const badge = harness.page.getByTestId("verification-score").first();
    expect(await badge.innerText()).toBe("31 of 31 facts kept");
    expect(await badge.getAttribute("class")).toContain("good");
    await harness.close();
  });
});

it("does not say that accuracy may degrade where the originals are within reach", async () => {
  const harness = await browser.open({ view: "chat", width: 700, height: 1_200 });
  const event = row(CLEAN);
  await harness.emit(opened(), event);
  await expect.poll(() => harness.page.getByText("accuracy may degrade").count()).toBe(1);
  await harness.emit(opened(), event.type === "compressed" ? { ...event, originals: "recoverable" } : event);
  await expect.poll(() => harness.page.getByText("accuracy may degrade").count()).toBe(0);
  await harness.close();
});

it("lists the corrected claims of a draft in the preview", async () => {
  const harness = await browser.open({ view: "inspector", width: 900, height: 1_400 });
  await harness.emit(opened());
  const claim = { text: "Ran the linter", correction: "no lint run is on record", messageId: null };
  await harness.postChanges(
    harness.presenter.show({
      kind: "preview",
      preview: { ...previewPicture, claims: [{ ...claim, verdict: "contradicted" }] },
    }),
  );
  expect(await harness.page.getByTestId("claim").innerText()).toContain("In fact: no lint run is on record");
  await harness.close();
});
