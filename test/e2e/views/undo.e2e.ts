import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import { messageId, sessionId } from "../../../src/core/conversation/ids";
import { opened, requestStarted, stored } from "../../support/agent-events";
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

/** A message that was sent three times; `index` is the one that this conversation has. */
const versions = (index: number): readonly AgentEvent[] => {
  const ids = ["m0", "m1", "m2"];
  const message = { ...user(`words ${index}`), id: messageId(ids[index] ?? "") };
  const all = ids.map((id, at) => ({ message: messageId(id), session: sessionId(`s${at}`) }));
  const found = [{ message: message.id, versions: all }];
  return [opened("branch", [message]), { type: "versions-found", session: sessionId("s1"), versions: found }];
};

describe("versions of a message", () => {
  it("are counted, named, and switched by keyboard without losing the focus", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(...versions(1));
    const group = harness.page.getByRole("group", { name: "Version 2 of 3 of this message" });
    await expect.poll(() => group.innerText()).toBe("2/3");
    await harness.page.getByRole("button", { name: "Next version" }).focus();
    await harness.page.keyboard.press("Enter");
    await expect.poll(() => harness.posts.at(-1)).toEqual({ type: "show-version", session: "s2", messageId: "m2" });
    await harness.emit(...versions(2));
    await harness.post({ type: "reveal", rowId: "m2", index: 0 });
    const previous = harness.page.getByRole("button", { name: "Previous version" });
    await expect.poll(() => previous.evaluate((button) => button.matches(":focus"))).toBe(true);
    expect(await harness.page.getByTestId("scroll-to-end").count()).toBe(0);
    const posted = harness.posts.length;
    await harness.page.getByTestId("version-next").click({ force: true });
    expect(harness.posts).toHaveLength(posted);
    await harness.close();
  });

  it("cannot be switched while a turn runs", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(...versions(1), requestStarted());
    await expect.poll(() => harness.page.getByTestId("version-previous").getAttribute("aria-disabled")).toBe("true");
    await harness.close();
  });
});

describe("a message without changed files", () => {
  it("can be taken back into the composer in one click", async () => {
    const harness = await browser.open({ view: "chat" });
    const message = user("change nothing");
    await harness.emit(opened(), stored(message));
    await harness.page.getByTestId("take-back").focus();
    await harness.page.keyboard.press("Enter");
    await expect
      .poll(() => harness.posts.at(-1))
      .toEqual({ type: "restore", messageId: message.id, what: "conversation" });
    await harness.post({ type: "compose", text: "change nothing", images: [], how: "append" });
    const composer = harness.page.getByTestId("composer");
    await expect.poll(() => composer.inputValue()).toBe("change nothing");
    expect(await composer.evaluate((field) => field.matches(":focus"))).toBe(true);
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
