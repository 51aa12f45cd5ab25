import { renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { messageText } from "../../../src/core/conversation/render";
import { readCopilotChat } from "../../../src/core/foreign/copilot-chat/read";
import { discoverSessions } from "../../../src/core/foreign/discover";
import { foreignHome, never, readNewest } from "../../support/foreign-fixtures";

/** Recorded in VS Code 1.139 with a participant of a test extension: a failure, two turns with a call, a failure. */
const recorded = () => readNewest(foreignHome(), "copilot-chat");

test("a recorded session is read with its thinking, calls, and outputs", async () => {
  const { messages, unknown, unreadable } = await recorded();
  expect(
    messages.map((message) =>
      message.role === "assistant"
        ? message.parts.map(
            (part) =>
              `${part.type}: ${"text" in part ? part.text : "name" in part ? `${part.name} ${part.inputJson}` : ""}`,
          )
        : `${message.role}: ${messageText(message)}`,
    ),
  ).toMatchInlineSnapshot(`
    [
      "user: @parrot please fail first ",
      "user: @parrot which port does staging use?",
      [
        "thinking: The notes may know the port.",
        "text: I look into the **notes**.

    ",
        "tool-call: harbor_notes {"topic":"which port does stag"}",
      ],
      "tool: Staging port: 8123.",
      [
        "text: The staging port is 8123, see retry.ts.

    \`\`\`ts
    export const port = 8123;
    \`\`\`
    ",
      ],
      "user: @parrot now edit the file",
      [
        "thinking: The notes may know the port.",
        "text: I look into the **notes**.

    ",
        "tool-call: harbor_notes {"topic":"now edit the file"}",
      ],
      "tool: Staging port: 8123.",
      [
        "text: The staging port is 8123, see retry.ts.

    \`\`\`ts
    export const port = 8123;
    \`\`\`
    ",
      ],
      "user: @parrot please fail now",
    ]
  `);
  expect([unknown, unreadable]).toEqual([{}, 0]);
});

test("a recorded session has the tokens of each turn, the model's window, and its folder", async () => {
  const { requests, windowTokens, workspace, title } = await recorded();
  expect(requests.map(({ model, usage }) => [model, usage.input, usage.output])).toEqual([
    ["hermes-test/parrot", 1_400, 45],
    ["hermes-test/parrot", 1_600, 45],
  ]);
  expect([windowTokens, workspace, title]).toEqual([66_000, "/home/user/project", "@parrot please fail first"]);
});

test("the folder of a storage is known for this window, too, where VS Code does not note it", async () => {
  const world = foreignHome();
  const [file] = await discoverSessions(world, "copilot-chat", never);
  const storage = dirname(dirname(file?.path ?? ""));
  const note = join(storage, "workspace.json");
  const folderNow = async (ownStorage?: { readonly storage: string; readonly folder: string }) =>
    (await discoverSessions({ ...world, ...(ownStorage && { ownStorage }) }, "copilot-chat", never))[0]?.workspace;
  writeFileSync(note, JSON.stringify({ folder: "vscode-remote://ssh-remote%2Bhost/home/user/project" }));
  expect(await folderNow()).toBeUndefined();
  writeFileSync(note, "{");
  expect(await folderNow()).toBeUndefined();
  expect(await folderNow({ storage, folder: "/home/user/harbor" })).toBe("/home/user/harbor");
});

test("the older form of a session beside the newer one is no session of its own", async () => {
  const world = foreignHome();
  const [file] = await discoverSessions(world, "copilot-chat", never);
  const older = (file?.path ?? "").replace(/l$/, "");
  writeFileSync(older, JSON.stringify({ version: 3, requests: [] }));
  expect((await discoverSessions(world, "copilot-chat", never)).map(({ path }) => path)).toEqual([file?.path]);
  renameSync(file?.path ?? "", `${file?.path}.bak`);
  expect((await discoverSessions(world, "copilot-chat", never)).map(({ path }) => path)).toEqual([older]);
});

const round = (id: string, response: string, more = {}) => ({ id, response, toolCalls: [], ...more });
const turn = (text: string, rounds: readonly unknown[], more = {}) => ({
  requestId: text,
  timestamp: 1_000,
  message: { text },
  result: { metadata: { toolCallRounds: rounds, ...more } },
});

test.each([
  ["with the round", round("a", "First answer.", { summary: "The summary." }), {}],
  ["with a later turn", round("a", "First answer."), { summary: { toolCallRoundId: "a", text: "The summary." } }],
  ["in a list", round("a", "First answer."), { summaries: [{ toolCallRoundId: "a", text: "The summary." }] }],
])("a summary that Copilot's agent recorded %s is a compaction", (_, first, later) => {
  const requests = [turn("first", [first]), turn("second", [round("b", "Second answer.")], later)];
  const session = readCopilotChat({ version: 3, requests }, { ...document, agent: "copilot-chat" });
  expect(session.compactions.map(({ summary, before, after }) => [summary, before.length, after.length])).toEqual([
    ["The summary.", 2, 1],
  ]);
  expect(session.context.map(({ role }) => role)).toEqual(["summary", "user", "assistant"]);
  expect(session.messages).toHaveLength(5);
});

const document = { id: "x", path: "/x", modifiedAt: 9_000, bytes: 0 } as const;
