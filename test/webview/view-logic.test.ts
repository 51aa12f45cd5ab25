import { describe, expect, it } from "vitest";
import { insertChoice, triggerAt } from "../../webview-ui/chat/composer/completion";
import { matchingCommands, parseCommand } from "../../webview-ui/chat/state/slash-commands";
import { createNumbering } from "../../webview-ui/shared/host/numbering";

describe("completion", () => {
  it.each([
    ["/co", 3, { kind: "command", query: "co", start: 0 }],
    ["look at @src/au", 15, { kind: "mention", query: "src/au", start: 8 }],
    ["mail me@example.org", 19, null],
    ["a /co", 5, null],
    ["@a b", 4, null],
  ])("in %j at %d is %j", (text, caret, trigger) => {
    expect(triggerAt(text, caret)).toEqual(trigger);
  });

  it("replaces the trigger with the choice", () => {
    expect(insertChoice("look at @au now", 11, { kind: "mention", query: "au", start: 8 }, "@src/auth.ts ")).toEqual({
      text: "look at @src/auth.ts  now",
      caret: 21,
    });
  });

  it("distinguishes a command with its argument from a message", () => {
    expect([
      parseCommand("/compress the login bug"),
      parseCommand("/nonsense"),
      parseCommand("see /compress"),
      matchingCommands("un"),
    ]).toEqual([{ command: "compress", argument: "the login bug" }, null, null, ["undo"]]);
  });
});

describe("numbering", () => {
  it("accepts the next number, reports a gap once, and waits for a complete picture", () => {
    const numbering = createNumbering();
    expect(numbering.check(1)).toBe("stale");
    numbering.restart(4);
    expect([numbering.check(5), numbering.check(5), numbering.check(7), numbering.check(8)]).toEqual([
      "next",
      "stale",
      "gap",
      "stale",
    ]);
    numbering.restart(9);
    expect(numbering.check(10)).toBe("next");
  });
});
