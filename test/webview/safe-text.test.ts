import { describe, expect, it } from "vitest";
import { targetOf } from "../../webview-ui/shared/markdown/links";
import { cleanText, createLineCutter, cutLines } from "../../webview-ui/shared/text/safe-text";

describe("clean text", () => {
  it.each([
    ["colors of a terminal", "\u001b[31mred\u001b[0m", "red"],
    ["links of a terminal", "\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007", "click"],
    ["cursor movement", "a\u001b[2Kb\u001b[1;1H", "ab"],
    ["an escape that never ends", "a\u001b]0;title", "a"],
    ["more than its line swallowed by such an escape", "a\u001b]0;title\nb\u001b[38;5\nc", "a\nb\nc"],
    ["character sets and strings of a terminal", "a\u001b(Bb\u001bP1$r0m\u001b\\c\u001b7d\u001b=e", "abcde"],
    ["control characters", "a\u0000b\u0007c\u009bd", "abcd"],
    ["reordering, made visible", "a\u202eb\u2066c\u200fd", "a⟨U+202E⟩b⟨U+2066⟩c⟨U+200F⟩d"],
    ["carriage returns, which end a line", "a\r\nb\rc\r\r\nd\r", "a\nb\nc\nd"],
    ["tabs and line ends as they are", "a\tb\nc", "a\tb\nc"],
  ])("has no %s", (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });
});

describe("long lines", () => {
  it("are cut and state how many characters are missing", () => {
    expect(cutLines("abcdef\nxy\nabcdefgh", 4)).toBe("abcd … (+2)\nxy\nabcd … (+4)");
  });

  it("are cut the same however the text arrives", () => {
    const text = "abcdef\n\nxyz\nabcdefgh";
    for (let size = 1; size <= text.length; size++) {
      const cutter = createLineCutter(4);
      let out = "";
      for (let at = 0; at < text.length; at += size) out += cutter.write(text.slice(at, at + size));
      expect(out + cutter.end()).toBe(cutLines(text, 4));
    }
  });

  it("of a megabyte come out short", () => {
    expect(cutLines("x".repeat(1_000_000)).length).toBeLessThan(4_100);
  });
});

describe("a link", () => {
  it.each([
    ["https://example.org/a?b#c", { kind: "web", href: "https://example.org/a?b#c" }],
    ["src/auth.ts#L42", { kind: "file", path: "src/auth.ts", line: 42 }],
    ["src/auth.ts:42:7", { kind: "file", path: "src/auth.ts", line: 42 }],
    ["./README.md", { kind: "file", path: "./README.md", line: null }],
    ["javascript:alert(1)", { kind: "dead" }],
    ["  JaVaScRiPt:alert(1)", { kind: "dead" }],
    ["command:workbench.action.terminal.new", { kind: "dead" }],
    ["vscode://x/y", { kind: "dead" }],
    ["file:///etc/passwd", { kind: "dead" }],
    ["data:text/html,x", { kind: "dead" }],
    ["//evil.example/x", { kind: "dead" }],
    ["java\nscript:alert(1)", { kind: "dead" }],
    ["\\\\server\\share", { kind: "dead" }],
    ["", { kind: "dead" }],
  ])("to %j leads to %j", (href, target) => {
    expect(targetOf(href)).toEqual(target);
  });
});
