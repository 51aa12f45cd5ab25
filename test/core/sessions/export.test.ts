import { describe, expect, it } from "vitest";
import { messageId, sessionId } from "../../../src/core/conversation/ids";
import { exportJson, exportMarkdown, importSession } from "../../../src/core/sessions/export";
import { call, failure, says, summary, user } from "../../support/conversation";
import { freshId, header, openStore, tempFolder } from "../../support/sessions";

async function aSession() {
  const store = openStore(await tempFolder());
  const opening = user("Fix the login");
  await store.create(header("first"), [
    summary("earlier work", [messageId("gone")]),
    opening,
    says("Looking.", call("terminal", '{"command":"npm test"}')),
    failure("terminal", "```\nboom\n```"),
    says({ type: "thinking", text: "secret thought" }),
    says("Done."),
  ]);
  return await store.read(sessionId("first"));
}

describe("an export", () => {
  it("reads as a document in Markdown, tool output folded away", async () => {
    expect(exportMarkdown(await aSession())).toBe(`# Title of first

Started 2026-01-01T00:00:00.000Z in \`/home/dev/project\`

<details><summary>Summary of 1 earlier messages</summary>

\`\`\`
earlier work
\`\`\`

</details>

## You

Fix the login

## Hermes

Looking.

<details><summary>terminal called</summary>

\`\`\`
{"command":"npm test"}
\`\`\`

</details>

<details><summary>terminal (failed)</summary>

\`\`\`\`
\`\`\`
boom
\`\`\`
\`\`\`\`

</details>

## Hermes

Done.
`);
  });

  it("comes back from JSON as it was, but for new ids", async () => {
    const session = await aSession();
    const imported = importSession(exportJson(session), freshId);
    const bare = (messages: typeof session.messages) => messages.map((message) => ({ ...message, id: "" }));
    expect(imported.title).toBe("Title of first");
    expect(bare(imported.messages)).toEqual(bare(session.messages));
    expect(imported.messages.filter((message) => session.messages.some((old) => old.id === message.id))).toEqual([]);
  });

  it("lets other programs read the conversation", async () => {
    const { messages } = JSON.parse(exportJson(await aSession())) as { messages: { role: string }[] };
    expect(messages.length).toBeGreaterThan(3);
    expect(importSession(JSON.stringify(messages), freshId).messages.at(-1)).toMatchObject({
      role: "assistant",
      parts: [{ type: "text", text: "Done." }],
    });
  });
});

describe("an import", () => {
  const chat = [
    { role: "system", content: "s" },
    { role: "user", content: "hello there" },
    { role: "assistant", content: "hi" },
  ];
  const shapeOf = (text: string) => importSession(text, freshId).messages.map((message) => message.role);

  it.each([
    ["a list", JSON.stringify(chat)],
    ["an object with messages", JSON.stringify({ model: "x", messages: chat })],
    ["one message per line", chat.map((message) => JSON.stringify(message)).join("\n")],
  ])("reads %s", (_, text) => expect(shapeOf(text)).toEqual(["user", "assistant"]));

  it("is titled by the first request and may be repeated", async () => {
    const store = openStore(await tempFolder());
    for (const id of ["one", "two"]) {
      const { title, messages } = importSession(JSON.stringify(chat), freshId);
      await store.create(header(id, { title }), messages);
    }
    expect((await store.search("hello", { limit: 9 })).map((hit) => [hit.session, hit.title]).sort()).toEqual([
      ["one", "hello there"],
      ["two", "hello there"],
    ]);
  });

  it.each([
    ["nothing", "", "neither JSON nor JSON lines"],
    ["prose", "dear diary", "neither JSON nor JSON lines"],
    ["a number", "42", "holds no conversation"],
    ["a list of nonsense", "[1]", "Message 0"],
    ["a damaged export", '{"format":"hermes-session","version":1,"session":{"title":"x","messages":[{}]}}', "damaged"],
  ])("of %s says what is wrong", (_, text, reason) => expect(() => importSession(text, freshId)).toThrow(reason));
});
