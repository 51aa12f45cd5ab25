import { describe, expect, it } from "vitest";
import { verbatim } from "../../src/core/base/sentence";
import { withOwnCallIds } from "../../src/core/conversation/call-ids";
import { callId } from "../../src/core/conversation/ids";
import { runCalls } from "../../src/core/tools/run";
import type { ApprovalRequest } from "../../src/core/tools/tool";
import { presentApproval } from "../../src/presenter/chat/tool-row";
import { Questions } from "../../src/vscode/host/questions";
import { inEnglish } from "../support/say";
import { echo, outcomeText, toolCall, toolWorld } from "../support/tools";

const present = (detail: string, more: Partial<ApprovalRequest> = {}) =>
  presentApproval(
    { callId: callId("c"), tool: "terminal", category: "run", title: verbatim("Run"), detail, ...more },
    (said) => String(inEnglish(said)),
  );

/** Characters that a reader cannot see, or that change how the rest is seen. */
const HIDDEN = [
  0x00, 0x07, 0x08, 0x0b, 0x0c, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180b, 0x180e,
  0x2000, 0x2003, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202d, 0x202e, 0x202f, 0x205f,
  0x2060, 0x2063, 0x2066, 0x2069, 0x2800, 0x3000, 0x3164, 0xd800, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0001,
  0xe0041, 0xe007f, 0xe0100, 0xe01ef, 0xf0000,
];

describe("a hidden character on the approval card", () => {
  it.each(HIDDEN.map((code) => [code.toString(16).toUpperCase().padStart(4, "0"), code] as const))(
    "U+%s is shown as a mark wherever it stands",
    (name, code) => {
      const char = String.fromCodePoint(code);
      const shown = present(`ls ${char}x`, {
        title: verbatim(`Run ${char}`),
        warning: verbatim(`Look ${char}`),
        covers: verbatim(`all ${char}`),
        edit: { path: `a${char}.ts`, before: "", after: "" },
      });
      const mark = `⟨U+${name}⟩`;
      expect(shown).toMatchObject({
        detail: `ls ${mark}x`,
        title: `Run ${mark}`,
        warning: `Look ${mark}`,
        covers: `all ${mark}`,
        edit: { path: `a${mark}.ts` },
      });
    },
  );

  it.each(["echo hello\n\tworld", "grep -n 'ß' src/日本語.ts", "echo 🙂", "printf '%s' \"$x\""])(
    "is not found in %j",
    (command) => {
      expect(present(command).detail).toBe(command);
    },
  );
});

describe("a command on the approval card", () => {
  it.each([
    ["400 blank lines", `ls\n${"\n".repeat(400)}rm -rf /`, "ls\n… 400 blank lines …\nrm -rf /"],
    ["lines of blanks", `ls\n${"  \t\n".repeat(400)}rm -rf /`, "ls\n… 400 blank lines …\nrm -rf /"],
    ["5,000 blanks", `ls ${" ".repeat(5_000)}; rm -rf /`, "ls … 5,001 blanks … ; rm -rf /"],
    ["tabs", `ls${"\t".repeat(300)}; rm -rf /`, "ls … 300 blanks … ; rm -rf /"],
    ["equal comments", `${"#\n".repeat(900)}rm -rf /`, "#\n… 899 more lines like this one …\nrm -rf /"],
    ["40,000 blank lines", `ls${"\n".repeat(40_000)}rm`, "ls\n… 39,999 blank lines …\nrm"],
  ])("does not hide below %s", (_, command, shown) => {
    expect(present(command)).toMatchObject({ detail: shown, hiddenChars: 0 });
  });

  it("says how many lines it has where the card shows fewer", () => {
    const lines = Array.from({ length: 300 }, (_, line) => `echo ${line}`).join("\n");
    expect(present(lines)).toMatchObject({ lines: 300 });
    expect(present("ls")).not.toHaveProperty("lines");
  });

  it("counts what is not shown", () => {
    expect(present(Array.from({ length: 9_000 }, (_, line) => `echo ${line}`).join("\n")).hiddenChars).toBeGreaterThan(
      0,
    );
  });
});

describe("two calls", () => {
  const call = (id: string) => ({ ...toolCall("echo", { text: id }), callId: callId(id) });

  it.each([
    [
      ["a", "b"],
      ["a", "b"],
    ],
    [
      ["a", "a"],
      ["a", "a-2"],
    ],
    [
      ["a", "a", "a"],
      ["a", "a-2", "a-3"],
    ],
    [
      ["a", "a-2", "a"],
      ["a", "a-2", "a-3"],
    ],
    [
      ["", ""],
      ["call-2", "call-3"],
    ],
    [["old"], ["old-2"]],
  ])("of the ids %j never share one", (given, own) => {
    const earlier = [
      {
        role: "assistant" as const,
        id: "m" as never,
        parts: [call("old")],
        origin: { protocol: "openai-chat" as const, provider: "p", model: "m" },
      },
    ];
    const parts = withOwnCallIds(given.map(call), earlier);
    expect(parts.map((part) => (part.type === "tool-call" ? part.callId : ""))).toEqual(own);
  });

  it("with one id are not both asked about", async () => {
    const questions = new Questions();
    const request = { callId: callId("c"), tool: "t", category: "run", title: verbatim("Run"), detail: "ls" } as const;
    const first = questions.ask(request, new AbortController().signal);
    await expect(questions.ask(request, new AbortController().signal)).rejects.toThrow("same id");
    questions.answer("c", { kind: "deny" });
    expect(await first).toEqual({ kind: "deny" });
  });
});

const allowOnce = async () => ({ kind: "allow", remember: "once" }) as const;

describe("what was approved", () => {
  it("is what runs: a change while the question waits asks again", async () => {
    let content = "old";
    const asked: string[] = [];
    const tool = echo({
      category: "edit",
      preview: async () => ({ kind: "ready", title: "Change a", detail: content }),
    });
    const { world } = toolWorld([tool], {
      rules: { edit: "ask" },
      approvals: {
        ask: async (request) => {
          asked.push(request.detail);
          content = asked.length === 1 ? "swapped" : content;
          return { kind: "allow", remember: "once" };
        },
      },
    });
    await runCalls(world, [toolCall("echo", { text: "x" })], new AbortController().signal);
    expect(asked).toEqual(["old", "swapped"]);
  });

  it("does not run where it never stays the same", async () => {
    let version = 0;
    const tool = echo({
      category: "edit",
      preview: async () => ({ kind: "ready", title: "Change a", detail: String(version++) }),
    });
    const { world } = toolWorld([tool], { rules: { edit: "ask" }, approvals: { ask: allowOnce } });
    const [result] = await runCalls(world, [toolCall("echo", { text: "x" })], new AbortController().signal);
    expect(result && outcomeText(result.outcome)).toMatch(/changed each time/);
  });

  it("cannot be changed by the tool that shows it", async () => {
    const tool = echo({
      category: "edit",
      preview: async (args) => {
        Object.assign(args, { text: "other" });
        return { kind: "ready", title: "Change", detail: "" };
      },
    });
    const { world } = toolWorld([tool], { rules: { edit: "ask" }, approvals: { ask: allowOnce } });
    const [result] = await runCalls(world, [toolCall("echo", { text: "x" })], new AbortController().signal);
    expect(result?.outcome.failed).toBe(true);
  });
});

describe("a call that something asks to look at", () => {
  const commands = { shell: () => "bash" as const, findGitPrograms: async () => [] };

  it.each([
    ["an allowed command", { category: "run", command: "ls" }],
    ["an edit", { category: "edit" }],
    ["a tool without approvals", { category: "internal" }],
  ] as const)("is asked about singly, although it is %s", async (_, { category, ...preview }) => {
    const tool = echo({
      category,
      preview: async () => ({ kind: "ready", title: "Do", detail: "x", careful: "a hook wants to know", ...preview }),
    });
    const { world, asked } = toolWorld([tool], { approvals: { commands } });
    const [result] = await runCalls(world, [toolCall("echo", { text: "x" })], new AbortController().signal);
    expect(asked.map(({ remember, warning }) => [remember, inEnglish(warning ?? "")])).toEqual([
      ["never", "Look closely: a hook wants to know."],
    ]);
    expect(result?.outcome.failed).toBe(true);
  });
});
