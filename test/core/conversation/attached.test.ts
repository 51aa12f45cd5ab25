import { describe, expect, it } from "vitest";
import { attachedPart, attachmentsOf, ownWords } from "../../../src/core/conversation/attached";
import { messageId } from "../../../src/core/conversation/ids";
import type { UserMessage } from "../../../src/core/conversation/message";
import { newestRequestText } from "../../../src/core/conversation/newest-request";
import { titleOf } from "../../../src/core/sessions/lineage/title";
import { estimateMessageTokens, estimatePartTokens } from "../../../src/core/tokens/estimate";

const cart = { kind: "file", name: "src/cart.ts", text: "one\n</attached>\ntwo" } as const;
const problems = { kind: "problems", name: "problems", text: "src/cart.ts:3 error: ; expected" } as const;
const message = (words: string): UserMessage => ({
  role: "user",
  id: messageId("m1"),
  content: [{ type: "text", text: words }, attachedPart(cart), attachedPart(problems)],
});

describe("attachments of a message", () => {
  it("come back as they were attached, whatever they contain", () => {
    expect(attachmentsOf(message("Fix it."))).toEqual([cart, problems]);
  });

  it("are no words of the person, but named in what a summary restates", () => {
    expect(ownWords(message("Fix it."))).toBe("Fix it.");
    expect(newestRequestText([message("Fix it.")])).toBe("Fix it.\n[Attached: file src/cart.ts, problems]");
    expect(titleOf(message("Fix it."))).toBe("Fix it.");
    expect(titleOf(message(""))).toBe("[Attached: file src/cart.ts, problems]");
  });

  it("cost in a message what they cost on their own", () => {
    const bare: UserMessage = { ...message("Fix it."), content: [{ type: "text", text: "Fix it." }] };
    const price = estimatePartTokens(attachedPart(cart)) + estimatePartTokens(attachedPart(problems));
    expect(estimateMessageTokens(message("Fix it."))).toBe(estimateMessageTokens(bare) + price);
  });
});
