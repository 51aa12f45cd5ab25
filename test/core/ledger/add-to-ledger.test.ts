import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/conversation/message";
import { addToLedger, emptyLedger, ledgerOf, withPins } from "../../../src/core/ledger/add-to-ledger";
import { call, failure, result, says, summary, user } from "../../support/conversation";

const ran = (command: string, output: string, key = command): Message[] => [
  says(call("terminal", JSON.stringify({ command }), key)),
  result("terminal", output, key),
];

describe("ledger", () => {
  it("keeps asks word for word and knows which were answered", () => {
    const asks = ledgerOf([
      user("fix `a.ts`\nplease"),
      says("on it", call("read_file")),
      result("read_file", "x"),
      says("done"),
      user("and b.ts"),
      says(call("read_file")),
    ]).asks;
    expect(asks.map(({ text, state }) => [text, state])).toEqual([
      ["fix `a.ts`\nplease", "answered"],
      ["and b.ts", "open"],
    ]);
  });

  it("leaves an ask open when the reply was stopped", () => {
    expect(ledgerOf([user("go"), { ...says("I will"), interrupted: "stopped" }]).asks[0]?.state).toBe("open");
  });

  it("keeps the last operation on a file, and only of calls that went well", () => {
    const messages = [
      says(call("read_file", '{"path":"a.ts"}', "1")),
      result("read_file", "x", "1"),
      says(call("patch", '{"path":"a.ts"}', "2")),
      result("patch", "ok", "2"),
      says(call("write_file", '{"path":"b.ts"}', "3")),
      failure("write_file", "EACCES: denied", "3"),
    ];
    expect(ledgerOf(messages).files.map(({ path, operation }) => [path, operation])).toEqual([["a.ts", "written"]]);
  });

  it("keeps commands with exit codes and test counts", () => {
    const [first, second] = ledgerOf([
      ...ran("npm test", "Tests  1 failed | 12 passed (13)\nexit code 1"),
      ...ran("ls", "a.ts"),
    ]).commands;
    expect([first, second].map((fact) => [fact?.command, fact?.exitCode, fact?.tests])).toEqual([
      ["npm test", 1, "12 passed, 1 failed"],
      ["ls", null, undefined],
    ]);
  });

  it("resolves an error when the same command succeeds", () => {
    const broken = ran("npm run check", "src/a.ts(1,1): error TS2305: no member\nexit code 2", "1");
    const fixed = ran("cd /app && npm run check", "exit code 0", "2");
    expect(ledgerOf(broken).errors.map(({ line, state }) => [line, state])).toEqual([
      ["src/a.ts(1,1): error TS2305: no member", "open"],
    ]);
    expect(ledgerOf([...broken, ...fixed]).errors.map(({ state }) => state)).toEqual(["resolved"]);
  });

  it("keeps the first line of a failure that names no error", () => {
    expect(
      ledgerOf([
        says(call("patch", '{"path":"a.ts"}')),
        failure("patch", "the text was not found\nsee above"),
      ]).errors.map(({ line, source }) => [line, source]),
    ).toEqual([["the text was not found", "patch a.ts"]]);
  });

  it("takes todos, working directory and branch from where they are said", () => {
    const ledger = ledgerOf([
      ...ran("cd /app && git status", "On branch main\nnothing to commit"),
      says(call("todo", '{"todos":[{"text":"ship","state":"doing"}]}')),
      result("todo", "ok"),
    ]);
    expect([ledger.cwd, ledger.branch, ledger.todos]).toEqual(["/app", "main", [{ text: "ship", state: "doing" }]]);
  });

  it("ranks identifiers by who mentioned them", () => {
    const ledger = ledgerOf([
      user("look at user.ts"),
      says("opening spoken.ts", call("read_file", '{"path":"argument.ts"}')),
      result("read_file", "result.ts"),
    ]);
    expect(ledger.identifiers.map(({ text }) => text)).toEqual(["user.ts", "spoken.ts", "argument.ts", "result.ts"]);
  });

  it("lets old mentions fade", () => {
    const later = Array.from({ length: 200 }, () => says("ok"));
    const ledger = ledgerOf([user("old.ts"), ...later, says("new.ts")]);
    expect(ledger.identifiers.map(({ text }) => text)).toEqual(["new.ts", "old.ts"]);
  });

  it("pairs a result with the newest call of that id", () => {
    const ledger = ledgerOf([
      says(call("terminal", '{"command":"ls"}', "x")),
      says(call("terminal", '{"command":"pwd"}', "x")),
      result("terminal", "/app", "x"),
    ]);
    expect(ledger.commands.map(({ command }) => command)).toEqual(["pwd"]);
  });

  it("takes names and the restated request from a summary", () => {
    const ledger = ledgerOf([{ ...summary("Edited src/a.ts."), restatedRequest: "finish it" }]);
    expect([ledger.identifiers[0]?.text, ledger.asks[0]?.text]).toEqual(["src/a.ts", "finish it"]);
  });

  it("carries pins", () => {
    expect(addToLedger(withPins(emptyLedger, [{ kind: "file", path: "a.ts" }]), user("hi")).pins).toEqual([
      { kind: "file", path: "a.ts" },
    ]);
  });

  it("gives the same ledger one by one, at once and continued", () => {
    const piece = fc.constantFrom<() => Message[]>(
      () => [user("see a.ts and foo_bar")],
      () => [says("b.ts done")],
      () => ran("npm test", "Error: x in c.ts\nexit code 1"),
      () => ran("npm test", "exit code 0"),
      () => [result("gone", "orphan.ts")],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 90 }), fc.nat(90), (pieces, cut) => {
        const messages = pieces.flatMap((make) => make());
        const oneByOne = messages.reduce(addToLedger, emptyLedger);
        ledgerOf(messages.slice(0, cut));
        const continued = ledgerOf(messages);
        expect(continued).toEqual(messages.length === 0 ? emptyLedger : oneByOne);
      }),
      { numRuns: 60 },
    );
  });

  it("continues from what it knows when a list grows in place", () => {
    const messages: Message[] = [user("see a.ts")];
    const before = ledgerOf(messages);
    messages.push(says("b.ts done"));
    expect(ledgerOf(messages)).toEqual(messages.reduce(addToLedger, emptyLedger));
    expect(before.identifiers.map(({ text }) => text)).toEqual(["a.ts"]);
  });

  it("gives the very same ledger for a list it has seen", () => {
    const messages = [user("see a.ts"), says("ok")];
    expect(ledgerOf([...messages])).toBe(ledgerOf(messages));
  });

  it("stays bounded however long the session", () => {
    const messages = Array.from({ length: 3_000 }, (_, index) =>
      ran(`cat src/file_${index}.ts`, `symbol_${index} ${index}.json\nexit code 0`, `c${index}`),
    ).flat();
    const ledger = ledgerOf(messages);
    expect([ledger.files.length, ledger.commands.length, ledger.identifiers.length <= 1_500]).toEqual([500, 200, true]);
    expect(ledger.files.at(-1)?.path).toBe("src/file_2999.ts");
  });
});
