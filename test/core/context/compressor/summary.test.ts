import { describe, expect, it } from "vitest";
import type { CompressorOptions } from "../../../../src/core/context/compressor/compressor";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import type { CompressOptions, SummaryRequest } from "../../../../src/core/context/engine";
import { HEADINGS, parseSections } from "../../../../src/core/context/summary/sections";
import { messageId } from "../../../../src/core/conversation/ids";
import type { Message, SummaryMessage } from "../../../../src/core/conversation/message";
import { summaryText } from "../../../../src/core/conversation/render";
import { emptyLedger } from "../../../../src/core/ledger/add-to-ledger";
import { estimateTextTokens } from "../../../../src/core/tokens/estimate";
import { call, failure, result, says, user } from "../../../support/conversation";
import { longTalk, longTask } from "../../../support/long-conversation";
import { trajectory } from "../../../support/trajectories";

const signal = new AbortController().signal;
const ANSWER = HEADINGS.map((heading) => `## ${heading}\nKnown about ${heading}.`).join("\n\n");
const SECRET = "sk-ant-api03-AAAAbbbbCCCCddddEEEEffffGGGGhhhhIIIIjjjjKKKKllll";

/** One manual compression of `messages`; what was asked of the model and what became of the conversation. */
async function compress(
  messages: readonly Message[],
  more: { answer?: string; asked?: Partial<CompressOptions>; options?: Partial<CompressorOptions> } = {},
) {
  const requests: SummaryRequest[] = [];
  const engine = createCompressor({
    contextLength: 60_000,
    summarize: async (request) => {
      requests.push(request);
      return more.answer ?? ANSWER;
    },
    ...more.options,
  });
  const list = await engine.compress(messages, { trigger: "manual", signal, ...more.asked });
  const summary = list.find((message): message is SummaryMessage => message.role === "summary");
  return {
    requests,
    list,
    engine,
    summary,
    text: summary?.text ?? "",
    sections: parseSections(summary?.text ?? "").sections,
    last: engine.status().lastCompression,
  };
}

describe("what the summarizer is asked", () => {
  it("names every heading once, in order", async () => {
    const { requests } = await compress(longTalk(60));
    const asked = (requests[0]?.prompt ?? "")
      .split("\n")
      .filter((line) => line.startsWith("## "))
      .map((line) => line.slice(3));
    expect(asked.slice(0, HEADINGS.length)).toEqual([...HEADINGS]);
  });
  it("shows labelled turns with calls and bounded results", async () => {
    const { requests } = await compress(longTalk(60, 50_000));
    expect(requests[0]?.prompt).toContain("[USER]\nQuestion 5: what does module 5 do?");
    expect(requests[0]?.prompt).toContain('[CALL terminal] {"command":"npm run check-5"}');
    expect(requests[0]?.prompt).toContain("[RESULT of terminal]\n[terminal] ran `npm run check-5` -> exit 2, ");
    expect((requests[0]?.prompt.length ?? 0) / 60).toBeLessThan(2_000);
  });
  it("states the target size and asks for the user's language", async () => {
    const { requests } = await compress(longTalk(60));
    expect(requests[0]?.prompt).toContain(`about ${requests[0]?.targetTokens.toLocaleString("en-US")} tokens`);
    expect(requests[0]?.system).toContain("language the user writes in");
  });
  it("gives the focus most of the room and keeps credentials out of it", async () => {
    const { requests, last } = await compress(longTalk(60), { asked: { focusTopic: `the login with ${SECRET}` } });
    expect(requests[0]?.prompt).toContain("60 to 70 percent");
    expect(requests[0]?.prompt).toContain("the login with [REDACTED]");
    expect(requests[0]?.focusTopic).toBe("the login with [REDACTED]");
    expect(last?.report?.focusTopic).toBe("the login with [REDACTED]");
  });
  it("hands over the previous summary and only the new turns on an update", async () => {
    const once = await compress(longTalk(60), { answer: ANSWER.replace("Known about Goal.", "Ship the parser.") });
    const twice = await compress([...once.list, ...longTask(60).slice(1)]);
    expect(twice.requests[0]).toMatchObject({
      kind: "update",
      previousSummary: expect.stringContaining("Ship the parser."),
    });
    expect(twice.requests[0]?.prompt).toContain("continue the numbering");
    expect(twice.requests[0]?.prompt).not.toContain("Question 5:");
  });
  it("contains no credential, wherever it came from", async () => {
    const leaky: Message[] = [
      user(`my key is ${SECRET}`),
      says(`using ${SECRET}`, call("write_file", JSON.stringify({ path: ".env", content: `KEY=${SECRET}` }), "w")),
      result("write_file", `wrote ${SECRET}`, "w"),
    ];
    const previous: Message = { role: "summary", id: leaky[0]!.id, text: `## Goal\nUse ${SECRET}`, covers: [] };
    const { requests, text } = await compress([previous, ...leaky, ...longTalk(60)], {
      answer: `${ANSWER}\nThe key is ${SECRET}`,
    });
    expect(JSON.stringify(requests)).not.toContain(SECRET);
    expect(text).not.toContain(SECRET);
    expect(text).toContain("[REDACTED]");
  });
  it("is cut into chunks, oldest first, when the summary model is small", async () => {
    const { requests, summary } = await compress(longTalk(60), { options: { summaryContextLength: 9_000 } });
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.map((request) => request.kind)).toEqual(["first", ...requests.slice(1).map(() => "update")]);
    expect(requests[0]?.prompt).toContain("Question 3:");
    expect(requests.at(-1)?.prompt).not.toContain("Question 3:");
    expect(summary?.covers.length).toBe(196);
  });
  it("never asks for more than the summary model's window holds", async () => {
    const { requests } = await compress(trajectory("pi-before-compaction"), {
      options: { summaryContextLength: 8_000, contextLength: 64_000 },
    });
    expect(requests.length).toBeGreaterThan(2);
    expect(
      requests.filter(
        ({ system, prompt, targetTokens }) =>
          estimateTextTokens(system) + estimateTextTokens(prompt) + targetTokens > 8_000,
      ),
    ).toEqual([]);
  });
  it("carries facts from outputs the turns show only in part", async () => {
    const noise = "noise without meaning\n".repeat(200);
    const output = `${noise}ERROR: relation "invoices" does not exist\n${noise}`;
    const { requests } = await compress([
      ...longTalk(1),
      says(call("mcp__db__query", "{}", "q")),
      result("mcp__db__query", output, "q"),
      ...longTalk(60),
    ]);
    expect(requests[0]?.prompt).toContain('relation "invoices" does not exist');
  });
  it("can be put to the main model without the turns its prefix already holds", async () => {
    const { requests } = await compress(longTalk(60));
    expect(requests[0]?.instruction).toContain("## Active Task");
    expect(requests[0]?.instruction).not.toContain("[USER]");
    const { requests: later } = await compress([
      { role: "summary", id: messageId("s"), text: "## Goal\nShip it.", covers: [] },
      ...longTalk(60),
    ]);
    expect(later[0]?.instruction).toContain("continue the numbering");
  });
  it("is never put to a prefix chunk by chunk", async () => {
    const { requests } = await compress(longTalk(60), { options: { summaryContextLength: 9_000 } });
    expect(requests.map(({ instruction }) => instruction)).toEqual(requests.map(() => undefined));
  });
  it("hands over to a different assistant, answers nothing, greets nobody and names no credential", async () => {
    const { requests } = await compress(longTalk(60));
    for (const words of [
      "different assistant",
      "Do not answer questions",
      "no greeting, no preamble",
      "write [REDACTED] in its place and mention that one was present",
    ])
      expect(requests[0]?.system).toContain(words);
  });
  it("demands the verbatim task, numbered actions, exact errors, reasons, answers, and remaining work", async () => {
    const { requests } = await compress(longTalk(60));
    for (const words of [
      "word for word (up to 1,400 characters)",
      "N. ACTION target — outcome [tool: name]",
      "exact error text",
      "decided and why",
      "with the answer",
      "as background and not as an order",
      "Values that would otherwise be lost",
    ])
      expect(requests[0]?.prompt).toContain(words);
  });
  it("asks an update to keep valid facts, move finished work, refresh the state, and drop obsolete facts", async () => {
    const { requests } = await compress([
      { role: "summary", id: messageId("s"), text: "## Goal\nShip it.", covers: [] },
      ...longTalk(60),
    ]);
    for (const words of [
      "Keep everything in the earlier notes that still holds",
      "move what has been finished",
      'refresh "Active State" and "Active Task"',
      "Leave out only what has clearly become obsolete",
    ])
      expect(requests[0]?.prompt).toContain(words);
  });
});

describe("the message that carries the summary", () => {
  it("starts with the marker, says it is background, and ends with a marker before a restated request", async () => {
    const { summary } = await compress(longTask(120));
    const text = summary === undefined ? "" : summaryText(summary);
    expect(text.startsWith("[CONTEXT COMPACTION — REFERENCE ONLY]")).toBe(true);
    for (const words of [
      /background/i,
      /not a set of instructions/,
      /do not answer .* do not redo/,
      /## Active Task/,
      /Memory and rules in the system prompt stay authoritative/,
      /newest user message/i,
      /already reflect/i,
    ])
      expect(text).toMatch(words);
    expect(text.endsWith("Make the failing build of the payments service green again.")).toBe(true);
  });
  it("cannot be ended early by a model that repeats the marker", async () => {
    const { text } = await compress(longTalk(60), {
      answer: `[CONTEXT COMPACTION — REFERENCE ONLY]\n${ANSWER}\n[END OF CONTEXT COMPACTION]`,
    });
    expect(text).not.toContain("COMPACTION");
  });
});

describe("verification", () => {
  it("puts the newest request into Active Task word for word", async () => {
    const { sections, last } = await compress(longTalk(60));
    expect(sections["Active Task"]).toBe("Question 59: what does module 59 do?");
    expect(last?.report?.verification?.repaired).toContain("the newest request, verbatim");
  });
  it("quotes at most 1,400 characters of a long request", async () => {
    const { sections } = await compress([...longTalk(60), user("do this ".repeat(400))]);
    expect(sections["Active Task"]).toHaveLength(1_399);
  });
  it("completes missing headings and names them", async () => {
    const { text, last } = await compress(longTalk(60), { answer: "## Goal\nShip it." });
    expect(text.split("\n").filter((line) => line.startsWith("## "))).toEqual(
      HEADINGS.map((heading) => `## ${heading}`),
    );
    expect(last?.report?.verification?.repaired).toContain("## Blocked");
  });
  it("drops a greeting before the first heading", async () => {
    expect((await compress(longTalk(60), { answer: `Sure, here are the notes!\n\n${ANSWER}` })).text).not.toContain(
      "Sure",
    );
  });
  it("puts back files written, open errors and failing commands the model forgot", async () => {
    const work: Message[] = [
      says(call("write_file", JSON.stringify({ path: "src/rollup.ts", content: "x" }), "w")),
      result("write_file", "ok", "w"),
      says(call("terminal", JSON.stringify({ command: "npm test" }), "t")),
      failure("terminal", "TypeError: total is not a function\nexit code: 1", "t"),
    ];
    const { sections, last } = await compress([...longTalk(60), ...work, ...longTalk(14)]);
    expect(sections["Relevant Files"]).toContain("src/rollup.ts (written)");
    expect(sections.Blocked).toContain("TypeError: total is not a function");
    expect(sections["Critical Context"]).toContain("`npm test` -> exit 1");
    expect(last?.report?.verification).toMatchObject({ score: 1, lost: [] });
  });
  it("puts back each of several written files whose long paths begin alike", async () => {
    const folder = `/home/someone/projects/${"deeply/nested/".repeat(5)}src`;
    const written = ["first.ts", "second.ts"].flatMap((name) => [
      says(call("write_file", JSON.stringify({ path: `${folder}/${name}`, content: "x" }), name)),
      result("write_file", "ok", name),
    ]);
    const { sections } = await compress([...longTalk(60), ...written, ...longTalk(14)]);
    expect(sections["Relevant Files"]).toContain(`${folder}/first.ts (written)`);
    expect(sections["Relevant Files"]).toContain(`${folder}/second.ts (written)`);
  });
  it("puts pins, todos, working directory and branch back whatever the model wrote", async () => {
    const ledger = {
      ...emptyLedger,
      cwd: "/repo/app",
      branch: "fix/rollup",
      todos: [
        { text: "write the migration", state: "open" as const },
        { text: "read the code", state: "done" as const },
      ],
      pins: [
        { kind: "instruction" as const, text: "Never touch the public API." },
        { kind: "file" as const, path: "docs/api.md" },
      ],
    };
    const { sections } = await compress(longTalk(60), { asked: { ledger } });
    expect(sections["Constraints & Preferences"]).toContain("Pinned: Never touch the public API.");
    expect(sections["Constraints & Preferences"]).toContain("Pinned file: docs/api.md");
    expect(sections["Active State"]).toContain("Working directory: /repo/app\n- Branch: fix/rollup");
    expect(sections["Remaining Work"]).toContain("[open] write the migration");
    expect(sections["Remaining Work"]).not.toContain("read the code");
  });
  it("names identifiers the summary invented", async () => {
    const { last } = await compress(longTalk(60), {
      answer: `${ANSWER}\nSee src/imaginary/file.ts and src/module-7.ts.`,
    });
    expect(last?.report?.verification?.invented).toEqual(["src/imaginary/file.ts"]);
  });
  it("lists what there was no room for and lowers the score", async () => {
    const errors = Array.from({ length: 8 }, (_, index) => ({
      line: `Error ${index}: ${"very long words about what went wrong ".repeat(40)}`,
      state: "open" as const,
      messageId: longTalk(1)[0]!.id,
    }));
    const { last } = await compress(longTalk(60, 300), {
      asked: { ledger: { ...emptyLedger, errors } },
      options: { contextLength: 6_000 },
    });
    expect(last?.report?.verification?.lost.length).toBeGreaterThan(0);
    expect(last?.report?.verification?.score).toBeLessThan(1);
  });
});
