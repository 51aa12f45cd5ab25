import { describe, expect, it } from "vitest";
import { conversationText } from "../../src/presenter/conversation-text";
import { call, failure, says, summary, user } from "../support/conversation";

describe("a conversation as text", () => {
  it("shows every role, calls and failures", () => {
    const text = conversationText([user("Fix it"), says({ type: "thinking", text: "Look\nfirst" }, "I look.", call("read_file", `{"path":"a"}`)), failure("read_file", "no such file"), summary("## Goal")]);
    expect(text.split("\n\n").slice(0, 8)).toEqual(["## User", "Fix it", "## Assistant", "> Look\n> first", "I look.", "`read_file` {\"path\":\"a\"}", "## Result of read_file (failed)", "no such file"]);
    expect(text).toContain("## Summary of 0 messages");
  });
});
