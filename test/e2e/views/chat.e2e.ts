import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import { verbatim } from "../../../src/core/base/sentence";
import { requestId } from "../../../src/core/conversation/ids";
import {
  asked,
  ended,
  grew,
  measured,
  model,
  opened,
  queued,
  reported,
  requestStarted,
  stored,
  undone,
} from "../../support/agent-events";
import { call, says, user } from "../../support/conversation";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";
import { chatScenario, rehearsal } from "./scenario";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const sent = (harness: PageHarness) => harness.posts.filter(({ type }) => type !== "ready");
const click = (harness: PageHarness, ...testIds: readonly string[]) =>
  testIds.reduce((done, id) => done.then(() => harness.page.getByTestId(id).first().click()), Promise.resolve());

describe("the chat", () => {
  it("says that Hermes starts until its script runs", async () => {
    const harness = await browser.open({ view: "chat" });
    const arrived = Promise.withResolvers<void>();
    await harness.page.route("**/chat.js", (route) => arrived.promise.then(() => route.continue()));
    const loaded = harness.page.reload();
    await harness.page.getByText("Starting Hermes…").waitFor();
    arrived.resolve();
    await loaded;
    await harness.page.getByTestId("composer").waitFor();
    expect(await harness.page.locator(".starting").count()).toBe(0);
    await harness.close();
  });

  it("shows a placeholder instead of the empty state until the last session is back", async () => {
    const harness = await browser.open({ view: "chat", start: "returning" });
    await harness.page.getByTestId("skeleton").waitFor();
    expect(await harness.page.getByTestId("empty-state").count()).toBe(0);
    await harness.emit(opened("resume", [user("hello")]));
    await harness.page.getByTestId("row-user").waitFor();
    expect(await harness.page.getByTestId("skeleton").count()).toBe(0);
    await harness.close();
  });

  it("shows the empty state once the host says that no session comes back", async () => {
    const harness = await browser.open({ view: "chat", start: "returning" });
    await harness.page.getByTestId("skeleton").waitFor();
    await harness.postChanges(harness.presenter.show({ kind: "start", start: "ready" }));
    await harness.page.getByTestId("empty-state").waitFor();
    await harness.close();
  });

  it("names the route and the lifetime of the cache, and speaks once when compression is near", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(
      opened(),
      measured(20_000),
      requestStarted("q1"),
      reported({ cacheRead: 900, input: 100 }, "q1"),
    );
    const caching = harness.page.getByTestId("caching-status");
    await expect.poll(() => caching.innerText()).toMatch(/^anthropic 5m\s*90 %$/);
    expect(await caching.getAttribute("aria-label")).toContain("Prompt caching on: anthropic 5m 90 %");
    const spoken = harness.page.getByTestId("near-threshold");
    expect([await spoken.getAttribute("role"), await spoken.textContent()]).toEqual(["status", ""]);
    await harness.emit(measured(86_000));
    await expect.poll(() => spoken.textContent()).toBe("The context is close to its next compression.");
    await harness.emit(measured(93_000));
    expect(await spoken.textContent()).toBe("The context is close to its next compression.");
    await harness.close();
  });

  it("knows the share read from the cache after a reload, before the next request", async () => {
    const harness = await browser.open({ view: "chat" });
    const request = {
      id: requestId("q1"),
      at: 1,
      purpose: "agent",
      provider: "anthropic",
      model: "claude-x",
      usage: { input: 100, cacheRead: 900, cacheWrite: 0, output: 10, reasoning: 0 },
      costUsd: 0.02,
      durationMs: 700,
    } as const;
    const past = { requests: [request], compressions: [], checkpoints: [] };
    await harness.emit({ ...opened("resume"), past } as AgentEvent, measured(20_000));
    const caching = harness.page.getByTestId("caching-status");
    await expect.poll(() => caching.innerText()).toMatch(/^\s*90 %$/);
    expect(await caching.getAttribute("aria-label")).toContain("90 % read from the cache so far");
    await harness.close();
  });

  it("shows in its gauge how full the window is, its limits, and the next step", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), measured(90_000));
    const gauge = harness.page.getByRole("meter");
    await expect
      .poll(() => gauge.getAttribute("aria-valuetext"))
      .toBe("90K / 200K · 45 %, close to compression, compresses at 100K tokens");
    expect(await gauge.getAttribute("aria-valuenow")).toBe("90000");
    await click(harness, "open-inspector", "caching-status", "select-model");
    expect(sent(harness)).toEqual([
      { type: "open-inspector", section: "context" },
      { type: "open-inspector", section: "cache" },
      { type: "select-model" },
    ]);
    await harness.close();
  });

  it("keeps its header on one line and names the model in full in a narrow sidebar", async () => {
    const harness = await browser.open({ view: "chat", width: 300 });
    await harness.emit(
      opened(),
      { type: "model-changed", model: { ...model, label: "Claude Sonnet 4.5" } },
      measured(190_400),
      requestStarted(),
      reported({ input: 900_000, cacheRead: 1_000_000 }),
    );
    await harness.page.getByTestId("session-cost").waitFor();
    const tops = await harness.page.locator(".status-part").evaluateAll((parts) => parts.map((part) => part.offsetTop));
    expect(new Set(tops).size).toBe(1);
    expect(await harness.page.locator(".chat-status").evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
    expect(
      await harness.page
        .locator(".model .ellipsis")
        .evaluate(({ innerText, scrollWidth, clientWidth }) => [innerText, scrollWidth - clientWidth]),
    ).toEqual(["Claude Sonnet 4.5", 0]);
    await harness.close();
  });

  it("offers diff, undo, summary, and missing facts on the row of a compression", async () => {
    const harness = await browser.open({ view: "chat", height: 2_400 });
    await harness.emit(...chatScenario);
    expect(await harness.page.getByTestId("before-after").innerText()).toContain("104K → 31K tokens");
    await click(
      harness,
      "diff-compression",
      "undo-compression",
      "open-summary",
      "lost-toggle",
      "put-back-lost",
      "pin-lost",
    );
    expect(sent(harness)).toEqual([
      { type: "diff-compression", id: "s2" },
      { type: "undo-compression", id: "s2" },
      { type: "open-summary", id: "s2" },
      { type: "put-back-lost", id: "s2", item: "src/old.ts" },
      { type: "pin-lost", id: "s2", item: "src/old.ts" },
    ]);
    await harness.emit(undone("left"), opened("undo", [user("back again")]));
    await harness.page.getByText("back again").waitFor();
    await harness.page
      .getByTestId("row-context-undone")
      .getByText("Messages sent since then are kept in a branch.")
      .waitFor();
    await harness.emit(undone("replayed"), opened("undo", [user("back again")]));
    await harness.page
      .getByTestId("row-context-undone")
      .getByText("followed by the messages sent since then.")
      .waitFor();
    await harness.close();
  });

  it("copies, inserts and applies finished code, and not before", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), grew("```ts src/a.ts\nconst a = 1;\n"));
    await harness.page.getByText("const a = 1;").waitFor();
    expect(await harness.page.getByTestId("code-copy").count()).toBe(0);
    await harness.emit(grew("```\n"), ended(says("```ts src/a.ts\nconst a = 1;\n```\n")));
    await click(harness, "code-copy", "code-insert", "code-apply");
    expect(sent(harness)).toEqual([
      { type: "copy", text: "const a = 1;" },
      { type: "insert-code", text: "const a = 1;" },
      { type: "apply-code", text: "const a = 1;", info: "ts src/a.ts" },
    ]);
    expect(await harness.page.locator(".hljs-keyword").innerText()).toBe("const");
    await harness.close();
  });

  it("shows the effect of an edit before it is allowed", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), ended(says(call("patch", '{"path":"src/auth.ts"}', "c1"))), asked("c1"));
    expect(await harness.page.locator(".approval-edit").innerText()).toMatch(/\+2\s+−1/);
    expect(await harness.page.locator(".diff-line.added").allInnerTexts()).toEqual([
      expect.stringContaining("B"),
      expect.stringContaining("B2"),
    ]);
    expect(await harness.page.getByTestId("allow-workspace").count()).toBe(0);
    await click(harness, "approval-diff", "allow-more");
    expect(await harness.page.getByTestId("allow-session").innerText()).toContain("every edit");
    await click(harness, "allow-workspace");
    expect(sent(harness)).toEqual([
      { type: "show-edit", callId: "c1" },
      { type: "answer-approval", callId: "c1", answer: { kind: "allow", remember: "workspace" } },
    ]);
    await harness.close();
  });

  it("denies in one click", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), ended(says(call("patch", '{"path":"src/auth.ts"}', "c1"))), asked("c1"));
    await click(harness, "deny");
    expect(sent(harness)).toEqual([{ type: "answer-approval", callId: "c1", answer: { kind: "deny" } }]);
    await harness.close();
  });

  it("restores a checkpoint, removes from the queue and acts on an error", async () => {
    const harness = await browser.open({ view: "chat", height: 1_200 });
    const message = user("change it");
    await harness.emit(
      opened(),
      stored(message),
      { type: "checkpoint-made", session: "s1" as never, messageId: message.id, files: ["a.ts"] },
      queued("one", "two"),
      {
        type: "turn-ended",
        session: "s1" as never,
        outcome: "failed",
        reason: verbatim("Too long."),
        actions: ["compress-and-retry", "new-session"],
      },
    );
    await harness.page.getByTestId("restore-checkpoint").focus();
    await click(harness, "restore-checkpoint", "restore-files");
    await harness.page.getByTestId("unqueue").nth(1).click();
    await click(harness, "act-compress-and-retry");
    expect(sent(harness)).toEqual([
      { type: "restore", messageId: message.id, what: "files" },
      { type: "unqueue", id: "q1", purpose: "drop" },
      { type: "act", action: "compress-and-retry" },
    ]);
    await harness.close();
  });

  it("names what is restored, and offers the parts of it in one line of a narrow sidebar", async () => {
    const harness = await browser.open({ view: "chat", width: 300 });
    const message = user("change it");
    await harness.emit(opened(), stored(message), {
      type: "checkpoint-made",
      session: "s1" as never,
      messageId: message.id,
      files: ["a.ts"],
    });
    await harness.page.getByTestId("restore-checkpoint").focus();
    await click(harness, "restore-checkpoint");
    const choices = harness.page.getByTestId("restore-choices");
    expect((await choices.innerText()).split(/\s+/).filter((one) => one !== "")).toEqual([
      "Restore:",
      "Files",
      "Conversation",
      "Both",
    ]);
    const { x, height } = (await choices.boundingBox()) ?? { x: -1, height: 1_000 };
    expect(x).toBeGreaterThan(0);
    expect(height).toBeLessThan(30);
    await harness.close();
  });

  it("sends images, keeps them out of the way until then and takes text from the host", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened());
    await harness.page.locator("input[type=file]").setInputFiles([
      { name: "a.png", mimeType: "image/png", buffer: Buffer.from("pixels") },
      { name: "b.txt", mimeType: "text/plain", buffer: Buffer.from("no") },
    ]);
    await harness.page.getByTestId("remove-image").waitFor();
    await harness.post({ type: "compose", text: "what is this?", how: "append" });
    await expect.poll(() => harness.page.getByTestId("composer").inputValue()).toBe("what is this?");
    await click(harness, "send");
    expect(sent(harness)).toEqual([
      { type: "price-image" },
      {
        type: "send",
        text: "what is this?",
        images: [{ type: "image", mediaType: "image/png", base64: Buffer.from("pixels").toString("base64") }],
        attached: [],
        when: "after-turn",
      },
    ]);
    await harness.close();
  });

  it.each([
    ["zh-cn", "你想构建什么？", "运行测试并解释失败原因"],
    ["zh-tw", "您想建置什麼？", "執行測試並說明失敗原因"],
  ] as const)("helps on the first run, in the user's language: %s", async (locale, title, starter) => {
    const harness = await browser.open({ view: "chat", locale });
    await harness.emit(opened(), rehearsal);
    await harness.page.getByText(title).waitFor();
    await click(harness, "empty-add-key", "starterTests", "open-walkthrough");
    expect(await harness.page.getByTestId("composer").inputValue()).toBe(starter);
    expect(await harness.page.evaluate("document.documentElement.lang")).toBe(locale);
    expect(sent(harness)).toEqual([{ type: "add-key" }, { type: "open-walkthrough" }]);
    await harness.close();
  });
});
