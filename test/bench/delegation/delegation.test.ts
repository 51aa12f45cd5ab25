import { describe, expect, it } from "vitest";
import type { AssistantPart, Message } from "../../../src/core/conversation/message";
import { messageText } from "../../../src/core/conversation/render";
import { call, result, says, user } from "../../support/conversation";
import type { Recording } from "../recordings";
import { groundOf } from "../replay";
import { kindOf } from "./reading-calls";
import { explorationsOf } from "./runs";
import { delegationsOf, stepsOf } from "./variants";

const part = (name: string, args: object) =>
  call(name, JSON.stringify(args)) as Extract<AssistantPart, { type: "tool-call" }>;
const kind = (name: string, args: object) => kindOf(part(name, args));

describe("a recorded call", () => {
  it.each([
    ["Read", { file_path: "a.ts" }],
    ["Grep", { pattern: "x" }],
    ["view", { path: "a.ts" }],
    ["str_replace_editor", { command: "view", path: "a.ts" }],
    ["exec_command", { cmd: "cd repo && sed -n '1,40p' a.ts | head" }],
    ["shell", { command: ["rg", "-n", "x"] }],
    ["open", { path: "a.py", line_number: 3 }],
    ["WebFetch", { url: "https://example.com" }],
  ])("of %s %j reads", (name, args) => expect(kind(name, args)).toBe("vouched"));

  it.each([
    "git diff $(git merge-base main HEAD)..HEAD | head",
    "for p in 1 2; do curl -s https://x.example/$p | jq .a; done",
    "gh pr view 3 --json body",
    "gh api repos/a/b/pulls",
  ])("of the command %j looks", (command) => expect(kind("Bash", { command })).toBe("looks"));

  it.each([
    "git fetch origin && rg x",
    "git branch new $(date)",
    "gh api repos/a/b -X PATCH -f body=x",
    "curl -d x https://x.example",
    "sed -i s/a/b/ a.ts; echo $x",
    "cat a > b",
    "find . -delete",
    "npm test",
    "cd x && go build ./...",
    "git stash && git log",
  ])("of the command %j acts", (command) => expect(kind("Bash", { command })).toBe("acts"));

  it("of an edit acts, and one of a list is an aside", () => {
    expect(kind("Edit", { file_path: "a.ts", old_string: "a", new_string: "b" })).toBe("acts");
    expect(kind("TodoWrite", { todos: [] })).toBe("aside");
    expect(kind("Task", { prompt: "look" })).toBe("acts");
  });
});

let next = 0;
function exchange(parts: readonly (readonly [string, object, string])[]): readonly Message[] {
  const keyed = parts.map((one) => [...one, `k${next++}`] as const);
  return [
    says(...keyed.map(([name, args, , key]) => call(name, JSON.stringify(args), key))),
    ...keyed.map(([name, , text, key]) => result(name, text, key)),
  ];
}
const read = (path: string, text = `the only line of the file ${path}`) =>
  exchange([["Read", { file_path: path }, text]]);

describe("runs of exploration", () => {
  it("count calls, not messages, and run on over words and lists", () => {
    const messages = [
      user("look"),
      ...exchange([
        ["Read", { file_path: "a" }, "a"],
        ["Read", { file_path: "b" }, "b"],
      ]),
      says("Hm."),
      ...exchange([["TodoWrite", { todos: [] }, "ok"]]),
      ...read("c"),
      ...exchange([["Edit", { file_path: "a", old_string: "a", new_string: "b" }, "ok"]]),
      ...read("d"),
      ...read("e"),
      user("and now"),
      ...read("f"),
    ];
    expect(explorationsOf(messages).map((run) => [run[0]?.from, run.at(-1)?.to, run.length])).toEqual([[1, 9, 2]]);
  });
});

describe("a delegated run", () => {
  const wanted = "const theLineThatIsNeededLater = compute(1);";
  const noise = Array.from({ length: 50 }, (_, index) => `some other line of the file, number ${index}`).join("\n");
  const recordingOf = (messages: readonly Message[]): Recording => ({
    name: "test",
    agent: "other",
    messages,
    timesMs: messages.map((_, index) => index),
    totalTokens: 0,
  });
  const ground = groundOf(
    recordingOf([
      user("change it"),
      ...read("a.ts", `${noise}\n${wanted}`),
      ...read("b.ts", noise),
      ...read("c.ts", noise),
      ...exchange([["Edit", { file_path: "a.ts", old_string: wanted, new_string: "x" }, "ok"]]),
      says("Done."),
    ]),
  );

  it("hands over what later replies use, and nothing else", () => {
    const [one, ...others] = delegationsOf(ground, "oracle", 200_000);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ from: 1, to: 7 });
    expect(one?.report.text).toContain(`a.ts\n51|${wanted}`);
    expect(one?.report.text).not.toContain("some other line");
    const steps = stepsOf(ground.recording.messages, [one!]);
    expect(steps.map(({ message: { role }, index }) => `${role} ${index}`)).toEqual([
      "user 0",
      "assistant undefined",
      "tool undefined",
      "assistant 7",
      "tool 8",
      "assistant 9",
    ]);
    expect(messageText(steps[2]!.message)).toBe(one?.report.text);
  });

  it("is none where a later reply quotes it and reports may not, and one for code in any case", () => {
    expect(delegationsOf(ground, "unquoted", 200_000)).toEqual([]);
    expect(delegationsOf(ground, "code", 200_000)).toHaveLength(1);
  });
});
