import { describe, expect, it } from "vitest";
import { continueTitle, titleOf } from "../../../../src/core/sessions/lineage/title";
import { user } from "../../../support/conversation";

describe("a title", () => {
  it.each([
    ["Fix the login", "Fix the login"],
    ["\n\n## Fix   the\tlogin\nand more", "Fix the login"],
    ["```\nconst x = 1", "const x = 1"],
    ["修复登录", "修复登录"],
    ["  ", "New session"],
    ["???", "New session"],
    [`${"word ".repeat(20)}`, `${"word ".repeat(11).trim()}…`],
    ["x".repeat(100), `${"x".repeat(59)}…`],
    ["😀a".repeat(40), `${"😀a".repeat(29)}😀…`],
  ])("of %j is %j", (text, title) => expect(titleOf(user(text))).toBe(title));

  it("counts continuations", () => {
    expect(continueTitle("Fix")).toBe("Fix #2");
    expect(continueTitle("Fix #2")).toBe("Fix #3");
    expect(continueTitle("Fix #99")).toBe("Fix #100");
    expect(continueTitle("Issue #")).toBe("Issue # #2");
    expect(continueTitle("two\nlines #4")).toBe("two\nlines #5");
  });
});
