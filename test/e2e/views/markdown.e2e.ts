import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ended, grew, opened } from "../../support/agent-events";
import { says } from "../../support/conversation";
import type { PageBrowser, PageHarness } from "./page-harness";
import { openBrowser } from "./page-harness";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const REPLY = [
  "# What changed",
  "The field `user_id` of parse_user_name is *gone*, see [auth](src/auth.ts#L12) and https://example.org/a_b.",
  "1. first\n2. second with **weight**\n   - nested\n   - ~~old~~\n\n- [x] done\n- [ ] open",
  "```ts src/a.ts\nconst a = 1;\n\n// ``` is not the end\nconst b = [a];\n```",
  "| name | value |\n|---|---|\n| `a_b` | 1 |\n| c | 2 |",
  "> quoted\n> twice",
  "---",
  "- list with code:\n\n  ```sh\n  npm test\n  ```\n- last",
  "Two lines\nof one paragraph.",
].join("\n\n");

const drawn = (harness: PageHarness, index: number) => harness.page.locator(".markdown").nth(index);

describe("a reply", () => {
  it("looks the same however it arrives", async () => {
    const harness = await browser.open({ view: "chat", height: 3_000 });
    await harness.emit(opened(), ended(says(REPLY)));
    await drawn(harness, 0).getByText("of one paragraph.").waitFor();
    const whole = await drawn(harness, 0).innerHTML();
    for (const [index, chars] of [1, 7, 41].entries()) {
      const request = `r${index + 2}`;
      const pieces = Array.from({ length: Math.ceil(REPLY.length / chars) }, (_, at) =>
        grew(REPLY.slice(at * chars, (at + 1) * chars), "text", request),
      );
      for (const piece of pieces) await harness.emit(piece);
      await harness.emit(ended(says(REPLY), request));
      await expect.poll(() => drawn(harness, index + 1).innerHTML()).toBe(whole);
    }
    const counts: Record<string, number> = {
      h3: 1,
      ol: 1,
      ul: 3,
      "ol ul": 1,
      table: 1,
      blockquote: 1,
      hr: 1,
      ".code-block": 2,
      ".checkbox": 2,
      ".codicon-check": 1,
      s: 1,
      strong: 1,
      em: 1,
      "a[href^=http]": 1,
    };
    for (const [selector, count] of Object.entries(counts))
      expect(await drawn(harness, 0).locator(selector).count(), selector).toBe(count);
    expect(await drawn(harness, 0).getByTestId("code-copy").count()).toBe(2);
    await harness.close();
  });

  it.each([
    "a snake_case_name and __init__.py and *args, **kwargs in src/**/*.ts",
    'if (array[i] < b[0][1] && a<b) { x = y["k"]; }',
    "see [1] and [2], call foo(bar) [sic]",
    "C:\\Users\\me\\new_file",
    'use <div class="a"> and </div>, AT&T',
    "$HOME costs $5 or ~6",
  ])("shows what was written: %s", async (text) => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), ended(says(text)));
    await expect.poll(() => drawn(harness, 0).innerText()).toBe(text);
    await harness.close();
  });

  it("keeps the selection in a finished block while the next one grows", async () => {
    const harness = await browser.open({ view: "chat" });
    await harness.emit(opened(), grew("The first paragraph.\n\nThe sec"));
    await harness.page.getByText("The first paragraph.").selectText();
    await harness.emit(grew("ond one\n\n- grows"), grew(" on"));
    await harness.page.getByText("grows on").waitFor();
    expect(await harness.page.evaluate("getSelection().toString()")).toBe("The first paragraph.");
    await harness.close();
  });

  it("of hostile depth and size is shown in bounded time", async () => {
    const harness = await browser.open({ view: "chat" });
    const evil = [
      `${"> ".repeat(1_900)}deep`,
      "[".repeat(3_900),
      "*a ".repeat(1_300),
      "![[]()".repeat(600),
      "<a ".repeat(1_300),
      Array.from({ length: 300 }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n"),
      `| ${"a | ".repeat(900)}\n|${"-|".repeat(900)}\n`,
    ];
    await harness.emit(opened());
    for (const text of evil) await harness.emit(grew(`${text}\n\n`));
    await harness.emit(ended(says(`${evil.join("\n\n")}\n\nthe end`)));
    await harness.page.getByText("the end").waitFor();
    await harness.close();
  });
});
