import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderSentence } from "../../../src/core/base/sentence";
import type { Message } from "../../../src/core/conversation/message";
import { messageText } from "../../../src/core/conversation/render";
import { checkCompaction } from "../../../src/core/foreign/check-compaction";
import { compressGiven } from "../../../src/core/foreign/giving/compress-given";
import { giveBack, givenMessages } from "../../../src/core/foreign/giving/give-back";
import { writeGiven } from "../../../src/core/foreign/giving/write-given";
import { readForeignText } from "../../../src/core/foreign/recognize";
import type { ForeignSession } from "../../../src/core/foreign/session";
import { commandInFolder } from "../../../src/core/tools/shell/quote-for-shell";
import { says, user } from "../../support/conversation";
import { foreignHome, never, readNewest } from "../../support/foreign-fixtures";

const world = foreignHome();

const saidIn = (messages: readonly Message[]): readonly string[] =>
  messages.map((message) => {
    const calls = message.role === "assistant" ? message.parts.filter((part) => part.type === "tool-call") : [];
    return [message.role, messageText(message), ...calls.map(({ name, inputJson }) => name + inputJson)].join(" ");
  });

/** A new session of the agent's own format, read again. */
async function giveAndRead(
  agent: "claude-code" | "codex",
  messagesOf: (session: ForeignSession) => readonly Message[] | Promise<readonly Message[] | undefined>,
  summaryBy: "hermes" | "its-agent" = "hermes",
) {
  const session = await readNewest(world, agent);
  let count = 0;
  const messages = (await messagesOf(session)) ?? [];
  const given = giveBack(agent, {
    messages,
    summaryBy,
    workspace: session.workspace,
    newId: () => `00000000-0000-4000-8000-${String(count++).padStart(12, "0")}`,
    now: 1_794_953_753_414,
    original: { path: session.path, head: readFileSync(session.path, "utf8").split("\n").slice(0, 20) },
  });
  return { session, given, messages, reread: readForeignText(given?.text ?? "") };
}

describe.each(["claude-code", "codex"] as const)("a session written for %s", (agent) => {
  test("says what the original says, without its summaries", async () => {
    const { session, given, messages, reread } = await giveAndRead(agent, (one) => givenMessages(one, "uncompacted"));
    expect(saidIn(reread?.messages ?? [])).toEqual(saidIn(messages));
    expect([given?.path === session.path, given?.path.includes(given.id), given?.command]).toEqual([
      false,
      true,
      `${agent === "codex" ? "codex resume" : "claude --resume"} 00000000-0000-4000-8000-000000000000`,
    ]);
  });

  test("holds the agent's own summary as its model saw it", async () => {
    const { session, given } = await giveAndRead(agent, (one) => givenMessages(one, "whole"), "its-agent");
    expect(given?.text).toContain(JSON.stringify(session.compactions[0]?.summary).slice(1, -1));
    expect(given?.text).not.toContain("CONTEXT COMPACTION");
  });

  test("holds pinned messages word for word beside our summary", async () => {
    const pin = "Deploy token file: /etc/harbor/token.\nStaging port: 8123.";
    const { given } = await giveAndRead(agent, (session) => {
      // The recording is shorter than anything worth folding.
      const longer = { ...session, messages: [...session.messages, ...filler(40)] };
      const [pinned] = session.messages.filter((message) => messageText(message).includes(pin));
      return compressGiven(longer, pinned === undefined ? [] : [pinned.id], never);
    });
    expect(given?.text).toContain("CONTEXT COMPACTION");
    expect(given?.text).toContain(JSON.stringify(pin).slice(1, -1));
  });
});

test("a session of some thousand tokens is folded, too", async () => {
  const session = await readNewest(world, "claude-code");
  const longer = { ...session, messages: [...session.messages, ...filler(20)] };
  const folded = await compressGiven(longer, [], never);
  expect(folded?.filter(({ role }) => role === "summary")).toHaveLength(1);
  expect(folded?.length).toBeLessThan(longer.messages.length / 2);
});

test("a session that is too short to be folded is not compressed", async () => {
  expect(await compressGiven(await readNewest(world, "pi"), [], never)).toBeUndefined();
});

const filler = (count: number): readonly Message[] =>
  Array.from({ length: count }, (_, index) => [
    user(`Question ${index}: ${"more ".repeat(200)}`),
    says("Noted."),
  ]).flat();

test("formats that cannot be written safely are not written", async () => {
  const session = await readNewest(world, "opencode");
  const original = { path: session.path, head: [] };
  const order = { messages: [], summaryBy: "hermes" as const, workspace: "", newId: () => "x", now: 0, original };
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

test("a new session is written only where nothing is, and for its owner alone", async () => {
  const folder = dirname((await readNewest(foreignHome(), "claude-code")).path);
  const given = { id: "n", path: join(folder, "new.jsonl"), text: "{}\n", command: "claude --resume n" };
  expect(await writeGiven(given)).toBe("written");
  expect(statSync(given.path).mode & 0o077).toBe(0);
  expect(await writeGiven({ ...given, text: "other" })).toBe("exists");
  expect(readFileSync(given.path, "utf8")).toBe("{}\n");
  const elsewhere = join(folder, "elsewhere");
  symlinkSync(elsewhere, join(folder, "link.jsonl"));
  expect(await writeGiven({ ...given, path: join(folder, "link.jsonl") })).toBe("exists");
  expect(existsSync(elsewhere)).toBe(false);
});

test.each([
  ["/home/user/project", "cd /home/user/project && claude --resume n"],
  ["/home/user/my project", "cd '/home/user/my project' && claude --resume n"],
  ["/home/user/it's $HOME `x`", "cd $'/home/user/it\\'s $HOME `x`' && claude --resume n"],
  ["/home/user/\u9879\u76ee", "cd '/home/user/\u9879\u76ee' && claude --resume n"],
  ["", "claude --resume n"],
])("the command to resume leads into %s", (folder, expected) => {
  expect(commandInFolder("claude --resume n", folder, "linux")).toBe(expected);
  if (folder !== "" && process.platform !== "win32") {
    const line = commandInFolder("true", folder, "linux").replace(/^cd /, "printf %s ");
    expect(execFileSync("bash", ["-c", line], { encoding: "utf8" })).toBe(folder);
  }
});

test.each([
  ["C:\\Users\\Ann Lee\\app", 'cd "C:\\Users\\Ann Lee\\app"; codex resume n'],
  ["C:\\a$b's", "cd 'C:\\a$b''s'; codex resume n"],
])("on Windows, the command to resume leads into %s", (folder, expected) => {
  expect(commandInFolder("codex resume n", folder, "win32")).toBe(expected);
});
