import { describe, expect, it } from "vitest";
import { messageId } from "../../../src/core/conversation/ids";
import type { Message, UserMessage } from "../../../src/core/conversation/message";
import {
  estimateMessagesTokens,
  estimateMessageTokens,
  estimateTextTokens,
  estimateToolsTokens,
  IMAGE_TOKENS,
} from "../../../src/core/tokens/estimate";
import { call, result, says, summary, user } from "../../support/conversation";

/** Exact o200k counts, taken once with js-tiktoken. */
const counted: readonly (readonly [name: string, text: string, tokens: number])[] = [
  [
    "prose",
    "The compressor keeps the newest user request after the summary, so the model always knows what " +
      "it was asked to do.",
    23,
  ],
  [
    "code",
    "export function addUsage(a: Usage, b: Usage): Usage {\n  return { input: a.input + b.input, " +
      "output: a.output + b.output };\n}\n",
    34,
  ],
  ["json", '{"path":"src/core/tokens/estimate.ts","offset":1,"limit":400,"pattern":"estimate[A-Z]\\\\w+"}', 28],
  ["log", "2026-05-04T10:22:31Z ERROR worker-3 request 8421 failed after 1532 ms: ECONNRESET\n", 32],
];

describe("estimateTextTokens", () => {
  it.each(counted)("is within a quarter of the exact count for %s", (_name, text, tokens) => {
    expect(Math.abs(estimateTextTokens(text) / tokens - 1)).toBeLessThan(0.25);
  });

  it("counts Chinese about one token a character", () => {
    const text = "请在压缩之后保留用户的最新请求";
    expect(estimateTextTokens(text)).toBe(text.length);
  });

  it("counts nothing for nothing", () => {
    expect(estimateTextTokens("")).toBe(0);
  });

  it("grows in proportion on a megabyte of one character", () => {
    const small = estimateTextTokens("a".repeat(10_000));
    const large = estimateTextTokens("a".repeat(1_000_000));
    expect(large / small).toBeCloseTo(100, 0);
  });

  it("counts lone surrogates and control characters without failing", () => {
    expect(estimateTextTokens("\ud800\udfff\u0000\u0007")).toBeGreaterThan(0);
  });
});

describe("estimateMessageTokens", () => {
  it("charges a picture its fixed price and not its base64 length", () => {
    const picture = (base64: string): UserMessage => ({
      role: "user",
      id: messageId("p"),
      content: [{ type: "image", mediaType: "image/png", base64 }],
    });
    expect(estimateMessageTokens(picture("A".repeat(500_000)))).toBe(estimateMessageTokens(picture("AAAA")));
    expect(estimateMessageTokens(picture("AAAA"))).toBeGreaterThanOrEqual(IMAGE_TOKENS);
  });

  it("counts what is sent with a user turn, the attachment included", () => {
    const plain = user("hello there");
    const attached: UserMessage = { ...plain, attachment: "Open editors: src/core/tokens/estimate.ts" };
    expect(estimateMessageTokens(attached)).toBeGreaterThan(estimateMessageTokens(plain));
  });

  it("counts call arguments, thinking that goes back, and foreign blocks of a reply", () => {
    const bare = estimateMessageTokens(says("ok"));
    expect(estimateMessageTokens(says("ok", call("terminal", '{"command":"npm test"}')))).toBeGreaterThan(bare);
    const thinking = { type: "thinking", text: "let me look at it first" } as const;
    expect(estimateMessageTokens(says("ok", thinking))).toBe(bare);
    const seal = { kind: "anthropic-signature", signature: "s" } as const;
    expect(estimateMessageTokens(says("ok", { ...thinking, seal }))).toBeGreaterThan(bare);
    expect(
      estimateMessageTokens(
        says("ok", {
          type: "opaque",
          protocol: "anthropic-messages",
          block: { type: "server_tool_use", name: "x" },
          gist: "",
        }),
      ),
    ).toBeGreaterThan(bare);
  });

  it("counts the guidance around a summary", () => {
    expect(estimateMessageTokens(summary("short"))).toBeGreaterThan(60);
  });

  it("adds up over a list", () => {
    const messages = [user("one"), says("two", call("read_file")), result("read_file", "three")];
    expect(estimateMessagesTokens(messages)).toBe(
      messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0),
    );
  });

  it("follows a list that grows, shrinks, changes in place or shares its opening with another", () => {
    const [opening, ...rest] = Array.from({ length: 6 }, (_, index) => user(`message ${"word ".repeat(index + 1)}`));
    const list = [opening!, ...rest];
    const fresh = (messages: readonly Message[]) =>
      messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
    const expectFresh = (messages: readonly Message[]) =>
      expect(estimateMessagesTokens(messages)).toBe(fresh(messages));
    expectFresh(list);
    list.push(user("one more"));
    expectFresh(list);
    list[2] = user("something else entirely, and longer than before");
    expectFresh(list);
    expectFresh(list.slice(0, 3));
    expectFresh([opening!, user("another conversation")]);
    expectFresh(list);
    expect(estimateMessagesTokens([])).toBe(0);
  });

  it("looks at a message once", () => {
    let reads = 0;
    const message: UserMessage = {
      role: "user",
      id: messageId("once"),
      get content() {
        reads++;
        return [{ type: "text" as const, text: "counted once" }];
      },
    };
    expect(estimateMessageTokens(message)).toBe(estimateMessageTokens(message));
    expect(reads).toBe(1);
  });
});

describe("estimateToolsTokens", () => {
  it("counts name, description and parameters of every tool", () => {
    const tool = {
      name: "read_file",
      description: "Reads part of a file.",
      parameters: { type: "object", properties: { path: { type: "string" } } },
    };
    const other = { ...tool, name: "list_files" };
    expect(estimateToolsTokens([])).toBe(0);
    expect(estimateToolsTokens([tool, other])).toBe(estimateToolsTokens([tool]) + estimateToolsTokens([other]));
    expect(estimateToolsTokens([tool])).toBeGreaterThan(20);
  });
});
