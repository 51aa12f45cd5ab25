import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderSentence } from "../../../src/core/base/sentence";
import type { Message } from "../../../src/core/conversation/message";
import { messageText } from "../../../src/core/conversation/render";
import { checkCompaction } from "../../../src/core/foreign/check-compaction";
import { giveBack, givenMessages } from "../../../src/core/foreign/giving/give-back";
import { readForeignText } from "../../../src/core/foreign/recognize";
import { foreignHome, readNewest } from "../../support/foreign-fixtures";

const world = foreignHome();

const saidIn = (messages: readonly Message[]): readonly string[] =>
  messages.map((message) => {
    const calls = message.role === "assistant" ? message.parts.filter((part) => part.type === "tool-call") : [];
    return [message.role, messageText(message), ...calls.map(({ name, inputJson }) => name + inputJson)].join(" ");
  });

test.each(["claude-code", "codex"] as const)("a session written for %s says what the original says", async (agent) => {
  const session = await readNewest(world, agent);
  let count = 0;
  const given = giveBack(agent, {
    messages: givenMessages(session, "uncompacted"),
    workspace: session.workspace,
    newId: () => `00000000-0000-4000-8000-${String(count++).padStart(12, "0")}`,
    now: 1_794_953_753_414,
    original: { path: session.path, head: readFileSync(session.path, "utf8").split("\n").slice(0, 20) },
  });
  const reread = readForeignText(given?.text ?? "");
  expect(saidIn(reread?.messages ?? [])).toEqual(saidIn(givenMessages(session, "uncompacted")));
  expect([given?.path === session.path, given?.path.includes(given.id), given?.command]).toEqual([
    false,
    true,
    `${agent === "codex" ? "codex resume" : "claude --resume"} 00000000-0000-4000-8000-000000000000`,
  ]);
});

test("formats that cannot be written safely are not written", async () => {
  const session = await readNewest(world, "opencode");
  const order = { messages: [], workspace: "", newId: () => "x", now: 0, original: { path: session.path, head: [] } };
  expect(giveBack("opencode", order)).toBeUndefined();
});

test("a compaction of another agent is checked: names it lost, and claims that the record contradicts", async () => {
  const session = await readNewest(world, "claude-code");
  const { lost, names, claims } = checkCompaction(session, session.compactions[0]!);
  expect(lost).toContain("docs/deploy.md");
  expect(lost).not.toContain("maxAttempts");
  expect(names.length).toBeGreaterThan(lost.length);
  const contradicted = claims.filter(({ verdict }) => verdict === "contradicted");
  expect(contradicted.map(({ text, correction }) => [text, correction && renderSentence(correction)])).toEqual([
    ["Tests: all tests passed in build-7731", "no test run is on record"],
  ]);
});
