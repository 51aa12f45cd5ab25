import { describe, expect, it } from "vitest";
import type { Message } from "../../../../src/core/conversation/message";
import { recallSnippets } from "../../../../src/core/context/lcm/recall";
import { createMemoryStore } from "../../../../src/core/context/lcm/store";
import { createWordIndex } from "../../../../src/core/context/lcm/word-index";
import { call, result, says, user } from "../../../support/conversation";

const recall = (past: readonly Message[], text: string, active: readonly Message[] = []) => recallSnippets(createWordIndex(createMemoryStore(past)), text, active);

describe("recall", () => {
  it("brings back one line about an identifier the model no longer sees, and says why", () => {
    const told = user("The limit lives in RETRY_LIMIT_MS,\nsee below.");
    expect(recall([told, says("Understood.")], "Raise RETRY_LIMIT_MS please")).toEqual([
      { identifier: "RETRY_LIMIT_MS", messageId: told.id, text: "The limit lives in RETRY_LIMIT_MS,", why: "RETRY_LIMIT_MS is no longer in the context; one earlier message has it." },
    ]);
  });

  it("stays silent about what is visible, unknown, or no identifier", () => {
    const past = [user("The limit lives in RETRY_LIMIT_MS.")];
    expect(recall(past, "Raise RETRY_LIMIT_MS", [user("retry_limit_ms is 5")])).toEqual([]);
    expect(recall(past, "Raise OTHER_LIMIT_MS")).toEqual([]);
    expect(recall(past, "the limit lives where?")).toEqual([]);
  });

  it("does not quote a message that is still there", () => {
    const told = user("See RETRY_LIMIT_MS.");
    expect(recall([told], "RETRY_LIMIT_MS?", [told])).toEqual([]);
  });

  it("prefers the line that defines a name to a listing of it", () => {
    const listing = result("list_files", "parseRequest");
    const definition = result("read_file", "// helpers\nexport function parseRequest(text: string) {\n}");
    expect(recall([listing, definition, result("terminal", "parseRequest")], "fix parseRequest").map(({ text }) => text)).toEqual(["export function parseRequest(text: string) {"]);
  });

  it("finds names in the arguments of calls", () => {
    const asked = says(call("read_file", "{\"path\":\"src/deep/inner.ts\"}"));
    expect(recall([asked], "open src/deep/inner.ts").map(({ messageId }) => messageId)).toEqual([asked.id]);
  });

  it("takes at most four lines and 1,200 characters, the rarest names first", () => {
    const names = Array.from({ length: 9 }, (_, index) => `symbol_name_${index}`);
    const past = names.map((name) => user(`${name} ${"is described at great length ".repeat(30)}`));
    const snippets = recall(past, names.join(" and "));
    expect(snippets).toHaveLength(4);
    expect(snippets.reduce((chars, { text }) => chars + text.length, 0)).toBeLessThanOrEqual(1_200);
  });

  it("never carries a secret into the turn", () => {
    const snippets = recall([user("DB_MAIN_URL = postgres://admin:hunter2secret@db.local/main")], "what is DB_MAIN_URL?");
    expect(snippets).toHaveLength(1);
    expect(JSON.stringify(snippets)).not.toContain("hunter2secret");
  });

  it("prefers one passage with several missing names to several lines with one each", () => {
    const apart = ["firstName", "secondName", "thirdName"].map((name) => user(`About ${name}: it matters.`));
    const together = result("read_file", "import { firstName,\n  secondName,\n  thirdName } from \"./names\";");
    expect(recall([...apart, together], "rename firstName, secondName and thirdName").map(({ messageId, text }) => [messageId, text])).toEqual([[together.id, "import { firstName, secondName, thirdName } from \"./names\";"]]);
  });

  it("leaves out a name that is everywhere", () => {
    const past = Array.from({ length: 40 }, (_, index) => user(`step ${index} of AgentSession`));
    expect(recall(past, "continue with AgentSession")).toEqual([]);
  });
});
