import { describe, expect, it } from "vitest";
import { changedMessages, conversationText } from "../../../src/presenter/words/conversation-text";
import { sayInEnglish } from "../../../src/presenter/words/say";
import { call, failure, says, summary, user } from "../../support/conversation";

describe("a conversation as text", () => {
  it("shows every role, calls and failures", () => {
    const text = conversationText(
      [
        user("Fix it"),
        says({ type: "thinking", text: "Look\nfirst" }, "I look.", call("read_file", `{"path":"a"}`)),
        failure("read_file", "no such file"),
        summary("## Goal"),
      ],
      sayInEnglish,
    );
    expect(text.split("\n\n").slice(0, 8)).toEqual([
      "## User",
      "Fix it",
      "## Assistant",
      "> Look\n> first",
      "I look.",
      '`read_file` {"path":"a"}',
      "## Result of read_file (failed)",
      "no such file",
    ]);
    expect(text).toContain("## Summary of 0 messages");
  });
});

describe("two conversations", () => {
  it("are aligned by message: what is new first, then what left or changed, and nothing that stayed", () => {
    const [first, second, result, last] = [
      user("Fix it"),
      says("I look."),
      failure("read_file", "no such file"),
      user("Go on"),
    ];
    const pruned = { ...result, body: { kind: "pruned" as const, gist: "[read_file] FAILED" } };
    expect(
      changedMessages([first, second, result, last], [first, summary("## Goal"), pruned, last], sayInEnglish),
    ).toEqual([
      { title: "Summary of 0 messages", after: expect.stringContaining("## Goal") },
      { title: "2 Assistant", before: "## Assistant\n\nI look." },
      {
        title: "3 read_file",
        before: "## Result of read_file (failed)\n\nno such file",
        after: "## Result of read_file (failed)\n\n[read_file] FAILED",
      },
    ]);
  });

  it("compare a summary with the one it replaces, wherever it stands", () => {
    const [first, old, last] = [user("Fix it"), summary("## Goal\nA"), user("Go on")];
    const renewed = summary("## Goal\nB");
    expect(changedMessages([first, old, last], [first, renewed, last], sayInEnglish)).toEqual([
      {
        title: "Summary of 0 messages",
        before: expect.stringContaining("## Goal\nA"),
        after: expect.stringContaining("## Goal\nB"),
      },
    ]);
    expect(changedMessages([first, old], [first], sayInEnglish)).toEqual([
      { title: "2 Summary of 0 messages", before: expect.stringContaining("## Goal\nA") },
    ]);
  });
});
