import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkLegal } from "../../../src/core/conversation/legality";
import type { Message } from "../../../src/core/conversation/message";
import { importTranscript } from "../../../src/core/conversation/transcript/transcript";
import { continueMessages, withOurTools } from "../../../src/core/foreign/continue";
import { discoverSessions } from "../../../src/core/foreign/discover";
import { readForeignText } from "../../../src/core/foreign/recognize";
import { call, says } from "../../support/conversation";
import { chatSession, clineHistory, foreignHome, never, readNewest } from "../../support/foreign-fixtures";

const world = foreignHome();

function numbered(): () => string {
  let count = 0;
  return () => `n${count++}`;
}

const callsIn = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) => {
    if (message.role === "tool") return [`← ${message.toolName}`];
    if (message.role !== "assistant") return [];
    return message.parts.flatMap((part) => (part.type === "tool-call" ? [`${part.name} ${part.inputJson}`] : []));
  });

describe.each(["claude-code", "codex", "opencode", "pi", "cline"] as const)(
  "a session of %s, continued in Hermes",
  (agent) => {
    test.each(["context", "everything"] as const)("is legal for every provider: %s", async (part) => {
      const messages = continueMessages(await readNewest(world, agent), part, numbered());
      expect(checkLegal(messages)).toBeUndefined();
      expect(messages.length).toBeGreaterThan(2);
    });
  },
);

test("calls that mean the same get the names of our tools, with their results; others stay as a record", async () => {
  const session = await readNewest(world, "claude-code");
  expect(callsIn(continueMessages(session, "everything", numbered()))).toEqual([
    'read_file {"path":"/home/user/project/src/retry.ts"}',
    "← read_file",
    'terminal {"command":"cat docs/deploy.md"}',
    "← terminal",
    'terminal {"command":"echo \'build-7731: 2 failed, 40 passed\'; exit 1"}',
    "← terminal",
    expect.stringMatching(/^Agent \{"description"/),
    "← Agent",
  ]);
});

test.each([
  ["Edit", { file_path: "a.ts", old_string: "x", new_string: "y" }, { path: "a.ts", find: "x", replace: "y" }, "patch"],
  ["edit", { filePath: "a.ts", oldString: "x", newString: "y" }, { path: "a.ts", find: "x", replace: "y" }, "patch"],
  ["editor", { path: "a.ts", old_text: "x", new_text: "y" }, { path: "a.ts", find: "x", replace: "y" }, "patch"],
  ["editor", { path: "a.ts", new_text: "y", insert_line: 3 }, undefined, "editor"],
  ["Grep", { pattern: "priceOf", path: "src" }, { pattern: "priceOf", path: "src" }, "search_files"],
  ["read_files", { files: [{ path: "a.ts" }] }, { path: "a.ts" }, "read_file"],
  ["read_files", { files: [{ path: "a.ts" }, { path: "b.ts" }] }, undefined, "read_files"],
  ["run_commands", { commands: ["npm test"] }, { command: "npm test" }, "terminal"],
])("the call %s %j means the same here, or stays as it is", (name, input, ours, ourName) => {
  const [mapped] = withOurTools([says(call(name, JSON.stringify(input)))]);
  expect(callsIn(mapped === undefined ? [] : [mapped])).toEqual([`${ourName} ${JSON.stringify(ours ?? input)}`]);
});

test("everything holds what the compaction dropped; the context holds the summary instead", async () => {
  const session = await readNewest(world, "claude-code");
  const [context, everything] = (["context", "everything"] as const).map((part) =>
    JSON.stringify(continueMessages(session, part, numbered())),
  );
  expect([context?.includes("Staging port: 8123"), context?.includes('"role":"summary"')]).toEqual([false, true]);
  expect([everything?.includes("Staging port: 8123"), everything?.includes('"role":"summary"')]).toEqual([true, false]);
});

test.each(["claude-code", "codex", "pi"] as const)("a file of %s is recognized by what is in it", async (agent) => {
  const [file] = await discoverSessions(world, agent, never);
  const session = readForeignText(readFileSync(file?.path ?? "", "utf8"));
  expect([session?.agent, session?.title]).toEqual([agent, "Find out why the retry loop gives up, and run the build."]);
});

test("files of Cline and Copilot Chat are recognized, and plain messages are left to the importer", () => {
  const agents = [
    { messages: clineHistory() },
    chatSession(),
    { messages: [{ role: "user", content: "hi" }] },
    [1],
  ].map((value) => readForeignText(JSON.stringify(value))?.agent);
  expect(agents).toEqual(["cline", "copilot-chat", undefined, undefined]);
});

test("messages in Anthropic's form keep their calls, results, thinking, and pictures", () => {
  const messages = importTranscript([
    { role: "user", content: [{ type: "text", text: "look" }] },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm", signature: "s1" },
        { type: "tool_use", id: "t1", name: "Read", input: { path: "a.ts" } },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "t1",
          is_error: true,
          content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }],
        },
        { type: "text", text: "and now?" },
      ],
    },
  ]);
  expect(messages.map((message) => (message.role === "tool" ? message : message.role))).toEqual([
    "user",
    "assistant",
    {
      role: "tool",
      id: "m2-0",
      callId: "t1",
      toolName: "Read",
      failed: true,
      body: { kind: "full", content: [{ type: "image", mediaType: "image/png", base64: "AAAA" }] },
    },
    "user",
  ]);
  expect(messages[1]).toMatchObject({
    parts: [
      { type: "thinking", text: "hm", seal: { kind: "anthropic-signature", signature: "s1" } },
      { type: "tool-call", callId: "t1", name: "Read", inputJson: '{"path":"a.ts"}' },
    ],
  });
});
