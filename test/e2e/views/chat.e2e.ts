import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  asked,
  ended,
  grew,
  measured,
  model,
  opened,
  reported,
  requestStarted,
  stored,
  undone,
} from "../../support/agent-events";
import { call, says, user } from "../../support/conversation";
import { chatScenario, rehearsal } from "./scenario";
import { openTheater } from "./stage";
import type { Stage, Theater } from "./stage";

let theater: Theater;
beforeAll(async () => {
  theater = await openTheater();
});
afterAll(async () => theater.close());

const sent = (stage: Stage) => stage.posts.filter(({ type }) => type !== "ready");
const click = (stage: Stage, ...testIds: readonly string[]) =>
  testIds.reduce((done, id) => done.then(() => stage.page.getByTestId(id).first().click()), Promise.resolve());

describe("the chat", () => {
  it("says in its gauge how full the window is, against what, and what comes next", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened(), measured(90_000));
    const gauge = stage.page.getByRole("meter");
    await expect
      .poll(() => gauge.getAttribute("aria-valuetext"))
      .toBe("90K / 200K · 45 %, close to compression, compresses at 100K tokens");
    expect(await gauge.getAttribute("aria-valuenow")).toBe("90000");
    await click(stage, "open-inspector", "caching-status", "select-model");
    expect(sent(stage)).toEqual([
      { type: "open-inspector", section: "context" },
      { type: "open-inspector", section: "cache" },
      { type: "select-model" },
    ]);
    await stage.close();
  });

  it("shows the whole name of the model in a sidebar as narrow as VS Code opens it", async () => {
    const stage = await theater.open({ view: "chat", width: 300 });
    await stage.play(
      opened(),
      { type: "model-changed", model: { ...model, label: "Claude Sonnet 4.5" } },
      measured(90_000),
      requestStarted(),
      reported({ input: 9_000 }),
    );
    await stage.page.getByTestId("session-cost").waitFor();
    expect(
      await stage.page.evaluate(
        "(({ innerText, scrollWidth, clientWidth }) => [innerText, scrollWidth - clientWidth])(document.querySelector('.model .ellipsis'))",
      ),
    ).toEqual(["Claude Sonnet 4.5", 0]);
    await stage.close();
  });

  it("offers diff, undo, summary and what was lost on the row of a compression", async () => {
    const stage = await theater.open({ view: "chat", height: 2_400 });
    await stage.play(...chatScenario);
    expect(await stage.page.getByTestId("before-after").innerText()).toContain("104K → 31K tokens");
    await click(
      stage,
      "diff-compression",
      "undo-compression",
      "open-summary",
      "lost-toggle",
      "put-back-lost",
      "pin-lost",
    );
    expect(sent(stage)).toEqual([
      { type: "diff-compression", id: "s2" },
      { type: "undo-compression", id: "s2" },
      { type: "open-summary", id: "s2" },
      { type: "put-back-lost", id: "s2", item: "src/old.ts" },
      { type: "pin-lost", id: "s2", item: "src/old.ts" },
    ]);
    await stage.play(undone("left"), opened("undo", [user("back again")]));
    await stage.page.getByText("back again").waitFor();
    await stage.page.getByTestId("row-context-undone").getByText("What was said since stays in a branch.").waitFor();
    await stage.play(undone("replayed"), opened("undo", [user("back again")]));
    await stage.page.getByTestId("row-context-undone").getByText("followed by what was said since.").waitFor();
    await stage.close();
  });

  it("copies, inserts and applies finished code, and not before", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened(), grew("```ts src/a.ts\nconst a = 1;\n"));
    await stage.page.getByText("const a = 1;").waitFor();
    expect(await stage.page.getByTestId("code-copy").count()).toBe(0);
    await stage.play(grew("```\n"), ended(says("```ts src/a.ts\nconst a = 1;\n```\n")));
    await click(stage, "code-copy", "code-insert", "code-apply");
    expect(sent(stage)).toEqual([
      { type: "copy", text: "const a = 1;" },
      { type: "insert-code", text: "const a = 1;" },
      { type: "apply-code", text: "const a = 1;", info: "ts src/a.ts" },
    ]);
    expect(await stage.page.locator(".hljs-keyword").innerText()).toBe("const");
    await stage.close();
  });

  it("shows what an edit would do before it is allowed", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened(), ended(says(call("patch", '{"path":"src/auth.ts"}', "c1"))), asked("c1"));
    expect(await stage.page.locator(".approval-edit").innerText()).toMatch(/src\/auth\.ts\s+\+2\s+−1/);
    await click(stage, "approval-diff", "allow-workspace");
    expect(sent(stage)).toEqual([
      { type: "show-edit", callId: "c1" },
      { type: "answer-approval", callId: "c1", answer: { kind: "allow", remember: "workspace" } },
    ]);
    await stage.close();
  });

  it("restores a checkpoint, removes from the queue and acts on an error", async () => {
    const stage = await theater.open({ view: "chat", height: 1_200 });
    const message = user("change it");
    await stage.play(
      opened(),
      stored(message),
      { type: "checkpoint-made", session: "s1" as never, messageId: message.id, files: ["a.ts"] },
      { type: "queue-changed", waiting: ["one", "two"] },
      {
        type: "turn-ended",
        session: "s1" as never,
        outcome: "failed",
        reason: "Too long.",
        actions: ["compress-and-retry", "new-session"],
      },
    );
    await stage.page.getByTestId("restore-checkpoint").focus();
    await click(stage, "restore-checkpoint", "restore-files");
    await stage.page.getByTestId("unqueue").nth(1).click();
    await click(stage, "act-compress-and-retry");
    expect(sent(stage)).toEqual([
      { type: "restore", messageId: message.id, what: "files" },
      { type: "unqueue", index: 1 },
      { type: "act", action: "compress-and-retry" },
    ]);
    await stage.close();
  });

  it("sends images, keeps them out of the way until then and takes text from the host", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened());
    await stage.page.locator("input[type=file]").setInputFiles([
      { name: "a.png", mimeType: "image/png", buffer: Buffer.from("pixels") },
      { name: "b.txt", mimeType: "text/plain", buffer: Buffer.from("no") },
    ]);
    await stage.page.getByTestId("remove-image").waitFor();
    await stage.say({ type: "compose", text: "what is this?", how: "append" });
    await expect.poll(() => stage.page.getByTestId("composer").inputValue()).toBe("what is this?");
    await click(stage, "send");
    expect(sent(stage)).toEqual([
      {
        type: "send",
        text: "what is this?",
        images: [{ type: "image", mediaType: "image/png", base64: Buffer.from("pixels").toString("base64") }],
      },
    ]);
    await stage.close();
  });

  it("helps on the first run, in the user's language", async () => {
    const stage = await theater.open({ view: "chat", locale: "zh-cn" });
    await stage.play(opened(), rehearsal);
    await stage.page.getByText("我们来做什么？").waitFor();
    await click(stage, "empty-add-key", "starterTests", "open-walkthrough");
    expect(await stage.page.getByTestId("composer").inputValue()).toBe("运行测试并解释失败原因");
    expect(await stage.page.evaluate("document.documentElement.lang")).toBe("zh-cn");
    expect(sent(stage)).toEqual([{ type: "add-key" }, { type: "open-walkthrough" }]);
    await stage.close();
  });
});
