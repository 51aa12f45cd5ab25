import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import type { AuditRecord } from "../../../src/core/agent/turn/audit-record";
import { sentence, verbatim } from "../../../src/core/base/sentence";
import { callId, sessionId } from "../../../src/core/conversation/ids";
import type { ApprovalRequest } from "../../../src/core/tools/tool";
import { ended, opened, stored, toolEnded, toolStarted } from "../../support/agent-events";
import { call, failure, says } from "../../support/conversation";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";
import { THEME_NAMES } from "./themes";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const asks = (detail: string, more: Partial<ApprovalRequest> = {}): AgentEvent => ({
  type: "approval-asked",
  request: {
    callId: callId("c1"),
    tool: "terminal",
    category: "run",
    title: verbatim("Run a command"),
    detail,
    ...more,
  },
});

const command = (key: string) => call("terminal", '{"command":"npm test"}', key);

async function openCard(...events: readonly AgentEvent[]): Promise<PageHarness> {
  const harness = await browser.open({ view: "chat", width: 420, height: 1_400 });
  await harness.emit(opened(), ended(says(command("c1"), command("c2"))), ...events);
  await harness.page.getByTestId("approval").first().waitFor();
  return harness;
}

const measure = (harness: PageHarness, selector: string, expression: string): Promise<unknown> =>
  harness.page.evaluate(`((one) => ${expression})(document.querySelector("${selector}"))`);

const answersOf = (harness: PageHarness) => harness.posts.filter(({ type }) => type === "answer-approval");

describe("the approval card", () => {
  it("has every line of a long command, reached by keyboard, and says how many there are", async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `echo step ${index + 1}`);
    const harness = await openCard(asks(lines.join("\n")));
    const detail = harness.page.locator(".approval-detail");
    expect(await detail.innerText()).toBe(lines.join("\n"));
    expect(await harness.page.getByTestId("approval-lines").innerText()).toContain("All 40 lines");
    await detail.focus();
    await harness.page.keyboard.press("End");
    await expect
      .poll(() => measure(harness, ".approval-detail", "one.scrollTop + one.clientHeight >= one.scrollHeight - 2"))
      .toBe(true);
    await harness.close();
  });

  it.each([
    ["400 blank lines", `ls\n${"\n".repeat(400)}rm -rf /`, "ls\n… 400 blank lines …\nrm -rf /"],
    ["5,000 blanks", `ls ${" ".repeat(5_000)}; rm -rf /`, "ls … 5,001 blanks … ; rm -rf /"],
    ["a reversed word", "ls \u202emr fr-", "ls ⟨U+202E⟩mr fr-"],
    ["a zero-width space", "npm te\u200bst", "npm te⟨U+200B⟩st"],
    ["a carriage return", "npm test\r#;touch X", "npm test⟨U+000D⟩#;touch X"],
  ])("hides nothing behind %s", async (_, detail, shown) => {
    const harness = await openCard(asks(detail));
    const card = harness.page.locator(".approval-detail");
    expect(await card.innerText()).toBe(shown);
    expect(await measure(harness, ".approval-detail", "one.scrollHeight <= one.clientHeight + 1")).toBe(true);
    await harness.close();
  });

  it("says what an answer covers where it offers to remember it", async () => {
    const covers = sentence("exactly this command in {folder}", { folder: "/w" });
    const harness = await openCard(asks("npm test", { covers }));
    await harness.page.getByTestId("allow-more").click();
    const items = harness.page.getByRole("menuitem");
    expect(await items.allInnerTexts()).toEqual([
      expect.stringContaining("exactly this command in /w"),
      expect.stringContaining("exactly this command in /w"),
    ]);
    await items.last().click();
    const answer = { kind: "allow", remember: "workspace" };
    expect(answersOf(harness)).toEqual([{ type: "answer-approval", callId: "c1", answer }]);
    await harness.close();
  });

  it("offers nothing to remember for what is asked each time, and shows the warning", async () => {
    const warning = sentence("Look closely: {note}.", { note: "it runs `rm -r`" });
    const harness = await openCard(asks("rm -r src", { warning, remember: "never" }));
    expect(await harness.page.getByTestId("allow-more").count()).toBe(0);
    expect(await harness.page.getByTestId("approval-warning").innerText()).toContain("Look closely: it runs `rm -r`.");
    await harness.close();
  });

  it("answers each of two open questions by its own id", async () => {
    const harness = await openCard(asks("ls"), asks("rm x", { callId: callId("c2") }));
    await harness.page.getByTestId("deny").last().click();
    await harness.page.getByTestId("allow-once").first().click();
    expect(answersOf(harness)).toEqual([
      { type: "answer-approval", callId: "c2", answer: { kind: "deny" } },
      { type: "answer-approval", callId: "c1", answer: { kind: "allow", remember: "once" } },
    ]);
    await harness.close();
  });

  it("names the folder and the sandbox, readable in every theme", async () => {
    const place = sentence("Runs in a sandbox: only the workspace is writable, and there is no network.");
    const title = sentence("Run a command in {folder}", { folder: "packages/a" });
    for (const theme of THEME_NAMES) {
      const harness = await browser.open({ view: "chat", width: 300, height: 900, theme });
      await harness.emit(opened(), ended(says(command("c1"))), asks("npm test", { place, title }));
      const card = harness.page.getByTestId("approval");
      expect(await card.locator(".approval-title").innerText()).toBe("Run a command in packages/a");
      expect(await card.getByTestId("approval-place").innerText()).toBe(
        "Runs in a sandbox: only the workspace is writable, and there is no network.",
      );
      expect(await measure(harness, ".approval", "one.scrollWidth <= one.clientWidth")).toBe(true);
      await harness.close();
    }
  });
});

describe("the row of a command in a sandbox", () => {
  it("is marked, and says what the kernel refused", async () => {
    const harness = await browser.open({ view: "chat", width: 420 });
    const words = sentence("Ran in a sandbox, which refused to use the network.");
    await harness.emit(
      opened(),
      ended(says(command("c1"))),
      toolStarted("c1"),
      { ...toolEnded("c1", 1), place: { words, refused: "something" } } as AgentEvent,
      stored(failure("terminal", "Network is unreachable", "c1")),
    );
    expect(await harness.page.getByTestId("tool-sandbox").innerText()).toBe("sandbox");
    expect(await harness.page.getByTestId("tool-refusal").innerText()).toBe(
      "Ran in a sandbox, which refused to use the network.",
    );
    await harness.close();
  });
});

const decided = (key: string, more: Partial<Extract<AuditRecord, { kind: "decided" }>>): AgentEvent => ({
  type: "call-audited",
  session: sessionId("s1"),
  record: {
    kind: "decided",
    at: 0,
    callId: key,
    tool: "terminal",
    category: "run",
    title: verbatim("Run a command"),
    subject: "npm test",
    verdict: "allowed",
    by: { kind: "user", remember: "once" },
    ...more,
  },
});

const over = (key: string, exitCode: number | null, outcome: "failed" | "done"): AgentEvent => ({
  type: "call-audited",
  session: sessionId("s1"),
  record: { kind: "ended", at: 1, callId: key, failed: outcome === "failed", exitCode, durationMs: 1 },
});

describe("“Why did this run?”", () => {
  const covers = sentence("exactly this command in {folder}", { folder: "/w" });
  const events: readonly AgentEvent[] = [
    decided("a", {}),
    over("a", 0, "done"),
    decided("b", { by: { kind: "user", remember: "workspace", covers } }),
    over("b", 1, "failed"),
    decided("c", { by: { kind: "remembered", covers } }),
    decided("d", {
      tool: "read_file",
      category: "read",
      subject: "a.ts",
      by: { kind: "rule", rule: verbatim("hermes.approval.read is allow") },
    }),
    over("d", null, "done"),
    decided("e", { verdict: "denied", by: { kind: "user", remember: "no" }, subject: "<img src=x onerror=alert(1)>" }),
    over("e", null, "failed"),
    decided("f", { verdict: "denied", by: { kind: "rule", rule: verbatim("`rm` in hermes.approval.deniedCommands") } }),
  ];
  const tableOf = async (harness: PageHarness) => {
    const rows = harness.page.getByTestId("audit-entry");
    const decisions = await rows.getByTestId("audit-decision").allInnerTexts();
    const ends = await rows.getByTestId("audit-end").allInnerTexts();
    return decisions.map((decision, index) => [decision, ends[index]]);
  };

  it("lists every decision and how the call ended, newest first", async () => {
    const harness = await browser.open({ view: "inspector", width: 900, height: 1_400 });
    await harness.emit(opened());
    expect(await harness.page.getByTestId("no-decisions").isVisible()).toBe(true);
    await harness.emit(...events);
    const [time, call] = await harness.page.getByTestId("audit-entry").first().locator("td").all();
    expect((await time?.boundingBox())?.width).toBeLessThan(120);
    expect((await call?.boundingBox())?.width).toBeGreaterThan(300);
    expect(await tableOf(harness)).toEqual([
      ["Refused by a rule: `rm` in hermes.approval.deniedCommands", "Not run"],
      ["You denied it", "Not run"],
      ["Allowed by an earlier answer: exactly this command in /w", "Running"],
      ["You allowed it for the workspace: exactly this command in /w", "Exit code 1"],
      ["You allowed it", "Exit code 0"],
    ]);
    expect(await harness.page.locator("img").count()).toBe(0);
    await harness.page.getByTestId("audit-reading").check();
    expect(await tableOf(harness)).toContainEqual(["Allowed by a rule: hermes.approval.read is allow", "Done"]);
    await harness.close();
  });

  it("does not claim that nothing ran where only reading is hidden", async () => {
    const harness = await browser.open({ view: "inspector", width: 900, height: 1_400 });
    await harness.emit(opened(), decided("d", { tool: "read_file", category: "read", subject: "a.ts" }));
    const note = harness.page.getByTestId("no-decisions");
    await expect.poll(() => note.innerText()).toBe("Nothing but reading so far; the box above shows it.");
    await harness.page.getByTestId("audit-reading").check();
    await harness.page.getByTestId("audit-entry").waitFor();
    await harness.close();
  });

  it("is the same after a reload of the page, and starts anew with another session", async () => {
    const harness = await browser.open({ view: "inspector", width: 900, height: 1_400 });
    await harness.emit(opened(), ...events, opened("continuation"));
    await harness.page.reload();
    await harness.page.getByTestId("audit-entry").first().waitFor();
    expect(await harness.page.getByTestId("audit-entry").count()).toBe(5);
    await harness.emit(opened("new"));
    await harness.page.getByTestId("no-decisions").waitFor();
    await harness.close();
  });
});
