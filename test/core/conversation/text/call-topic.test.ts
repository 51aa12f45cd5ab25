import { describe, expect, it } from "vitest";
import { callTopic, describeMatches, readMatchCount } from "../../../../src/core/conversation/text/call-topic";

describe("callTopic", () => {
  it.each([
    ["read_file", { path: "src/a.ts" }, { subject: "src/a.ts" }],
    ["search_files", { pattern: "priceOf", path: "src" }, { subject: "priceOf", within: "src" }],
    ["search_files", { pattern: "priceOf", path: "." }, { subject: "priceOf" }],
    ["session_search", { query: "lemons" }, { subject: "lemons" }],
    ["list_files", {}, { subject: "" }],
  ])("of %s with %j is %j", (name, input, topic) => {
    expect(callTopic(name, JSON.stringify(input))).toEqual(topic);
  });
});

describe("the first line of a search result", () => {
  it.each([
    [0, 0, 0],
    [1, 1, 1],
    [37, 4, 37],
    [500, 9, 400],
  ])("tells people what it tells the model: %d matches", (matches, files, told) => {
    expect(readMatchCount(`[${describeMatches(matches, files, 400)} for "x"]\nsrc/a.ts:1: x`)).toBe(told);
  });

  it("is not seen in another text", () => {
    expect(readMatchCount("4 matches in 2 files for me")).toBeUndefined();
  });
});
