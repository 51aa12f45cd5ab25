import { expect, it } from "vitest";
import { renderTurns } from "../../../../src/core/context/summary/rendered-turns";
import type { Message } from "../../../../src/core/conversation/message";
import type { ModelEvent, ModelRequest } from "../../../../src/core/providers/provider";
import { createRehearsal, rehearsalModel } from "../../../../src/core/providers/rehearsal/rehearsal";
import { nextStep } from "../../../../src/core/providers/rehearsal/script";
import { call, failure, result, says, summary, user } from "../../../support/conversation";

const tools = ["list_files", "read_file", "search_files", "terminal", "patch"].map((name) => ({
  name,
  description: name,
  parameters: {},
}));
const request = (messages: readonly Message[], over: Partial<ModelRequest> = {}): ModelRequest => ({
  model: rehearsalModel,
  system: "be kind",
  tools,
  messages,
  breakpoints: [],
  cacheTtl: "5m",
  outputTokens: 1_000,
  thinking: "replay",
  conversationKey: "s1",
  ...over,
});
const rehearsal = (now = () => 0) =>
  createRehearsal({ now, newId: () => "7", wait: async (_, signal) => signal.throwIfAborted(), countTokens: () => 10 });

async function collect(events: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const seen: ModelEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

it("looks around first when asked something general", () => {
  expect(nextStep(request([user("what is this project?")]))).toMatchObject({
    kind: "call",
    tool: "list_files",
    args: { path: "." },
  });
});

it("reads the README it found, then answers", () => {
  const found = [user("what is this?"), says(call("list_files")), result("list_files", "src/app.js\nREADME.md\n")];
  expect(nextStep(request(found))).toMatchObject({ kind: "call", tool: "read_file", args: { path: "README.md" } });
  expect(nextStep(request([...found, says(call("read_file")), result("read_file", "# Demo")]))).toMatchObject({
    kind: "answer",
    text: expect.stringContaining("**2** real tool calls"),
  });
});

it("reads the files a request names", () => {
  expect(nextStep(request([user("explain src/app.js please")]))).toMatchObject({
    tool: "read_file",
    args: { path: "src/app.js" },
  });
});

it("searches for a quoted word and runs a quoted command", () => {
  expect(nextStep(request([user('search for "token"')]))).toMatchObject({
    tool: "search_files",
    args: { pattern: "token", path: "." },
  });
  expect(nextStep(request([user("run `npm test`")]))).toMatchObject({
    tool: "terminal",
    args: { command: "npm test" },
  });
});

it("runs the tests when asked to, as the project it finds runs them", () => {
  const asked = user("Run the tests and explain what fails");
  expect(nextStep(request([asked]))).toMatchObject({ tool: "list_files" });
  const listed = (files: string) => nextStep(request([asked, says(call("list_files")), result("list_files", files)]));
  expect(listed("README.md\npackage.json\n")).toMatchObject({ tool: "terminal", args: { command: "npm test" } });
  expect(listed("README.md\nstand.txt\n")).toMatchObject({ tool: "read_file", args: { path: "README.md" } });
});

const asked = user("One test fails. Find it, fix it, and run the tests again.");
const listed = [
  asked,
  says(call("list_files")),
  result("list_files", "package.json\nsrc/cart.js\ntest/cart.test.js\n"),
];
const failed = [
  ...listed,
  says(call("terminal", '{"command":"npm test"}')),
  failure("terminal", "test/cart.test.js:10\nexit code 1"),
];
const readTest = [
  ...failed,
  says(call("read_file", '{"path":"test/cart.test.js"}')),
  result("read_file", '1|import { totalOf } from "../src/cart.js";'),
];
const readSource = [
  ...readTest,
  says(call("read_file", '{"path":"src/cart.js"}')),
  result("read_file", "1|const discount = sum * RATE;\n2|return sum - sum * discount;"),
];
const edit = '{"path":"src/cart.js","find":"sum - sum * discount","replace":"sum - discount"}';

it("repairs a failing test step by step: runs it, reads what it names, edits, and runs it again", () => {
  const next = (messages: readonly Message[]) => nextStep(request(messages));
  expect(next(listed)).toMatchObject({ tool: "terminal", args: { command: "npm test" } });
  expect(next(failed)).toMatchObject({ tool: "read_file", args: { path: "test/cart.test.js" } });
  expect(next(readTest)).toMatchObject({ tool: "read_file", args: { path: "src/cart.js" } });
  expect(next(readSource)).toMatchObject({ tool: "patch", args: JSON.parse(edit) });
  const edited = [...readSource, says(call("patch", edit)), result("patch", "Changed src/cart.js.")];
  expect(next(edited)).toMatchObject({ tool: "terminal", args: { command: "npm test" } });
  const passed = [...edited, says(call("terminal", "{}", "t2")), result("terminal", "4 tests\nexit code 0", "t2")];
  expect(next(passed)).toMatchObject({ kind: "answer", text: expect.stringContaining("**The tests pass.**") });
});

it("says so where the edit is refused, and where no rule covers the failure", () => {
  const refused = [...readSource, says(call("patch", edit)), failure("patch", "The user denied this call.")];
  expect(nextStep(request(refused))).toMatchObject({
    kind: "answer",
    text: expect.stringContaining("The file stays as it is: The user denied this call."),
  });
  const unknown = [
    ...readTest,
    says(call("read_file", '{"path":"src/cart.js"}')),
    result("read_file", "1|return sum + 1;"),
  ];
  expect(nextStep(request(unknown))).toMatchObject({
    kind: "answer",
    text: expect.stringContaining("No rule of mine covers this"),
  });
});

it("reads a large output back in parts", () => {
  const run = [
    user("run `npm run log`"),
    says(call("terminal", '{"command":"npm run log"}')),
    result("terminal", "<persisted-output>\nThe output is too large.\n/storage/call_1.txt\nTo read"),
  ];
  expect(nextStep(request(run))).toMatchObject({
    tool: "read_file",
    args: { path: "/storage/call_1.txt", offset: 1, limit: 110 },
  });
});

it("quotes what a result says, not the marks around one that lies on disk", () => {
  const step = nextStep(
    request([
      user("run `seq 9`"),
      says(call("terminal")),
      result("terminal", "<persisted-output>\nThe output was large.\n"),
    ]),
  );
  expect(step).toMatchObject({
    kind: "answer",
    text: expect.stringContaining("beginning with `The output was large.`"),
  });
});

it("answers when a tool failed instead of trying for ever", () => {
  expect(nextStep(request([user("look"), says(call("list_files")), failure("list_files", "denied")]))).toMatchObject({
    kind: "answer",
    text: expect.stringContaining("failed"),
  });
});

it("goes on with a request restated after a compression", () => {
  expect(nextStep(request([{ ...summary("so far"), restatedRequest: "explain src/app.js" }]))).toMatchObject({
    tool: "read_file",
  });
});

it("writes every section of a hand-off when it is given no tools", () => {
  const step = nextStep(request([user("turns: src/app.js")], { tools: [] }));
  expect(step.kind === "answer" && step.text.match(/^## .*$/gm)?.length).toBe(13);
});

it("streams what it ends with", async () => {
  const events = await collect(rehearsal().stream(request([user("what is this?")]), new AbortController().signal));
  const streamed = events.flatMap((event) => (event.type === "delta" ? [event.text] : [])).join("");
  expect(events.at(-1)).toMatchObject({
    type: "done",
    stop: "tools",
    message: {
      parts: [
        { type: "text", text: streamed },
        { type: "tool-call", name: "list_files", inputJson: '{"path":"."}' },
      ],
    },
  });
});

it("reads from its cache what the last request held, until five minutes passed", async () => {
  let nowMs = 0;
  const provider = rehearsal(() => nowMs);
  const first = [user("one")];
  const usageOf = async (messages: readonly Message[]) => {
    const done = (await collect(provider.stream(request(messages), new AbortController().signal))).at(-1);
    return done?.type === "done" ? done.usage : undefined;
  };
  expect(await usageOf(first)).toMatchObject({ cacheRead: 0 });
  const overhead = (await usageOf(first))!.cacheRead - 10;
  expect(await usageOf([...first, says("a"), user("two")])).toMatchObject({ input: 20, cacheRead: overhead + 10 });
  nowMs = 6 * 60_000;
  expect(await usageOf([...first, says("a"), user("two")])).toMatchObject({ cacheRead: 0 });
});

it("stops at once", async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(collect(rehearsal().stream(request([user("hi")]), controller.signal))).rejects.toThrow();
});

it("writes a hand-off when asked for one on a prefix that still has its tools", () => {
  const step = nextStep(
    request([
      user("fix src/app.js"),
      says("done"),
      user("Write a hand-off with these headings:\n## Active Task\n## Goal"),
    ]),
  );
  expect(step).toMatchObject({ kind: "answer", text: expect.stringMatching(/^## Active Task\n[\s\S]*- src\/app\.js/) });
});

const HEADINGS = "## Active Task\n## Goal";
const WORK: readonly Message[] = [
  user("One test fails. Fix it."),
  says("I will run `npm test`.", call("terminal", '{"command":"npm test"}', "c1")),
  result("terminal", "✖ ten percent off\nℹ pass 3\nℹ fail 1\nexit code 1", "c1"),
  says("I will read it.", call("read_file", '{"path":"src/cart.js"}', "c2")),
  result("read_file", "1|sum - sum * discount", "c2"),
  says(
    "The discount is an amount already.",
    call("patch", '{"path":"src/cart.js","find":"a * b","replace":"b"}', "c3"),
  ),
  result("patch", "Changed.", "c3"),
  says(call("terminal", '{"command":"npm test"}', "c4")),
  result("terminal", "ℹ pass 4\nℹ fail 0\nexit code 0", "c4"),
  says("**The tests pass.** (4 passed, 0 failed)"),
  user("Run `npm run log`."),
];
const sectionOf = (text: string, heading: string) =>
  new RegExp(`## ${heading}\\n([\\s\\S]*?)(?:\\n\\n##|$)`).exec(text)?.[1];
const notesOn = (messages: readonly Message[], options?: { readonly tools: readonly [] }): string => {
  const step = nextStep(request(messages, options));
  return step.kind === "answer" ? step.text : "";
};

it.each([
  ["as messages", () => notesOn([...WORK, user(`Write notes.\n${HEADINGS}`)])],
  [
    "as labeled text",
    () =>
      notesOn([user(`Write notes.\n${HEADINGS}\n\n<turns>\n${renderTurns(WORK, WORK).join("\n\n")}\n</turns>`)], {
        tools: [],
      }),
  ],
])("writes notes that say what was asked, done, and found, from turns given %s", (_, write) => {
  const notes = write();
  expect(sectionOf(notes, "Active Task")).toBe("Run `npm run log`.");
  expect(sectionOf(notes, "Completed Actions")).toBe(
    [
      "1. RUN npm test — exit code 1, 3 passed, 1 failed [tool: terminal]",
      "2. READ src/cart.js [tool: read_file]",
      '3. PATCH src/cart.js — "a * b" became "b" [tool: patch]',
      "4. RUN npm test — exit code 0, 4 passed, 0 failed [tool: terminal]",
    ].join("\n"),
  );
  expect(sectionOf(notes, "Active State")).toBe(
    "Changed files: src/cart.js.\nNewest run of `npm test`: exit code 0, 4 passed, 0 failed.",
  );
  expect(sectionOf(notes, "Blocked")).toBe("None.");
  expect(sectionOf(notes, "Key Decisions")).toBe("- The discount is an amount already.");
  expect(sectionOf(notes, "Resolved Questions")).toBe("- **The tests pass.** (4 passed, 0 failed)");
  expect(sectionOf(notes, "Relevant Files")).toBe("- src/cart.js (edited)");
});

it("names what is still failing, and where a large output is", () => {
  const saved = "<persisted-output>\nOutput too large.\n/store/1.txt\nPreview\n</persisted-output>";
  const notes = notesOn([
    ...WORK.slice(0, 3),
    says(call("terminal", '{"command":"npm run log"}', "c5")),
    result("terminal", saved, "c5"),
    says(call("read_file", '{"path":"/store/1.txt","offset":1,"limit":110}', "c6")),
    result("read_file", "1|day", "c6"),
    user(`Write notes.\n${HEADINGS}`),
  ]);
  expect(sectionOf(notes, "Blocked")).toMatch(/^- Newest run of `npm test`: exit code 1, 3 passed, 1 failed\. ✖ ten/);
  expect(sectionOf(notes, "Completed Actions")).toContain("READ saved output of npm run log, lines 1 to 110");
  expect(sectionOf(notes, "Critical Context")).toBe("- Whole output of `npm run log`: /store/1.txt");
});

it("brings earlier notes up to date by what changed", () => {
  const notes = notesOn([...WORK, user(`Write only what has changed, between <changes> and </changes>.\n${HEADINGS}`)]);
  expect(notes).toMatch(/^<changes>\n## Active Task\n[\s\S]*<\/changes>$/);
});
