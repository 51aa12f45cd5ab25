import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asked, ended, item, measured, opened, reported, requestStarted, stored } from "../../support/agent-events";
import { call, says, user } from "../../support/conversation";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";
import { fileMention, previewPicture, readyChip } from "./scenario";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const focused = (harness: PageHarness) =>
  harness.page.evaluate<string>("document.activeElement?.dataset?.testid ?? document.activeElement?.tagName");
const sent = (harness: PageHarness) => harness.posts.filter(({ type }) => type !== "ready" && type !== "find-mentions");
async function press(harness: PageHarness, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await harness.page.keyboard.press(key);
}

describe("the composer, by keyboard", () => {
  it("sends with Enter, breaks lines with Shift and walks its history", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened());
    await harness.page.getByTestId("composer").focus();
    await harness.page.keyboard.type("first");
    await press(harness, "Shift+Enter");
    await harness.page.keyboard.type("line");
    await press(harness, "Enter", "ArrowUp");
    expect(await harness.page.getByTestId("composer").inputValue()).toBe("first\nline");
    await press(harness, "End", "ArrowDown");
    await expect
      .poll(() => sent(harness))
      .toEqual([{ type: "send", text: "first\nline", images: [], attached: [], when: "after-turn" }]);
    await harness.close();
  });

  it("completes commands and files", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened());
    await harness.page.getByTestId("composer").focus();
    await harness.page.keyboard.type("/comp");
    await press(harness, "Tab");
    await harness.page.keyboard.type("the login bug");
    await press(harness, "Enter");
    await harness.page.keyboard.type("see @au");
    await harness.page.waitForFunction("true");
    const mentions = ["src/auth.ts", "src/author.ts"].map((path) => fileMention(path));
    await harness.post({ type: "mentions-found", query: "au", mentions });
    await harness.page.getByTestId("completion-src/author.ts").waitFor();
    await press(harness, "ArrowDown", "Enter");
    const [attached] = harness.posts.filter((one) => one.type === "attach");
    expect(attached?.mention).toEqual(fileMention("src/author.ts"));
    await press(harness, "Enter");
    expect(sent(harness).filter(({ type }) => type === "send")).toEqual([]);
    const id = attached?.id ?? "";
    await harness.post({ type: "chip", chip: readyChip({ id, name: "src/author.ts" }) });
    await expect
      .poll(() => sent(harness).filter(({ type }) => type !== "attach"))
      .toEqual([
        { type: "slash", command: "compress", argument: "the login bug" },
        { type: "send", text: "see @src/author.ts", images: [], attached: [id], when: "after-turn" },
      ]);
    expect(harness.posts).toContainEqual({ type: "find-mentions", query: "au" });
    await harness.close();
  });

  it("sends a command that was typed in full with one Enter", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened());
    await harness.page.getByTestId("composer").focus();
    for (const command of ["compress", "preview", "search"]) {
      await harness.page.keyboard.type(`/${command}`);
      await press(harness, "Enter");
    }
    await expect
      .poll(() => sent(harness))
      .toEqual([
        { type: "slash", command: "compress", argument: "" },
        { type: "slash", command: "preview", argument: "" },
        { type: "slash", command: "search", argument: "" },
      ]);
    await harness.close();
  });

  it("sends a proposed task with Enter right after the click on it", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened());
    await harness.page.getByTestId("starterFix").click();
    await expect.poll(() => focused(harness)).toBe("composer");
    await harness.page.keyboard.type(" Please.");
    await press(harness, "Enter");
    const [message] = sent(harness);
    expect(message).toMatchObject({ type: "send", text: expect.stringMatching(/ Please\.$/) });
    await harness.close();
  });

  it("stops a running turn with Escape and queues messages sent meanwhile", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), stored(user("go")), requestStarted());
    await harness.page.getByTestId("composer").focus();
    await harness.page.keyboard.type("and then");
    await press(harness, "Enter", "Escape");
    await expect
      .poll(() => sent(harness))
      .toEqual([{ type: "send", text: "and then", images: [], attached: [], when: "after-turn" }, { type: "stop" }]);
    await harness.close();
  });
});

describe("the transcript, by keyboard", () => {
  it("leads from the activity line to the approval and answers it with a reason", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), ended(says("I will edit.", call("patch", "{}", "c1"))), asked("c1"));
    await harness.page.getByTestId("go-to-approval").focus();
    await press(harness, "Enter");
    await expect.poll(() => focused(harness)).toBe("allow-once");
    await press(harness, "Tab", "Tab");
    expect(await focused(harness)).toBe("deny");
    await press(harness, "Tab", "Enter");
    await expect.poll(() => focused(harness)).toBe("deny-reason");
    await harness.page.keyboard.type("use the helper");
    await press(harness, "Enter");
    await expect
      .poll(() => sent(harness))
      .toEqual([{ type: "answer-approval", callId: "c1", answer: { kind: "deny", reason: "use the helper" } }]);
    await harness.close();
  });

  it("chooses how long to allow with the arrows, and closes that menu with Escape", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), ended(says("I will edit.", call("patch", "{}", "c1"))), asked("c1"));
    await harness.page.getByTestId("allow-more").focus();
    await press(harness, "Enter");
    await expect.poll(() => focused(harness)).toBe("allow-session");
    await press(harness, "Escape");
    await expect.poll(() => focused(harness)).toBe("allow-more");
    await press(harness, "Enter");
    await expect.poll(() => focused(harness)).toBe("allow-session");
    await press(harness, "ArrowDown", "Enter");
    await expect
      .poll(() => sent(harness))
      .toEqual([{ type: "answer-approval", callId: "c1", answer: { kind: "allow", remember: "workspace" } }]);
    await harness.close();
  });

  it.each([
    ["Control+Enter", { kind: "allow", remember: "once" }],
    ["Control+Backspace", { kind: "deny" }],
  ] as const)("answers an edit with %s, unless something is being typed", async (key, answer) => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), ended(says("I will edit.", call("patch", "{}", "c1"))), asked("c1"));
    await harness.page.getByTestId("allow-once").waitFor();
    await harness.page.getByTestId("composer").fill("/");
    await press(harness, key);
    expect(harness.posts.filter(({ type }) => type === "answer-approval")).toEqual([]);
    await harness.page.getByTestId("composer").fill("");
    await press(harness, key);
    await expect
      .poll(() => harness.posts.filter(({ type }) => type === "answer-approval"))
      .toEqual([{ type: "answer-approval", callId: "c1", answer }]);
    await harness.close();
  });

  it("edits and resends a message", async () => {
    const harness = await browser.open({ view: "chat" });
    const message = user("tpyo");
    await harness.emit(opened(), stored(message));
    await harness.page.getByTestId("edit-message").focus();
    await press(harness, "Enter");
    await expect.poll(() => focused(harness)).toBe("edit-field");
    await press(harness, "ControlOrMeta+a");
    await harness.page.keyboard.type("typo");
    await press(harness, "Enter");
    await expect.poll(() => sent(harness)).toEqual([{ type: "resend", messageId: message.id, text: "typo" }]);
    await harness.close();
  });

  it("puts the caret into the field every time a message is edited", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), stored(user("first")), stored(user("second")));
    for (const message of ["first", "second"]) {
      const row = harness.page.getByTestId("row-user").filter({ hasText: message });
      await row.hover();
      await row.getByTestId("edit-message").click();
      await expect.poll(() => focused(harness)).toBe("edit-field");
      await harness.page.keyboard.type("!");
      expect(await harness.page.getByTestId("edit-field").inputValue()).toBe(`${message}!`);
      await press(harness, "Escape");
    }
    await harness.close();
  });

  it("goes from header to transcript to composer with Tab alone", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), stored(user("hello")));
    await harness.page.getByTestId("edit-message").waitFor({ state: "attached" });
    const seen: string[] = [];
    for (let step = 0; step < 18; step++) {
      await press(harness, "Tab");
      seen.push(await focused(harness));
    }
    expect(seen).toEqual([
      "open-inspector",
      "caching-status",
      "open-history",
      "DIV",
      "edit-message",
      "take-back",
      "pin-message",
      "compress-up-to",
      "compress-from",
      "composer",
      "add-file",
      "slash-menu",
      "add-image",
      "select-model",
      "mode",
      "approval-level",
      "BODY",
      "open-inspector",
    ]);
    await harness.close();
  });
});

describe("the inspector, by keyboard", () => {
  it("pins, evicts and walks the timeline", async () => {
    const harness = await browser.open({ view: "inspector", width: 800 });
    await harness.emit(
      opened(),
      measured(60_000, [item("b", 9_000), item("a", 3_000)]),
      requestStarted("r1"),
      reported({ input: 9 }, "r1"),
      requestStarted("r2"),
      reported({ input: 5 }, "r2"),
    );
    await harness.page.getByTestId("item-pin").first().focus();
    await press(harness, "Enter", "Tab", "Enter", "Tab", "Enter");
    await harness.page.getByTestId("bar").nth(1).focus();
    await press(harness, "ArrowLeft", "Enter");
    await expect
      .poll(() => sent(harness))
      .toEqual([
        { type: "pin", messageId: "b" },
        { type: "pin-lines", messageId: "b" },
        { type: "evict", messageId: "b" },
        { type: "open-request", requestId: "r1" },
      ]);
    await harness.close();
  });

  it("previews with a focus, edits the summary and applies it", async () => {
    const harness = await browser.open({ view: "inspector", width: 800 });
    await harness.emit(opened());
    await harness.page.getByTestId("preview-focus").focus();
    await harness.page.keyboard.type("the login bug");
    await press(harness, "Enter");
    await harness.postChanges(harness.presenter.show({ kind: "preview", preview: previewPicture }));
    await harness.page.getByTestId("preview-draft").fill("## Active Task\nEdited.");
    await harness.page.getByTestId("preview-apply").focus();
    await press(harness, "Enter");
    await expect
      .poll(() => sent(harness))
      .toEqual([
        { type: "preview", focusTopic: "the login bug", range: null },
        { type: "apply-preview", summary: "## Active Task\nEdited." },
      ]);
    await harness.close();
  });
});
