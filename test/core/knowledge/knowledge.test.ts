import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/conversation/message";
import { Knowledge } from "../../../src/core/knowledge/knowledge";
import type { KnownEntry, KnownKind } from "../../../src/core/knowledge/known-entry";
import { describeEntry, searchKnowledge } from "../../../src/core/knowledge/search-knowledge";
import { call, failure, result, says, summary, user } from "../../support/conversation";

const did = (tool: string, input: object, output: string, key: string): Message[] => [
  says(call(tool, JSON.stringify(input), key)),
  result(tool, output, key),
];
const ran = (command: string, output: string, key = command) => did("terminal", { command }, output, key);

function knownFrom(...parts: readonly (Message | readonly Message[])[]): readonly KnownEntry[] {
  const knowledge = new Knowledge("/home/dev/app");
  knowledge.add(parts.flat(), () => 7);
  return knowledge.entries();
}

const told = (entries: readonly KnownEntry[], kind: KnownKind) =>
  entries
    .filter((entry) => entry.kind === kind)
    .map(({ subject, state, sources }) => `${subject}: ${state} (${sources.map(({ what }) => what).join(", ")})`);

describe("what Hermes knows", () => {
  it("keeps files by one name each, with what was done to them", () => {
    const entries = knownFrom(
      did("read_file", { path: "src/a.ts" }, "text", "1"),
      did("patch", { path: "./src/a.ts" }, "ok", "2"),
      did("read_file", { path: "/home/dev/app/src/a.ts" }, "text", "3"),
      did("read_file", { path: "notes.md" }, "text", "4"),
      ran("rm notes.md", "exit code 0", "5"),
      says(call("write_file", '{"path":"denied.ts"}', "6")),
      failure("write_file", "EACCES: permission denied", "6"),
    );
    expect(told(entries, "file")).toEqual([
      "src/a.ts: edited (read, edited, read)",
      "notes.md: deleted (read, deleted)",
    ]);
  });

  it("keeps a command with the outcome of its newest run", () => {
    const entries = knownFrom(
      ran("npm test", "Tests  1 failed | 12 passed (13)\nexit code 1", "1"),
      ran("npm test", "Tests  13 passed (13)\nexit code 0", "2"),
      ran("ls", "a.ts", "3"),
    );
    expect(told(entries, "command")).toEqual(["npm test: succeeded (failed, ran)", "ls: unknown (ran)"]);
    expect(entries.find(({ subject }) => subject === "npm test")).toMatchObject({
      exitCode: 0,
      tests: "13 passed, 0 failed",
    });
  });

  it("resolves an error when the same attempt succeeds, and no other", () => {
    const entries = knownFrom(
      ran("npm run check", "src/a.ts(1,1): error TS2305: no member\nexit code 2", "1"),
      ran("npm run lint", "src/b.ts(1,1): error LINT12: no colon\nexit code 1", "2"),
      ran("cd /home/dev/app && npm run check", "exit code 0", "3"),
    );
    expect(told(entries, "error")).toEqual([
      "src/b.ts(1,1): error LINT12: no colon: open (seen)",
      "src/a.ts(1,1): error TS2305: no member: resolved (seen, resolved)",
    ]);
  });

  it("keeps one failing test as one error, however many lines tell of it, and however often it fails", () => {
    const output = (ms: string) =>
      [
        "✔ a cart costs the sum (1.2ms)",
        `✖ regular customers get ten percent off (${ms}ms)`,
        "ℹ tests 2",
        "ℹ pass 1",
        "ℹ fail 1",
        "✖ failing tests:",
        `✖ regular customers get ten percent off (${ms}ms)`,
        "  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:",
        "exit code 1",
      ].join("\n");
    const entries = knownFrom(ran("npm test", output("1.7"), "1"), ran("npm test", output("20.31"), "2"));
    const errors = told(entries, "error");
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/regular customers get ten percent off.*AssertionError.*: open \(seen, seen\)$/);
    expect(errors[0]).not.toContain("failing tests:");
    const resolved = knownFrom(
      ran("npm test", output("1.7"), "1"),
      ran("npm test", "ℹ pass 2\nℹ fail 0\nexit code 0", "2"),
    );
    expect(told(resolved, "error")[0]).toMatch(/: resolved \(seen, resolved\)$/);
  });

  it("keeps each error of a run that names several", () => {
    const entries = knownFrom(
      ran("npm run check", "a.ts(1,1): error TS2305: no b\nc.ts(1,1): error TS2304: no d\nexit code 2", "1"),
    );
    expect(told(entries, "error")).toHaveLength(2);
  });

  it("knows that an edit was undone, in its place among the messages, and that the undo was taken back", () => {
    const first = user("fix a.ts");
    const done = says("Done.");
    const messages = [first, ...did("patch", { path: "a.ts" }, "ok", "1"), done];
    const around = { after: done.id, since: first.id };
    const back = (knowledge: Knowledge) =>
      knowledge.restore({ files: ["/home/dev/app/a.ts", "other.ts"], ...around, way: "back" });
    const live = new Knowledge("/home/dev/app");
    live.add(messages, () => 7);
    live.entries();
    back(live);
    expect(told(live.entries(), "file")).toEqual(["a.ts: restored (edited, restored)"]);
    live.restore({ files: ["a.ts"], ...around, way: "forth" });
    expect(told(live.entries(), "file")).toEqual(["a.ts: edited (edited, restored, edited)"]);
    const reopened = new Knowledge("/home/dev/app");
    reopened.add([...messages, user("again"), ...did("patch", { path: "a.ts" }, "ok", "2")], () => 7);
    back(reopened);
    reopened.restore({ files: ["a.ts"], ...around, after: user("elsewhere").id, way: "back" });
    expect(told(reopened.entries(), "file")).toEqual(["a.ts: edited (edited, restored, edited)"]);
  });

  it("keeps an earlier edit that an undo left in place", () => {
    const again = user("once more");
    const knowledge = new Knowledge("/home/dev/app");
    const messages = [
      ...did("patch", { path: "a.ts" }, "ok", "1"),
      again,
      ...did("patch", { path: "a.ts" }, "ok", "2"),
    ];
    knowledge.add(messages, () => 7);
    knowledge.restore({ files: ["a.ts"], after: messages.at(-2)!.id, since: again.id, way: "back" });
    expect(told(knowledge.entries(), "file")).toEqual(["a.ts: edited (edited, edited, restored)"]);
  });

  it("keeps requests and steps with their state", () => {
    const todo = (items: readonly (readonly [string, string])[], key: string) =>
      did("todo", { items: items.map(([text, state]) => ({ text, state })) }, "ok", key);
    const entries = knownFrom(
      user("fix the login"),
      todo(
        [
          ["find it", "doing"],
          ["test it", "open"],
          ["ship it", "open"],
        ],
        "1",
      ),
      todo(
        [
          ["find it", "done"],
          ["test it", "doing"],
        ],
        "2",
      ),
      says("Fixed."),
      user("and the logout"),
    );
    expect(told(entries, "task")).toEqual([
      "ship it: dropped (opened, dropped)",
      "find it: done (started, finished)",
      "test it: doing (opened, started)",
      "fix the login: done (asked, finished)",
      "and the logout: open (asked)",
    ]);
  });

  it("keeps decisions of the user and of replies, and knows which were replaced", () => {
    const entries = knownFrom(
      user("We decided to use Postgres for the queue. Should we use Redis too?"),
      says("I will use tabs in the Makefile. Whether Redis helps is not decided."),
      user("From now on use SQLite instead of Postgres."),
    );
    expect(told(entries, "decision")).toEqual([
      "I will use tabs in the Makefile.: stands (decided)",
      "We decided to use Postgres for the queue.: replaced (decided, replaced)",
      "From now on use SQLite instead of Postgres.: stands (decided)",
    ]);
  });

  it("takes decisions that only a summary tells, and does not repeat the others", () => {
    const handOff =
      "## Key Decisions\n- We always use tabs.\n- Keep the old API until May.\n\n## Remaining Work\nNone.";
    const entries = knownFrom(user("We always use tabs."), summary(handOff));
    expect(entries.flatMap((entry) => (entry.kind === "decision" ? [[entry.subject, entry.maker]] : []))).toEqual([
      ["We always use tabs.", "user"],
      ["Keep the old API until May.", "summary"],
    ]);
  });

  it("does not take from a summary what the record does not back, and not the question beside a decision", () => {
    const handOff = [
      "## Key Decisions",
      "- The user chose MariaDB as the database for orders [unverified].",
      "- [corrected: no message on record names src/ghost.js]",
      "",
      "## Constraints & Preferences",
      "- Why does the test fail? We always use tabs.",
      "- Pinned: Prices are cents",
      "- Pinned file: docs/api.md",
    ].join("\n");
    const entries = knownFrom(user("Why does the test fail? We always use tabs."), summary(handOff));
    expect(told(entries, "decision")).toEqual([
      "We always use tabs.: stands (decided, carried)",
      "Prices are cents: stands (carried)",
    ]);
  });

  it("holds no secret of a message", () => {
    const entries = knownFrom(ran("curl -H 'Authorization: Bearer sk-ant-REDACTED' x", "exit code 0"));
    expect(JSON.stringify(entries)).not.toContain("abcdefghijklmnop");
  });

  it("is the same however its messages arrive, and copies change nothing", () => {
    const messages = [
      user("fix a.ts, we always use tabs"),
      ...ran("npm test", "Error: broken\nexit code 1", "1"),
      ...did("patch", { path: "a.ts" }, "ok", "2"),
      ...ran("npm test", "exit code 0", "3"),
      says("Fixed."),
    ];
    const whole = knownFrom(messages);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: messages.length }), (cut) => {
        const knowledge = new Knowledge("/home/dev/app");
        knowledge.add(messages.slice(0, cut), () => 7);
        knowledge.entries();
        knowledge.add(messages, () => 7);
        expect(knowledge.entries()).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it("stays bounded in a session of any length", () => {
    const entries = knownFrom(
      Array.from({ length: 1_500 }, (_, index) => did("read_file", { path: `f${index}.ts` }, "x", `r${index}`)).flat(),
      Array.from({ length: 30 }, (_, index) => did("read_file", { path: "hot.ts" }, "x", `h${index}`)).flat(),
    );
    expect(entries).toHaveLength(1_000);
    expect(entries.at(-1)).toMatchObject({ subject: "hot.ts", mentions: 30 });
    expect(entries.at(-1)?.sources).toHaveLength(8);
  });
});

describe("a search in it", () => {
  const entries = knownFrom(
    did("read_file", { path: "src/parseDate.ts" }, "x", "1"),
    ran("npm test", "TypeError: date is undefined\nexit code 1", "2"),
    user("make the date parser strict"),
  );
  const found = (text: string, kind?: KnownKind) =>
    searchKnowledge(entries, { text, ...(kind !== undefined && { kind }) }).map(({ subject }) => subject);

  it("finds the exact name first, and names by their words", () => {
    expect(found("src/parseDate.ts")[0]).toBe("src/parseDate.ts");
    expect(found("parse")).toContain("src/parseDate.ts");
    expect(found("date", "error")).toEqual(["TypeError: date is undefined"]);
    expect(found("nothing like it")).toEqual([]);
  });

  it("lists a kind for a query without words, newest first", () => {
    expect(found("", "command")).toEqual(["npm test"]);
    expect(found("", "task")).toEqual(["make the date parser strict"]);
  });

  it("says state and place of an entry on one line", () => {
    const [error] = searchKnowledge(entries, { text: "", kind: "error" });
    expect(error && describeEntry(error)).toMatch(
      /^error TypeError: date is undefined: open, from npm test \(message m\d+\)$/,
    );
  });
});
