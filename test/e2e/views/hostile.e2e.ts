import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verbatim } from "../../../src/core/base/sentence";
import { ended, grew, opened, stored } from "../../support/agent-events";
import { call, result, says, user } from "../../support/conversation";
import type { PageBrowser } from "./page-harness";
import { openBrowser } from "./page-harness";

let browser: PageBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser.close());

const HOSTILE = [
  "<script>window.hacked = 1</script>",
  '<img src=x onerror="window.hacked = 2">',
  "[script](javascript:window.hacked=3) [command](command:workbench.action.closeWindow)",
  "[data](data:text/html,<script>window.hacked=4</script>)",
  "![pixel](https://evil.example/pixel.png) ![inline](data:image/png;base64,AAAA)",
  '<iframe src="https://evil.example"></iframe><svg onload="window.hacked = 5"></svg>',
  '[over](https://example.org "onmouseover=window.hacked=6") <a href="javascript:window.hacked=7">x</a>',
  "\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u001b[31mred\u001b[0m",
  "if (admin\u202e\u2066// check\u2069\u2066) {",
  "```html\n<script>window.hacked = 8</script>\n```",
  '| a | <b onclick="window.hacked=9">b</b> |\n|---|---|\n| <script>window.hacked=10</script> | c |\n',
].join("\n\n");

/** Every element and attribute that could load a resource or run code. */
const DANGER = [
  "script:not([nonce]), img, iframe, object, embed, video, audio, link:not([rel=stylesheet]), form, base",
  "meta[http-equiv], [onerror], [onload], [onclick], [onmouseover], [style*=url]",
  "a[href^='javascript:' i], a[href^='command:' i], a[href^='data:' i], a[href^='file:' i]",
].join(", ");

describe("hostile text", () => {
  it("is inert in a reply, streamed or whole", async () => {
    const harness = await browser.open({ view: "chat", height: 2_000 });
    const requests: string[] = [];
    harness.page.on("request", (request) => requests.push(request.url()));
    await harness.emit(opened());
    for (let at = 0; at < HOSTILE.length; at += 40) await harness.emit(grew(HOSTILE.slice(at, at + 40)));
    await harness.emit(ended(says(HOSTILE)), ended(says(`again\n\n${HOSTILE}`), "r2"));
    await harness.page.getByTestId("row-reply").nth(1).waitFor();
    for (const link of await harness.page.locator(".markdown a").all()) await link.click({ force: true });
    expect(await harness.page.locator(DANGER).count()).toBe(0);
    expect(await harness.page.evaluate("window.hacked")).toBeUndefined();
    expect(requests).toEqual([]);
    expect(harness.posts.flatMap((post) => (post.type === "open-link" ? [post.href] : []))).toEqual([
      "https://evil.example/pixel.png",
      "https://example.org",
      "https://evil.example/pixel.png",
      "https://example.org",
    ]);
    const text = await harness.page.locator(".markdown").first().innerText();
    expect(text).toContain("⟨U+202E⟩");
    expect(text).toContain("<script>window.hacked = 1</script>");
    expect(text).not.toContain("\u001b");
    await harness.close();
  });

  it("is inert in messages, tool arguments, tool output and approvals", async () => {
    const harness = await browser.open({ view: "chat", height: 2_000 });
    const asking = says(call("terminal", JSON.stringify({ command: HOSTILE }), "c1"), call("patch", "{}", "c2"));
    await harness.emit(
      opened(),
      stored(user(HOSTILE)),
      ended(asking),
      stored(result("terminal", HOSTILE, "c1")),
      {
        type: "approval-asked",
        request: {
          callId: "c2" as never,
          tool: "patch",
          category: "edit",
          title: verbatim(HOSTILE),
          detail: HOSTILE,
          edit: { path: HOSTILE, before: "", after: HOSTILE },
        },
      },
      { type: "notice", level: "error", text: verbatim(HOSTILE) },
      { type: "engine-fallback", engine: HOSTILE, reason: verbatim(HOSTILE) },
    );
    await harness.page.getByTestId("tool-toggle").first().click();
    await harness.page.locator(".output").nth(1).waitFor();
    expect(await harness.page.locator(DANGER).count()).toBe(0);
    expect(await harness.page.evaluate("window.hacked")).toBeUndefined();
    expect(await harness.page.locator(".ansi-foreground").first().innerText()).toBe("red");
    expect(await harness.page.locator("body").innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u001b]/);
    await harness.close();
  });

  it("of a megabyte in one line stays small in the page", async () => {
    const harness = await browser.open({ view: "chat" });
    const line = "x".repeat(1_000_000);
    await harness.emit(
      opened(),
      stored(user(line)),
      ended(says(line, call("terminal", "{}", "c1"))),
      stored(result("terminal", line, "c1")),
    );
    await harness.page.getByTestId("tool-toggle").click();
    await harness.page.locator(".output").first().waitFor();
    expect(Number(await harness.page.evaluate("document.body.innerText.length"))).toBeLessThan(40_000);
    await harness.close();
  });
});
