import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import { verbatim } from "../../../src/core/base/sentence";
import { callId, sessionId } from "../../../src/core/conversation/ids";
import { asked, ended, opened, queued, requestStarted, stored, toolEnded, turnEnded } from "../../support/agent-events";
import { call, failure, result, says, user } from "../../support/conversation";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const session = sessionId("s1");
const sent = (harness: PageHarness) => harness.posts.filter(({ type }) => type !== "ready");
const phrases = (harness: PageHarness) => harness.page.getByTestId("tool-phrase").allInnerTexts();
const started = (key: string, name: string, input: object, category: "read" | "run" = "run"): AgentEvent => ({
  type: "tool-started",
  callId: callId(key),
  name,
  category,
  inputJson: JSON.stringify(input),
});

async function openChat(...events: readonly AgentEvent[]): Promise<PageHarness> {
  const harness = await browser.open({ view: "chat", height: 900 });
  await harness.emit(opened(), stored(user("go")), ...events);
  return harness;
}

describe("rows of tool calls", () => {
  it("say what was done like a person, with the query and the number of matches of a search", async () => {
    const reply = says(
      call("read_file", '{"path":"src/cart.js"}', "c1"),
      call("search_files", '{"pattern":"priceOf","path":"src"}', "c2"),
      call("terminal", '{"command":"npm test"}', "c3"),
    );
    const harness = await openChat(
      ended(reply),
      started("c1", "read_file", { path: "src/cart.js" }, "read"),
      toolEnded("c1"),
      stored(result("read_file", "text", "c1")),
      toolEnded("c2"),
      stored(result("search_files", '[4 matches in 2 files for "priceOf"]\nsrc/a.js:1: x', "c2")),
      started("c3", "terminal", { command: "npm test" }),
    );
    expect(await phrases(harness)).toEqual(["Read src/cart.js", "Searched 'priceOf' in src", "Running npm test"]);
    expect(await harness.page.locator(".tool-matches").innerText()).toBe("· 4 matches");
    await harness.close();
  });

  it("do not claim that something runs which waits for an answer, for its turn, or was denied", async () => {
    const command = (key: string, text: string) => call("terminal", JSON.stringify({ command: text }), key);
    const harness = await openChat(
      ended(says(command("c1", "npm test"), command("c2", "npm run build"))),
      started("c1", "terminal", { command: "npm test" }),
      asked("c1"),
    );
    expect(await phrases(harness)).toEqual(["Run npm test", "Run npm run build"]);
    const states = () =>
      harness.page.getByTestId("row-tool").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-status")));
    expect(await states()).toEqual(["waiting", "pending"]);
    await harness.emit(
      { type: "approval-answered", callId: callId("c1"), answer: { kind: "deny" } },
      started("c2", "terminal", { command: "npm run build" }),
    );
    expect(await phrases(harness)).toEqual(["Run npm test", "Running npm run build"]);
    await harness.close();
  });

  it("stand together where they only read, and still show a question", async () => {
    const reads = ["a", "b", "c"].map((key) => call("read_file", `{"path":"src/${key}.js"}`, key));
    const reply = says(...reads, call("search_files", '{"pattern":"x"}', "d"));
    const harness = await openChat(
      ended(reply),
      ...["a", "b", "c", "d"].flatMap((key) => [toolEnded(key), stored(result("read_file", "text", key))]),
    );
    const group = harness.page.getByTestId("tool-group");
    expect(await group.innerText()).toBe("Read 3 files · searched 1 time");
    await harness.page.getByTestId("group-toggle").click();
    expect(await phrases(harness)).toEqual(["Read src/a.js", "Read src/b.js", "Read src/c.js", "Searched 'x'"]);
    await harness.page.getByTestId("group-toggle").click();
    await harness.emit(
      ended(says(...["e", "f", "g"].map((key) => call("read_file", `{"path":"/etc/${key}"}`, key))), "r2"),
      asked("f"),
    );
    await harness.page.getByTestId("allow-once").waitFor();
    await harness.close();
  });
});

describe("rows of tool calls at 300 px", () => {
  it("wrap a long name or query instead of cutting it off", async () => {
    const harness = await browser.open({ view: "chat", width: 300, height: 900 });
    const path = "src/checkout/PaymentMethodSelectorWithLongName.test.tsx";
    const query = { pattern: "priceOfTheLemonadeWithTax", path: "src/checkout" };
    await harness.emit(
      opened(),
      stored(user("go")),
      ended(
        says(
          call("write_file", JSON.stringify({ path, content: "x" }), "c1"),
          call("search_files", JSON.stringify(query), "c2"),
        ),
      ),
      ...["c1", "c2"].map((key) => toolEnded(key)),
      stored(result("write_file", "Changed it.", "c1")),
      stored(result("search_files", '[0 matches in 0 files for "x"]', "c2")),
    );
    const lines = harness.page.locator(".tool-line");
    await expect.poll(() => lines.count()).toBe(2);
    const cut = await lines.evaluateAll((found) =>
      found
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth || scrollHeight > clientHeight,
        )
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    expect(await lines.last().innerText()).toBe("Searched 'priceOfTheLemonadeWithTax' in src/checkout · 0 matches");
    await harness.close();
  });

  it("count only what was read, with each failure in a line of its own", async () => {
    const harness = await openChat(
      ended(says(...["a", "b", "c"].map((key) => call("read_file", `{"path":"src/${key}.js"}`, key)))),
      ...["a", "b"].flatMap((key) => [toolEnded(key), stored(result("read_file", "text", key))]),
      toolEnded("c", 1),
      stored(failure("read_file", "src/c.js does not exist.", "c")),
    );
    const group = harness.page.getByTestId("tool-group");
    await expect.poll(() => group.getByTestId("group-toggle").innerText()).toBe("Read 2 files");
    expect(await group.getByTestId("row-tool").count()).toBe(1);
    await harness.close();
  });
});

describe("the activity line", () => {
  it("names the command that runs, also after it was approved, and counts the seconds", async () => {
    const harness = await openChat(
      ended(says(call("terminal", '{"command":"npm test"}', "c1"))),
      started("c1", "terminal", { command: "npm test" }),
      asked("c1"),
      { type: "approval-answered", callId: callId("c1"), answer: { kind: "allow", remember: "once" } },
    );
    const line = harness.page.getByTestId("activity");
    expect(await line.innerText()).toBe("Running npm test");
    await expect.poll(() => line.innerText(), { timeout: 10_000 }).toMatch(/^Running npm test\s+· [2-9] s$/);
    await harness.emit(toolEnded("c1"));
    expect(await line.innerText()).toBe("Waiting for the model…");
    await harness.close();
  });

  it("names the call that still runs when another one has ended", async () => {
    const harness = await openChat(
      started("c1", "read_file", { path: "a.js" }, "read"),
      started("c2", "terminal", { command: "sleep 9" }),
    );
    const line = harness.page.getByTestId("activity");
    expect(await line.innerText()).toBe("Running sleep 9 (+1)");
    await harness.emit(toolEnded("c2"));
    expect(await line.innerText()).toBe("Reading a.js");
    await harness.close();
  });
});

describe("waiting for the provider", () => {
  it("shows host, reason, and countdown, and can be ended both ways", async () => {
    const harness = await openChat({
      type: "retrying",
      session,
      host: "api.example.org",
      reason: verbatim("529 Overloaded: the servers are busy, please try again later"),
      waitMs: 65_000,
      attempt: 2,
    });
    const card = harness.page.locator("[data-activity=waiting-retry]");
    const text = await card.innerText();
    for (const part of ["api.example.org does not answer", "529 Overloaded", "Retrying in 1:0", "Attempt 2"])
      expect(text).toContain(part);
    await harness.page.getByTestId("retry-now").click();
    await harness.page.getByTestId("retry-stop").click();
    expect(sent(harness)).toEqual([{ type: "retry-now" }, { type: "stop" }]);
    await harness.close();
  });
});

describe("steering, by keyboard and mouse", () => {
  it("sends after the turn, after this step, or now", async () => {
    const harness = await openChat(requestStarted());
    const composer = harness.page.getByTestId("composer");
    for (const [text, key] of [
      ["one", "Enter"],
      ["two", "Alt+Enter"],
      ["three", "Control+Enter"],
    ] as const) {
      await composer.fill(text);
      await composer.press(key);
    }
    await composer.fill("four");
    await harness.page.getByTestId("send-when").click();
    await harness.page.getByTestId("send-after-step").click();
    expect(sent(harness).map((message) => (message.type === "send" ? [message.text, message.when] : []))).toEqual([
      ["one", "after-turn"],
      ["two", "after-step"],
      ["three", "now"],
      ["four", "after-step"],
    ]);
    await harness.close();
  });

  it("reorders, delivers, takes back, and removes what waits", async () => {
    const harness = await openChat(requestStarted(), queued("one", "two"));
    const second = harness.page.getByTestId("queued").nth(1);
    for (const action of ["queue-up", "queue-after-step", "queue-now", "queue-edit", "unqueue"]) {
      await second.hover();
      await second.getByTestId(action).click();
    }
    await harness.page.getByTestId("queued").nth(0).dragTo(second);
    expect(sent(harness)).toEqual([
      { type: "move-queued", id: "q1", index: 0 },
      { type: "deliver-queued", id: "q1", when: "after-step" },
      { type: "deliver-queued", id: "q1", when: "now" },
      { type: "unqueue", id: "q1", purpose: "edit" },
      { type: "unqueue", id: "q1", purpose: "drop" },
      { type: "move-queued", id: "q0", index: 1 },
    ]);
    await harness.close();
  });

  it("says after a stop that messages wait, and sends them on a click", async () => {
    const waiting = [{ id: "q0", text: "next", delivery: "after-turn" }] as const;
    const harness = await openChat(turnEnded("stopped"), { type: "queue-changed", waiting, state: "held" });
    expect(await harness.page.getByTestId("queue").innerText()).toContain("Stopped. 1 message is waiting.");
    await harness.page.getByTestId("send-queued").click();
    expect(sent(harness)).toEqual([{ type: "send-queued" }]);
    await harness.close();
  });
});

describe("the steps of the model", () => {
  const todos = (...states: readonly ("open" | "doing" | "done")[]): AgentEvent => ({
    type: "todos-changed",
    session,
    todos: states.map((state, index) => ({ text: `step ${index}`, state })),
  });

  it("are shown while it works, and folded into one line afterwards", async () => {
    const harness = await openChat(requestStarted(), todos("done", "doing", "open"));
    const panel = harness.page.getByTestId("todos");
    expect(await panel.innerText()).toContain("Steps 1/3");
    expect(
      await harness.page.getByTestId("todo").evaluateAll((all) => all.map((one) => one.getAttribute("data-state"))),
    ).toEqual(["done", "doing", "open"]);
    await harness.emit(turnEnded("answered"));
    expect(await harness.page.getByTestId("todo").count()).toBe(0);
    expect(await panel.innerText()).toContain("step 1");
    await harness.emit(todos("done", "done", "done"));
    expect(await panel.count()).toBe(0);
    await harness.close();
  });
});

describe("a window that lacks something", () => {
  it.each([
    ["untrusted", "Manage trust"],
    ["no-folder", "Open folder"],
  ] as const)("says so where it is %s, with a button that helps", async (state, label) => {
    const harness = await openChat();
    expect(await harness.page.getByTestId("workspace-banner").count()).toBe(0);
    await harness.post({ type: "workspace", state });
    await harness.page.getByRole("button", { name: label }).click();
    expect(sent(harness)).toEqual([{ type: "mend-workspace", state }]);
    await harness.post({ type: "workspace", state: "ready" });
    await harness.page.getByTestId("workspace-banner").waitFor({ state: "detached" });
    await harness.close();
  });
});
