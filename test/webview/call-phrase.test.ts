import { describe, expect, it } from "vitest";
import { callTopic } from "../../src/core/conversation/text/call-topic";
import type { Call, Tense } from "../../webview-ui/chat/running/call-phrase";
import { phraseCall } from "../../webview-ui/chat/running/call-phrase";
import { english } from "../../webview-ui/shared/language/english";
import { fillIn } from "../../webview-ui/shared/language/wording";

const callOf = (name: string, input: Readonly<Record<string, unknown>>) => ({
  name,
  ...callTopic(name, JSON.stringify(input)),
});
const inWords = (call: Call, tense: Tense) => phraseCall(call, tense, (key, values) => fillIn(english[key], values));
const pastPhrase = (call: Call) => inWords(call, "did");
const inAllTenses = (name: string, input: Readonly<Record<string, unknown>>) =>
  (["to", "doing", "did"] as const).map((tense) => inWords(callOf(name, input), tense));

describe("a call in words", () => {
  it.each([
    ["terminal", { command: "npm test" }, ["Run npm test", "Running npm test", "Ran npm test"]],
    ["patch", { path: "src/cart.js" }, ["Edit src/cart.js", "Editing src/cart.js", "Edited src/cart.js"]],
    ["write_file", { path: "a.md" }, ["Write a.md", "Writing a.md", "Wrote a.md"]],
    ["read_file", { path: "a.md" }, ["Read a.md", "Reading a.md", "Read a.md"]],
    ["list_files", {}, ["List the workspace", "Listing the workspace", "Listed the workspace"]],
    [
      "search_files",
      { pattern: "x", path: "src" },
      ["Search 'x' in src", "Searching 'x' in src", "Searched 'x' in src"],
    ],
    ["web_fetch", { url: "https://a.b" }, ["Fetch https://a.b", "Fetching https://a.b", "Fetched https://a.b"]],
    ["todo", { items: [] }, ["Update the to-do list", "Updating the to-do list", "Updated the to-do list"]],
    ["mcp_issue", { id: "7" }, ["mcp_issue 7", "Running mcp_issue 7", "mcp_issue 7"]],
  ])("says what %s would do, does, and did", (name, input, phrases) => {
    expect(inAllTenses(name, input)).toEqual(phrases);
  });

  it("names the lines that are read", () => {
    expect(pastPhrase(callOf("read_file", { path: "a.md", offset: 111, limit: 110 }))).toBe(
      "Read a.md · lines 111–220",
    );
    expect(pastPhrase(callOf("read_file", { path: "a.md", limit: 20 }))).toBe("Read a.md · lines 1–20");
    expect(pastPhrase(callOf("read_file", { path: "a.md", offset: 5 }))).toBe("Read a.md · lines 5–");
  });

  it.each([
    ["/home/ada/.vscode/data/workspaceStorage/77/hermes/tool-results/7a969f18/call_8d29e594.txt"],
    ["C:\\Users\\ada\\AppData\\hermes\\tool-results\\7a969f18\\call_8d29e594.txt"],
    [`/${"long-folder/".repeat(20)}tool-results/7a969f18-f4b4-4d93-bbf7-8240a4b73bc2/call_8d29e594.txt`],
  ])("calls a saved output by what it is, not by where it lies: %s", (path) => {
    expect(pastPhrase(callOf("read_file", { path, offset: 1, limit: 110 }))).toBe("Read saved output · lines 1–110");
  });

  it("keeps the end of a long path, which names the file", () => {
    const path = "/home/ada/projects/lemonade-stand/packages/checkout/src/cart/discount.ts";
    expect(pastPhrase(callOf("read_file", { path }))).toBe("Read …/checkout/src/cart/discount.ts");
    expect(pastPhrase(callOf("read_file", { path: `src/${"x".repeat(200)}.ts` }))).toMatch(/^Read …\/x+\.ts$/);
  });
});
