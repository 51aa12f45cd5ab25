import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageId } from "../../../src/core/conversation/ids";
import type { Message } from "../../../src/core/conversation/message";
import { SUMMARY_MARKER, summaryText } from "../../../src/core/conversation/render";
import {
  exportMessage,
  exportTranscript,
  importTranscript,
} from "../../../src/core/conversation/transcript/transcript";
import { call, result, says, shape, summary, user, withBody } from "../../support/conversation";

const called = (id: string, name: string, args = "{}") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const picture = { type: "image", mediaType: "image/png", base64: "AAAA" } as const;
const pictureUrl = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };

const meetings = (messages: readonly { readonly role: string }[]) =>
  messages.filter(({ role }, index) => role !== "tool" && role === messages[index - 1]?.role).length;

describe("importTranscript", () => {
  it("leaves system texts out and numbers messages by their place in the list", () => {
    const messages = importTranscript([
      { role: "system", content: "rules" },
      { role: "developer", content: "more" },
      { role: "user", content: "hi" },
      { role: "assistant", content: "hello" },
    ]);
    expect(messages.map(({ id, role }) => [id, role])).toEqual([
      ["m2", "user"],
      ["m3", "assistant"],
    ]);
  });

  it("keeps the bytes of arguments and takes a result's tool from its call", () => {
    const messages = importTranscript([
      { role: "assistant", content: "", tool_calls: [called("c1", "bash", '{ "command" : "ls" }')], model: "claude-x" },
      { role: "tool", tool_call_id: "c1", content: "a.ts", is_error: true },
    ]);
    expect(messages).toEqual([
      {
        role: "assistant",
        id: "m0",
        origin: { protocol: "openai-chat", provider: "imported", model: "claude-x" },
        parts: [{ type: "tool-call", callId: "c1", name: "bash", inputJson: '{ "command" : "ls" }' }],
      },
      {
        role: "tool",
        id: "m1",
        callId: "c1",
        toolName: "bash",
        failed: true,
        body: { kind: "full", content: [{ type: "text", text: "a.ts" }] },
      },
    ]);
  });

  it("pairs by position where call ids are reused", () => {
    const messages = importTranscript([
      { role: "assistant", tool_calls: [called("call_1", "read")] },
      { role: "tool", tool_call_id: "call_1", content: "x" },
      { role: "assistant", tool_calls: [called("call_1", "bash")] },
      { role: "tool", tool_call_id: "call_1", content: "y" },
    ]);
    expect(messages.map((message) => (message.role === "tool" ? message.toolName : message.role))).toEqual([
      "assistant",
      "read",
      "assistant",
      "bash",
    ]);
  });

  it("brings in orphan, duplicate, unanswered and empty entries", () => {
    const messages = importTranscript([
      { role: "tool", tool_call_id: "gone", content: "orphan" },
      { role: "user", content: null },
      { role: "assistant", content: "", tool_calls: [called("a", "read"), called("b", "bash")] },
      { role: "tool", tool_call_id: "a", content: "" },
      { role: "tool", tool_call_id: "a", name: "read", content: "again" },
      { role: "assistant", content: "" },
    ]);
    expect(shape(messages)).toMatchInlineSnapshot(`
      "00 tool       unknown full
      01 user       
      02 assistant  read({}) + bash({})
      03 tool       read full
      04 tool       read full
      05 assistant  "
    `);
  });

  it("gives a result without an id the next call that waits", () => {
    const messages = importTranscript([
      { role: "assistant", tool_calls: [called("a", "read"), called("b", "bash")] },
      { role: "tool", content: "1" },
      { role: "tool", content: "2" },
    ]);
    expect(
      messages.slice(1).map((message) => (message.role === "tool" ? [message.callId, message.toolName] : [])),
    ).toEqual([
      ["a", "read"],
      ["b", "bash"],
    ]);
  });

  it("understands pictures, thinking and old function calls", () => {
    const messages = importTranscript([
      {
        role: "user",
        content: [
          { type: "text", text: "look" },
          pictureUrl,
          { type: "image_url", image_url: { url: "https://h.test/a.png" } },
        ],
      },
      { role: "assistant", content: "ok", reasoning_content: "hm" },
      { role: "assistant", content: null, thinking: "well", function_call: { name: "sum", arguments: "{}" } },
      { role: "function", name: "sum", content: { total: 3 } },
    ]);
    expect(
      messages.map((message) =>
        message.role === "user" ? message.content : message.role === "assistant" ? message.parts : message,
      ),
    ).toEqual([
      [{ type: "text", text: "look" }, picture, { type: "text", text: "[image: https://h.test/a.png]" }],
      [
        { type: "thinking", text: "hm", seal: { kind: "chat-reasoning", field: "reasoning_content" } },
        { type: "text", text: "ok" },
      ],
      [
        { type: "thinking", text: "well" },
        { type: "tool-call", callId: "sum", name: "sum", inputJson: "{}" },
      ],
      {
        role: "tool",
        id: "m3",
        callId: "sum",
        toolName: "sum",
        failed: false,
        body: { kind: "full", content: [{ type: "text", text: '{"total":3}' }] },
      },
    ]);
  });

  it("recognizes a rendered summary, its restated request included", () => {
    const handOff = { ...summary("## Active Task\nfix it"), restatedRequest: "please fix it" };
    expect(importTranscript([{ role: "user", content: summaryText(handOff) }])).toEqual([{ ...handOff, id: "m0" }]);
    expect(importTranscript([{ role: "user", content: `${SUMMARY_MARKER} is a marker` }])[0]?.role).toBe("user");
  });

  it.each([
    ["no list", { role: "user" }, "A transcript is a list of chat messages."],
    [
      "an entry that is no object",
      [{ role: "user", content: "x" }, 7],
      "Message 1 of the transcript is not an object.",
    ],
    ["a null entry", [null], "Message 0 of the transcript is not an object."],
    ["an unknown role", [{ role: "narrator" }], 'Message 0 of the transcript has the unknown role "narrator".'],
    ["no role", [{}], "Message 0 of the transcript has the unknown role undefined."],
    [
      "calls that are no list",
      [{ role: "assistant", tool_calls: 1 }],
      "Message 0 of the transcript has tool_calls that are not a list.",
    ],
    [
      "a call without a name",
      [{ role: "assistant", tool_calls: [{}] }],
      "Message 0 of the transcript has a tool call (number 0) without a function name.",
    ],
  ])("refuses %s with one clear error", (_name, transcript, message) => {
    expect(() => importTranscript(transcript as unknown[])).toThrow(
      expect.objectContaining({ name: "TranscriptError", message }),
    );
  });
});

describe("exportTranscript", () => {
  it("gives back what was imported", () => {
    const transcript = [
      { role: "user", content: "fix the bug" },
      {
        role: "assistant",
        content: "looking",
        tool_calls: [called("c1", "read", '{"path": "a.ts"}'), called("c2", "bash")],
      },
      { role: "tool", tool_call_id: "c1", content: "1\n2" },
      { role: "tool", tool_call_id: "c2", content: "" },
      { role: "assistant", content: null, tool_calls: [called("c1", "bash")] },
      { role: "tool", tool_call_id: "c1", content: "ok" },
      { role: "assistant", content: "done" },
      { role: "user", content: [{ type: "text", text: "and this" }, pictureUrl] },
    ];
    expect(exportTranscript(importTranscript(transcript))).toEqual(transcript);
  });

  it("leaves empty messages out", () => {
    expect(exportTranscript([user("  "), says(""), says({ type: "thinking", text: "hm" }), user("x")])).toEqual([
      { role: "user", content: "x" },
    ]);
  });

  it("sends pictures of results behind the whole round", () => {
    const messages = [
      says(call("shot"), call("read")),
      withBody("shot", { kind: "full", content: [picture] }),
      result("read", "text"),
      says("seen"),
    ];
    expect(exportTranscript(messages).slice(1)).toEqual([
      { role: "tool", tool_call_id: "shot", content: "(image, see below)" },
      { role: "tool", tool_call_id: "read", content: "text" },
      { role: "user", content: [{ type: "text", text: "Image from shot (shot):" }, pictureUrl] },
      { role: "assistant", content: "seen" },
    ]);
  });

  it.each<readonly [string, readonly Message[], readonly string[]]>([
    [
      "as the user between replies",
      [user("a"), says("b"), summary("s"), says("c")],
      ["user", "assistant", "user", "assistant"],
    ],
    ["as the assistant between user turns", [user("a"), summary("s"), user("b")], ["user", "assistant", "user"]],
    [
      "inside the next user turn where both roles collide",
      [user("a"), says("b"), summary("s"), user("c")],
      ["user", "assistant", "user"],
    ],
    [
      "inside the user turn before where both roles collide",
      [user("a"), summary("s"), says("b")],
      ["user", "assistant"],
    ],
  ])("sends a summary %s", (_name, messages, roles) => {
    const exported = exportTranscript(messages);
    expect(exported.map(({ role }) => role)).toEqual(roles);
    expect(JSON.stringify(exported)).toContain("CONTEXT COMPACTION");
  });

  it("brings a summary merged into the next turn back as a summary that restates the request", () => {
    const [, , merged] = exportTranscript([user("a"), says("b"), summary("s"), user("c")]);
    expect(importTranscript([merged])).toEqual([
      { role: "summary", id: "m0", text: "s", covers: [], restatedRequest: "c" },
    ]);
  });

  it("exports one summary by itself as a user message", () => {
    const handOff = summary("s");
    expect(exportMessage(handOff)).toEqual({ role: "user", content: summaryText(handOff) });
  });

  it("never lets two messages of one role meet around a summary", () => {
    const turn = fc.constantFrom<Message>(user("u"), says("a"), result("t", "r"));
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 6 }), fc.array(turn, { maxLength: 6 }), (head, tail) => {
        const withSummary = exportTranscript([...head, summary("s"), ...tail]);
        expect(meetings(withSummary)).toBe(meetings(exportTranscript(head)) + meetings(exportTranscript(tail)));
      }),
    );
  });

  it("never throws on what it imported", () => {
    const entry = fc.record({
      role: fc.constantFrom("user", "assistant", "tool", "system"),
      content: fc.oneof(
        fc.string(),
        fc.constant(null),
        fc.array(fc.oneof(fc.jsonValue(), fc.record({ type: fc.constant("text"), text: fc.string() }))),
      ),
      tool_call_id: fc.string(),
    });
    fc.assert(fc.property(fc.array(entry), (entries) => void exportTranscript(importTranscript(entries))));
  });

  it("repeats an import to the same ids", () => {
    const transcript = [{ role: "user", content: "x" }];
    expect(importTranscript(transcript)).toEqual(importTranscript(transcript));
    expect(importTranscript(transcript)[0]?.id).toBe(messageId("m0"));
  });
});

describe("recorded sessions", () => {
  const folder = "test/fixtures/trajectories";
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

  interface Recorded {
    readonly role: string;
    readonly content: string;
    readonly tool_calls?: readonly { readonly id: string; readonly function: unknown }[];
    readonly tool_call_id?: string;
  }
  const told = ({
    role,
    content,
    tool_calls,
    tool_call_id,
  }: Omit<Recorded, "content"> & { readonly content: unknown }) => ({
    role,
    content: content ?? "",
    calls: tool_calls?.map(({ id, function: called }) => [id, called]) ?? [],
    answers: tool_call_id,
  });
  const isTold = ({ role, content, tool_calls }: Recorded) =>
    role === "tool" || content.trim() !== "" || tool_calls !== undefined;

  it.each(files)("%s comes back as it was, but for system texts and empty messages", (file) => {
    const recorded = (
      JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as { readonly messages: readonly Recorded[] }
    ).messages;
    const expected = recorded.filter((message) => message.role !== "system" && isTold(message)).map(told);
    expect(exportTranscript(importTranscript(recorded)).map(told)).toEqual(expected);
  });
});
