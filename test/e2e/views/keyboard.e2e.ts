import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asked, ended, item, measured, opened, reported, requestStarted, stored } from "../../support/agent-events";
import { call, says, user } from "../../support/conversation";
import { previewPicture } from "./scenario";
import { openTheater } from "./stage";
import type { Stage, Theater } from "./stage";

let theater: Theater;
beforeAll(async () => {
  theater = await openTheater();
});
afterAll(async () => theater.close());

const focused = (stage: Stage) =>
  stage.page.evaluate<string>("document.activeElement?.dataset?.testid ?? document.activeElement?.tagName");
const sent = (stage: Stage) => stage.posts.filter(({ type }) => type !== "ready" && type !== "find-files");
async function press(stage: Stage, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await stage.page.keyboard.press(key);
}

describe("the composer, by keyboard", () => {
  it("sends with Enter, breaks lines with Shift and walks its history", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened());
    await stage.page.getByTestId("composer").focus();
    await stage.page.keyboard.type("first");
    await press(stage, "Shift+Enter");
    await stage.page.keyboard.type("line");
    await press(stage, "Enter", "ArrowUp");
    expect(await stage.page.getByTestId("composer").inputValue()).toBe("first\nline");
    await press(stage, "End", "ArrowDown");
    expect(sent(stage)).toEqual([{ type: "send", text: "first\nline", images: [] }]);
    await stage.close();
  });

  it("completes commands and files", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened());
    await stage.page.getByTestId("composer").focus();
    await stage.page.keyboard.type("/comp");
    await press(stage, "Tab");
    await stage.page.keyboard.type("the login bug");
    await press(stage, "Enter");
    await stage.page.keyboard.type("see @au");
    await stage.page.waitForFunction("true");
    await stage.say({ type: "files-found", query: "au", files: ["src/auth.ts", "src/author.ts"] });
    await stage.page.getByTestId("completion-src/author.ts").waitFor();
    await press(stage, "ArrowDown", "Enter", "Enter");
    expect(sent(stage)).toEqual([
      { type: "slash", command: "compress", argument: "the login bug" },
      { type: "send", text: "see @src/author.ts", images: [] },
    ]);
    expect(stage.posts).toContainEqual({ type: "find-files", query: "au" });
    await stage.close();
  });

  it("stops a running turn with Escape and queues what is typed meanwhile", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened(), stored(user("go")), requestStarted());
    await stage.page.getByTestId("composer").focus();
    await stage.page.keyboard.type("and then");
    await press(stage, "Enter", "Escape");
    expect(sent(stage)).toEqual([{ type: "send", text: "and then", images: [] }, { type: "stop" }]);
    await stage.close();
  });
});

describe("the transcript, by keyboard", () => {
  it("leads from the activity line to the approval and answers it with a reason", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened(), ended(says("I will edit.", call("patch", "{}", "c1"))), asked("c1"));
    await stage.page.getByTestId("go-to-approval").focus();
    await press(stage, "Enter");
    await expect.poll(() => focused(stage)).toBe("allow-once");
    await press(stage, "Tab", "Tab", "Tab");
    expect(await focused(stage)).toBe("deny");
    await press(stage, "Enter");
    await expect.poll(() => focused(stage)).toBe("deny-reason");
    await stage.page.keyboard.type("use the helper");
    await press(stage, "Enter");
    expect(sent(stage)).toEqual([
      { type: "answer-approval", callId: "c1", answer: { kind: "deny", reason: "use the helper" } },
    ]);
    await stage.close();
  });

  it("edits and resends a message", async () => {
    const stage = await theater.open({ view: "chat" });
    const message = user("tpyo");
    await stage.play(opened(), stored(message));
    await stage.page.getByTestId("edit-message").focus();
    await press(stage, "Enter");
    await expect.poll(() => focused(stage)).toBe("edit-field");
    await press(stage, "ControlOrMeta+a");
    await stage.page.keyboard.type("typo");
    await press(stage, "Enter");
    expect(sent(stage)).toEqual([{ type: "resend", messageId: message.id, text: "typo" }]);
    await stage.close();
  });

  it("goes from header to transcript to composer with Tab alone", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened(), stored(user("hello")));
    const seen: string[] = [];
    for (let step = 0; step < 12; step++) {
      await press(stage, "Tab");
      seen.push(await focused(stage));
    }
    expect(seen).toEqual([
      "open-inspector",
      "caching-status",
      "select-model",
      "DIV",
      "edit-message",
      "pin-message",
      "composer",
      "add-file",
      "slash-menu",
      "add-image",
      "BODY",
      "open-inspector",
    ]);
    await stage.close();
  });
});

describe("the inspector, by keyboard", () => {
  it("pins, evicts and walks the timeline", async () => {
    const stage = await theater.open({ view: "inspector", width: 800 });
    await stage.play(
      opened(),
      measured(60_000, [item("a", 3_000), item("b", 9_000)]),
      requestStarted("r1"),
      reported({ input: 9 }, "r1"),
      requestStarted("r2"),
      reported({ input: 5 }, "r2"),
    );
    await stage.page.getByTestId("item-pin").first().focus();
    await press(stage, "Enter", "Tab", "Enter");
    await stage.page.getByTestId("bar").nth(1).focus();
    await press(stage, "ArrowLeft", "Enter");
    expect(sent(stage)).toEqual([
      { type: "pin", messageId: "b" },
      { type: "evict", messageId: "b" },
      { type: "open-request", requestId: "r1" },
    ]);
    await stage.close();
  });

  it("previews with a focus, edits the summary and applies it", async () => {
    const stage = await theater.open({ view: "inspector", width: 800 });
    await stage.play(opened());
    await stage.page.getByTestId("preview-focus").focus();
    await stage.page.keyboard.type("the login bug");
    await press(stage, "Enter");
    await stage.send(stage.presenter.show({ kind: "preview", preview: previewPicture }));
    await stage.page.getByTestId("preview-draft").fill("## Active Task\nEdited.");
    await stage.page.getByTestId("preview-apply").focus();
    await press(stage, "Enter");
    expect(sent(stage)).toEqual([
      { type: "preview", focusTopic: "the login bug" },
      { type: "apply-preview", summary: "## Active Task\nEdited." },
    ]);
    await stage.close();
  });
});
