import { expect, it } from "vitest";
import { labelMessages } from "../../../../src/core/conversation/text/label-messages";
import { call, result, says, summary, user } from "../../../support/conversation";
import { inEnglish } from "../../../support/say";

const plain = { text: (text: string) => text, json: (json: string) => json };

/** The label of the result of one call. */
const labelOf = (tool: string, input: object): string => {
  const messages = [says(call(tool, JSON.stringify(input), "c1")), result(tool, "the text", "c1")];
  return inEnglish(labelMessages(messages, plain)(messages[1]!));
};

it.each([
  ["read_file", { path: "src/cart.js" }, "read_file: src/cart.js"],
  [
    "read_file",
    { path: "/home/dev/.config/Code/User/workspaceStorage/0123456789abcdef/publisher.name/deep/folder/notes.md" },
    "read_file: …/0123456789abcdef/publisher.name/deep/folder/notes.md",
  ],
  ["terminal", { command: `cat ${"a/".repeat(60)}b` }, `terminal: cat ${"a/".repeat(38)}…`],
  [
    "read_file",
    { path: "/store/tool-results/0b1c/call_9.txt", offset: 111, limit: 110 },
    "read_file: saved output, lines 111–220",
  ],
  ["read_file", { path: "C:\\store\\tool-results\\0b1c\\call_9.txt" }, "read_file: saved output"],
])("labels a result of %s by what a person knows of it: %j", (tool, input, expected) => {
  expect(labelOf(tool, input)).toBe(expected);
});

it("tells calls without a word apart by what they are about", () => {
  const labelOfCalls = (...calls: readonly (readonly [string, object])[]): string => {
    const message = says(...calls.map(([tool, input], index) => call(tool, JSON.stringify(input), `c${index}`)));
    return inEnglish(labelMessages([message], plain)(message));
  };
  expect(labelOfCalls(["read_file", { path: "src/cart.js" }])).toBe("Call: read_file src/cart.js");
  expect(labelOfCalls(["read_file", { path: "a.ts" }], ["terminal", { command: "npm test" }])).toBe(
    "Call: read_file a.ts, terminal npm test",
  );
  expect(labelOfCalls(["list_tabs", {}])).toBe("Call: list_tabs");
});

it("keeps the label of a summary short, because a narrow list cuts its end", () => {
  const message = { ...summary("so far"), restatedRequest: "Rename the parser" };
  expect(inEnglish(labelMessages([message], plain)(message))).toBe("Summary, with the request: Rename the parser");
  expect(inEnglish(labelMessages([user("hi")], plain)(summary("so far")))).toBe("Summary of earlier turns");
});
