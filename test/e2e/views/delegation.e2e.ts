import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DelegateState } from "../../../src/core/agent/delegation/delegate-state";
import type { AgentEvent } from "../../../src/core/agent/events";
import { verbatim } from "../../../src/core/base/sentence";
import { callId, sessionId } from "../../../src/core/conversation/ids";
import { ended, opened } from "../../support/agent-events";
import { call, says } from "../../support/conversation";
import { seriousViolations } from "../support/axe";
import type { PageBrowser } from "./page-harness";
import { openBrowser } from "./page-harness";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const changed = (about: Partial<DelegateState> = {}): AgentEvent => ({
  type: "delegate-changed",
  callId: callId("d1"),
  delegate: {
    session: sessionId("child"),
    kind: "explore",
    task: "Find where prices are rounded",
    model: "Claude X",
    state: "running",
    usedTokens: 24_000,
    windowTokens: 200_000,
    thresholdTokens: 100_000,
    steps: 3,
    compressions: 0,
    costUsd: 0.04,
    keptOutTokens: 0,
    activity: { tool: "read_file", subject: "src/cart.ts" },
    ...about,
  },
});

async function openRow(about: Partial<DelegateState> = {}) {
  const harness = await browser.open({ view: "chat", width: 300 });
  await harness.emit(opened(), ended(says("", call("delegate", '{"task":"Find"}', "d1"))), changed(about));
  return { harness, row: harness.page.getByTestId("delegate") };
}

describe("the row of a sub-agent", () => {
  it("shows its window, what it does, and what it cost", async () => {
    const { harness, row } = await openRow();
    expect(await row.getAttribute("aria-label")).toBe("Sub-agent explore: Find where prices are rounded");
    expect(await row.getByTestId("delegate-gauge").getAttribute("aria-valuetext")).toBe("24K of 200K");
    expect(await row.innerText()).toContain("read_file src/cart.ts");
    expect(await row.getByTestId("delegate-figures").innerText()).toBe("Claude X · 24K of 200K · 3 steps · $0.040");
    expect(await seriousViolations(harness.page.locator("body"))).toEqual([]);
    await harness.close();
  });

  it("opens, steers, and stops it while it works", async () => {
    const { harness, row } = await openRow();
    for (const button of ["delegate-open", "delegate-steer", "delegate-stop"]) await row.getByTestId(button).click();
    expect(harness.posts.slice(-3)).toEqual([
      { type: "open-delegate", session: "child" },
      { type: "steer-delegate", session: "child" },
      { type: "stop-delegate", session: "child" },
    ]);
    await harness.close();
  });

  it("can only be opened once it is over, and says what it kept out of the window", async () => {
    const { harness, row } = await openRow({ state: "done", compressions: 2, keptOutTokens: 18_400, costUsd: null });
    expect(await row.getByTestId("delegate-figures").innerText()).toBe(
      "Claude X · 24K of 200K · 3 steps · 2 compressions · – · kept 18.4K out of your window",
    );
    expect(await row.getByRole("button").allInnerTexts()).toEqual(["Open"]);
    await harness.close();
  });

  it("asks its question in place, under the id of its own call", async () => {
    const question = {
      callId: callId("d1/c7"),
      tool: "write_file",
      category: "edit",
      title: verbatim("Write notes.md"),
      detail: "12 lines",
    } as const;
    const { harness, row } = await openRow({ approval: question });
    await row.getByRole("button", { name: "Allow once" }).click();
    expect(harness.posts.at(-1)).toMatchObject({ type: "answer-approval", callId: "d1/c7" });
    await harness.close();
  });
});
