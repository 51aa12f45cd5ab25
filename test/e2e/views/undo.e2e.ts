import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import { messageId, sessionId } from "../../../src/core/conversation/ids";
import { opened, stored } from "../../support/agent-events";
import { user } from "../../support/conversation";
import type { PageBrowser } from "./page-harness";
import { openBrowser } from "./page-harness";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const restored = (id: string, undoes?: string): AgentEvent => ({
  type: "checkpoint-restored",
  session: sessionId("s1"),
  messageId: messageId("m1"),
  restored: "files",
  files: ["a.txt", "b.txt"],
  skipped: ["c.txt"],
  restoreId: messageId(id),
  ...(undoes !== undefined && { undoes: messageId(undoes) }),
});

const leftSession: AgentEvent = {
  type: "session-ended",
  session: sessionId("s0"),
  title: "Fix the login",
  usage: { input: 1_000, cacheRead: 8_000, cacheWrite: 1_000, output: 500, reasoning: 0 },
  auxiliaryUsage: { input: 2_000, cacheRead: 0, cacheWrite: 0, output: 100, reasoning: 0 },
  costUsd: 0.42,
  compressions: 2,
  cacheShare: 0.8,
};

describe("a restore in the chat", () => {
  it("offers to undo itself once, and then to be made again", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), stored(user("change things")), restored("r1"));
    const rows = harness.page.getByTestId("row-context-checkpoint-restored");
    await expect.poll(() => rows.innerText()).toBe("2 files restored\n1 file left as it was\nUndo restore");
    await harness.page.getByTestId("undo-restore").click();
    expect(harness.posts.at(-1)).toEqual({ type: "undo-restore", restoreId: "r1" });
    await harness.emit(restored("r2", "r1"));
    await expect.poll(() => harness.page.getByTestId("undo-restore").allInnerTexts()).toEqual(["Restore again"]);
    await harness.close();
  });
});

describe("a session that was left", () => {
  it("is summed up in one line above the welcome of the new one", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), leftSession);
    const row = harness.page.getByTestId("empty-state").getByTestId("row-context-session-ended");
    await expect
      .poll(() => row.innerText())
      .toBe(
        [
          "Session ended: Fix the login",
          [
            "8K tokens from the cache, 1K cached, 1K uncached, 500 output",
            "2.1K tokens for summaries",
            "cost $0.420",
            "2 compressions",
            "80 % of the prompts from the cache",
          ].join(" · "),
        ].join("\n"),
      );
    await harness.emit(stored(user("hello")));
    await harness.page.getByTestId("row-user").waitFor();
    expect(await harness.page.getByTestId("row-context-session-ended").count()).toBe(1);
    await harness.close();
  });
});
