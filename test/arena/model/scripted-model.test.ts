import { describe, expect, it } from "vitest";
import type { Reply } from "../../support/model-server/reply";
import type { RecordedRequest } from "../../support/model-server/server";
import type { ArenaAction, ArenaTask, Fact } from "../task/task";
import { asksForSummary, ScriptedModel } from "./scripted-model";

const READ = { kind: "read", path: "src/a.js" } as const;
const LIMIT: Fact = { id: "f", kind: "value", needle: "41095", meaning: ["LIMIT"], since: 0, source: READ };
const DECISION: Fact = { id: "d", kind: "decision", needle: "77001", meaning: ["PORT"], since: 0 };
const EDIT = { kind: "edit", path: "src/a.js", find: "LIMIT = 41095", replace: "LIMIT = 5" } as const;

const taskOf = (...actions: readonly ArenaAction[]): ArenaTask => ({
  family: "debugging",
  seed: 1,
  files: { "src/a.js": "export const LIMIT = 41095;\n" },
  prompts: [{ text: "go", minutesBefore: 0, actions, answer: "Done." }],
  facts: [LIMIT, DECISION],
});

function modelFor(...actions: readonly ArenaAction[]): ScriptedModel {
  const model = new ScriptedModel({ task: taskOf(...actions), workspace: "/w", quality: "extractive" });
  model.begin(0);
  return model;
}

const TOOLS = [
  { name: "read_file", input_schema: { properties: { path: {} } } },
  { name: "patch", input_schema: { properties: { path: {}, find: {}, replace: {} } } },
  { name: "terminal", input_schema: { properties: { command: {} } } },
];

let serial = 0;
const requestOf = (text: string, tools: readonly object[] = TOOLS): RecordedRequest => ({
  protocol: "anthropic-messages",
  path: "/v1/messages",
  headers: {},
  text: `${serial++}`,
  body: { tools, messages: [{ role: "user", content: text }] },
  promptTokens: 100,
  cache: { read: 0, written5m: 0, written1h: 0, fresh: 100 },
});

const nameOf = (reply: Reply): string =>
  reply.kind === "answer"
    ? reply.parts.map((part) => (part.type === "call" ? `${part.name} ${part.input}` : "")).join("")
    : "";

describe("a probe", () => {
  const probe = { kind: "probe", id: "p1", factId: "f" } as const;

  it("is solved where the request tells the fact", () => {
    const model = modelFor(probe);
    expect(nameOf(model.reply(requestOf("LIMIT = 41095")))).toBe(
      'terminal {"command":"echo \\"p1 41095\\" >> notes.txt"}',
    );
    expect(model.probes).toEqual([{ id: "p1", factId: "f", outcome: "solved" }]);
  });

  it("is solved after reading again where the fact is gone but has a source", () => {
    const model = modelFor(probe);
    expect(nameOf(model.reply(requestOf("41095 alone")))).toBe('read_file {"path":"/w/src/a.js"}');
    model.reply(requestOf("LIMIT = 41095"));
    expect([model.probes, model.rereads]).toEqual([[{ id: "p1", factId: "f", outcome: "solved-after-rereading" }], 1]);
  });

  it("fails where only the user knew the fact", () => {
    const model = modelFor({ kind: "probe", id: "p2", factId: "d" });
    model.reply(requestOf("nothing"));
    expect([model.probes, model.rereads]).toEqual([[{ id: "p2", factId: "d", outcome: "failed" }], 0]);
  });

  it("fails where reading again does not bring the fact back", () => {
    const model = modelFor(probe);
    model.reply(requestOf("nothing"));
    expect(nameOf(model.reply(requestOf("cut by the agent")))).toMatch(/^terminal .*grep -rn .*LIMIT/);
    model.reply(requestOf("still nothing"));
    expect(model.probes).toEqual([{ id: "p1", factId: "f", outcome: "failed" }]);
  });
});

describe("an edit", () => {
  it("is made at once where the old text is in the request", () => {
    const model = modelFor(EDIT);
    expect(nameOf(model.reply(requestOf("LIMIT = 41095")))).toMatch(/^patch /);
    expect([model.edits, model.rereads]).toEqual([{ available: 1, all: 1 }, 0]);
  });

  it("reads the file first where the old text is gone", () => {
    const model = modelFor(EDIT);
    expect(nameOf(model.reply(requestOf("nothing")))).toMatch(/^read_file /);
    expect(nameOf(model.reply(requestOf("LIMIT = 41095")))).toMatch(/^patch /);
    expect([model.edits, model.rereads]).toEqual([{ available: 0, all: 1 }, 1]);
  });

  it("is made again after a reading where the agent refuses it", () => {
    const model = modelFor(EDIT);
    model.reply(requestOf("LIMIT = 41095"));
    expect(nameOf(model.reply(requestOf("File has not been read yet. Read it first.")))).toMatch(/^read_file /);
    expect(nameOf(model.reply(requestOf("LIMIT = 41095")))).toMatch(/^patch /);
    expect(model.edits).toEqual({ available: 1, all: 1 });
  });
});

describe("the scripted model", () => {
  it("gives the same answer to the same request", () => {
    const model = modelFor(READ, EDIT);
    const request = requestOf("go");
    expect(model.reply(request)).toEqual(model.reply(request));
    expect(model.notes).toEqual([{ purpose: "work", prompt: 0 }]);
  });

  it("answers when the work is done", () => {
    const model = modelFor({ kind: "run", command: "ls" });
    model.reply(requestOf("go"));
    expect(model.hasAnswered).toBe(false);
    expect(model.reply(requestOf("go on"))).toEqual({ kind: "answer", parts: [{ type: "text", text: "Done." }] });
    expect(model.hasAnswered).toBe(true);
  });

  it("summarizes only lines of the session", () => {
    const model = modelFor();
    const reply = model.reply(
      requestOf("Write a summary of this conversation.\nYou must never lie.\n3: export const LIMIT = 41095;"),
    );
    expect(reply).toEqual({ kind: "answer", parts: [{ type: "text", text: "- export const LIMIT = 41095;" }] });
    expect(model.notes).toEqual([{ purpose: "summary", prompt: 0 }]);
  });

  it("reads in pieces where only a shell can read", () => {
    const model = modelFor(READ);
    const shell = TOOLS.slice(2);
    expect(nameOf(model.reply(requestOf("go", shell)))).toBe('terminal {"command":"sed -n 1,140p src/a.js"}');
    expect(nameOf(model.reply(requestOf("go on", shell)))).toBe(`terminal {"command":"sed -n '141,$p' src/a.js"}`);
  });

  it("says what it has no tool for", () => {
    const model = modelFor({ kind: "run", command: "ls" });
    model.reply(requestOf("go", TOOLS.slice(0, 1)));
    expect(model.unmapped).toEqual(["run"]);
  });
});

describe("a request for a summary", () => {
  it.each([
    "Your task is to create a detailed summary of the conversation so far",
    "You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary for another LLM",
    "Summarize the conversation above.",
    "Provide a detailed prompt for continuing our conversation above: generate a summary",
    "Condense the following session history.",
    "Below is one stretch of the session, turn by turn. Record it in short lines, in the order things happened:",
    "Below are records of consecutive stretches of one session, oldest first.",
  ])("is recognized: %s", (instruction) => expect(asksForSummary(instruction)).toBe(true));

  it.each([
    "This session is being continued from a previous conversation that ran out of context. The summary is below.",
    "Thank you. Please continue.",
    "[CONTEXT COMPACTION — REFERENCE ONLY] Background from an earlier window.",
  ])("is not seen in: %s", (instruction) => expect(asksForSummary(instruction)).toBe(false));
});
