import { expect, test } from "vitest";
import { pastSessions } from "../../../src/core/agent/session/past-sessions";
import { compactionThreshold } from "../../../src/core/foreign/compaction-threshold";
import { readForeignPast, searchForeignPast } from "../../../src/core/foreign/search/past";
import { FOREIGN_AGENTS } from "../../../src/core/foreign/session";
import { sessionSearchTool } from "../../../src/core/tools/builtin/session-search";
import type { PastSessions } from "../../../src/core/tools/ports";
import { foreignHome, never } from "../../support/foreign-fixtures";
import { openStore, tempFolder } from "../../support/sessions";
import { outcomeText, toolContext } from "../../support/tools";

const world = { ...foreignHome(), workspace: "/home/user/project", agents: ["claude-code", "pi"] as const };
const others: PastSessions = {
  search: (query, { limit }) => searchForeignPast(world, query, { limit }, never),
  readMessage: (id) => readForeignPast(world, id, never),
};

test("a message of another agent is found with an id that reads it in full", async () => {
  const hits = await searchForeignPast(world, "staging port", { limit: 10 }, never);
  expect(new Set(hits.map(({ messageId }) => messageId.split("/")[0]))).toEqual(new Set(world.agents));
  const [hit] = hits.filter(({ role, messageId }) => role === "tool" && messageId.startsWith("claude-code/"));
  expect(await readForeignPast(world, hit?.messageId ?? "", never)).toBe(
    "Deploy token file: /etc/harbor/token.\nStaging port: 8123.",
  );
});

test("an id of another workspace, of an agent that is not read, or of nothing reads nothing", async () => {
  const [hit] = await searchForeignPast(world, "staging port", { limit: 1 }, never);
  const id = hit?.messageId ?? "";
  expect(await readForeignPast({ ...world, workspace: "/elsewhere" }, id, never)).toBeUndefined();
  expect(await readForeignPast({ ...world, agents: ["codex"] }, id, never)).toBeUndefined();
  expect(await readForeignPast(world, `${id}-no`, never)).toBeUndefined();
  expect(await readForeignPast(world, "", never)).toBeUndefined();
});

test("session_search finds messages of other agents behind our own, only where that is allowed", async () => {
  const store = openStore(await tempFolder());
  const ask = async (allowed: PastSessions | undefined) =>
    outcomeText(await sessionSearchTool(pastSessions(store, () => allowed)).run({ query: "port" }, toolContext()));
  expect(await ask(undefined)).toContain("No message found");
  expect(await ask(others)).toContain('in "claude-code: Find out why the retry loop gives up');
});

test("every agent compacts somewhere between half of its window and all of it", () => {
  for (const agent of FOREIGN_AGENTS)
    for (const windowTokens of [8_000, 32_000, 200_000, 1_000_000]) {
      expect(compactionThreshold(agent, windowTokens)).toBeGreaterThanOrEqual(windowTokens / 2);
      expect(compactionThreshold(agent, windowTokens)).toBeLessThan(windowTokens);
    }
  expect(compactionThreshold("claude-code", 200_000)).toBe(167_000);
});
