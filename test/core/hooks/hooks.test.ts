import { describe, expect, it } from "vitest";
import type { HookEnd } from "../../../src/core/hooks/answer";
import { readAnswer } from "../../../src/core/hooks/answer";
import type { Hook } from "../../../src/core/hooks/hook";
import { isAbout, namesOfTool, readHooks } from "../../../src/core/hooks/hook";
import { inEnglish } from "../../support/say";

const ended = (over: Partial<HookEnd> = {}): HookEnd => ({
  ending: "exited",
  exitCode: 0,
  stdout: "",
  stderr: "",
  ...over,
});
const says = (answer: object): HookEnd => ended({ stdout: JSON.stringify(answer) });

describe("the table of hooks", () => {
  it("reads the shape that Claude Code uses, with and without its outer key", () => {
    const table = {
      PreToolUse: [{ matcher: "Bash|Edit", hooks: [{ type: "command", command: "./check.sh", timeout: 5 }] }],
      Stop: [{ hooks: [{ type: "command", command: "say done" }] }],
    };
    const expected: readonly Hook[] = [
      { event: "PreToolUse", matcher: "Bash|Edit", command: "./check.sh", timeoutMs: 5_000, home: "user" },
      { event: "Stop", command: "say done", timeoutMs: 60_000, home: "user" },
    ];
    expect(readHooks(table, "user")).toEqual({ hooks: expected, problems: [] });
    expect(readHooks({ hooks: table }, "user")).toEqual({ hooks: expected, problems: [] });
  });

  it("keeps the good entries of a table with bad ones, and says what is wrong", () => {
    const { hooks, problems } = readHooks(
      {
        PreToolUse: [
          { matcher: "(", hooks: [{ type: "command", command: "a" }] },
          { hooks: [{ type: "prompt", prompt: "x" }] },
          { hooks: [{ type: "command", command: "good" }] },
        ],
        Nonsense: [],
        Stop: "no",
      },
      "workspace",
    );
    expect(hooks.map(({ command }) => command)).toEqual(["good"]);
    expect(problems.map(inEnglish)).toHaveLength(4);
  });

  it("matches whole names, also those of other agents", () => {
    const hook = (matcher: string): Hook => ({ event: "PreToolUse", matcher, command: "", timeoutMs: 1, home: "user" });
    expect(isAbout(hook("Bash"), namesOfTool("terminal"))).toBe(true);
    expect(isAbout(hook("Edit|Write"), namesOfTool("patch"))).toBe(true);
    expect(isAbout(hook("term"), namesOfTool("terminal"))).toBe(false);
    expect(isAbout(hook("mcp_.*"), namesOfTool("mcp_files_read"))).toBe(true);
    for (const name of ["constructor", "toString", "__proto__"]) expect(namesOfTool(name)).toEqual([name]);
    expect(isAbout(hook(`${"(a*)*".repeat(8)}b`), ["a".repeat(200)])).toBe(false);
  });
});

describe("the answer of a hook", () => {
  it("blocks with exit code 2 and the reason on its error output", () => {
    expect(readAnswer("PreToolUse", ended({ exitCode: 2, stderr: "not here\n" }))).toEqual({
      did: "blocked",
      detail: "not here",
      blocked: "not here",
    });
  });

  it("denies, asks, or rewrites", () => {
    const decide = (output: object) => readAnswer("PreToolUse", says({ hookSpecificOutput: output }));
    expect(decide({ permissionDecision: "deny", permissionDecisionReason: "no" }).blocked).toBe("no");
    expect(decide({ permissionDecision: "ask", permissionDecisionReason: "look" })).toMatchObject({
      did: "asked",
      ask: "look",
    });
    expect(decide({ updatedInput: { path: "b" } })).toMatchObject({ did: "rewrote", input: { path: "b" } });
    expect(decide({ permissionDecision: "allow" })).toEqual({ did: "nothing", detail: "" });
  });

  it("gives a focus and a text to keep", () => {
    const answer = { hookSpecificOutput: { hookEventName: "PreCompact", focus: "the parser", keep: "port 8080" } };
    expect(readAnswer("PreCompact", says(answer))).toEqual({
      did: "focused",
      detail: "the parser\nport 8080",
      focus: "the parser",
      keep: "port 8080",
    });
    expect(readAnswer("PreCompact", ended({ stdout: "the tests\n" })).focus).toBe("the tests");
  });

  it.each([
    [ended({ ending: "timed-out", exitCode: null }), "timed-out"],
    [ended({ ending: "failed", exitCode: null, stderr: "no such file" }), "failed"],
    [ended({ exitCode: 1, stderr: "oops" }), "failed"],
    [ended({ stdout: '{"decision": "block"' }), "garbled"],
    [ended({ stdout: `{${'"a":{'.repeat(2_000)}` }), "garbled"],
    [says({ decision: 5, hookSpecificOutput: "x", continue: "no" }), "nothing"],
    [says({ hookSpecificOutput: { updatedInput: "rm -rf" } }), "nothing"],
  ] as const)("changes nothing where it is broken or lies: %#", (end, did) => {
    const answer = readAnswer("PreToolUse", end);
    expect(answer.did).toBe(did);
    expect([answer.blocked, answer.input, answer.ask]).toEqual([undefined, undefined, undefined]);
  });

  it("cannot take back what has happened", () => {
    for (const event of ["SessionStart", "PostCompact"] as const) {
      expect(readAnswer(event, ended({ exitCode: 2, stderr: "no" })).blocked).toBeUndefined();
      expect(readAnswer(event, says({ decision: "block" })).blocked).toBeUndefined();
    }
  });
});
