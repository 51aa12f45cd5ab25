import { describe, expect, it } from "vitest";
import { renderSentence } from "../../../src/core/base/sentence";
import { runCalls } from "../../../src/core/tools/run";
import type { ApprovalAnswer } from "../../../src/core/tools/tool";
import { textOutcome } from "../../../src/core/tools/tool";
import { inEnglish } from "../../support/say";
import { echo, outcomeText, toolCall, toolWorld } from "../../support/tools";

const running = () => new AbortController().signal;
const once: ApprovalAnswer = { kind: "allow", remember: "once" };
const session: ApprovalAnswer = { kind: "allow", remember: "session" };

const shell = echo({
  name: "terminal",
  category: "run",
  order: "alone",
  preview: async (args) => ({
    kind: "ready",
    title: "Run a command",
    detail: String(args["text"]),
    command: String(args["text"]),
    cwd: String(args["cwd"] ?? "/w"),
  }),
  parameters: { type: "object", properties: { text: { type: "string" }, cwd: { type: "string" } } },
});

const runs = async (setup: ReturnType<typeof toolWorld>, ...commands: string[]) =>
  (
    await runCalls(
      setup.world,
      commands.map((text, index) => toolCall("terminal", { text }, `c${index}`)),
      running(),
    )
  ).map(({ outcome }) => (outcome.failed ? "refused" : "ran"));

describe("approvals", () => {
  it("ask each time where an answer is for once", async () => {
    const setup = toolWorld([echo()], {
      rules: { read: "ask" },
      answers: [once, { kind: "deny", reason: "use the other file" }],
    });
    const results = await runCalls(
      setup.world,
      [toolCall("echo", { text: "1" }, "c1"), toolCall("echo", { text: "2" }, "c2")],
      running(),
    );
    expect(results.map(({ outcome }) => outcomeText(outcome))).toEqual([
      "1",
      "The user denied this call and said: use the other file",
    ]);
    expect(setup.log).toEqual([
      "started c1",
      "asked c1",
      "answered c1 allow",
      "started c2",
      "ended c1",
      "asked c2",
      "answered c2 deny",
      "ended c2 failed",
    ]);
  });

  it("remember an answer for the session by category", async () => {
    const setup = toolWorld([echo()], { rules: { read: "ask" }, answers: [session] });
    await runCalls(
      setup.world,
      [toolCall("echo", { text: "1" }, "c1"), toolCall("echo", { text: "2" }, "c2")],
      running(),
    );
    expect(setup.asked.map(({ callId }) => callId)).toEqual(["c1"]);
  });

  it("keep an answer for the workspace with the host", async () => {
    const kept: string[] = [];
    const host = { load: async () => kept, add: async (keys: readonly string[]) => void kept.push(...keys) };
    const first = toolWorld([echo({ category: "mcp" })], {
      rules: { mcp: "ask" },
      answers: [{ kind: "allow", remember: "workspace" }],
      approvals: { kept: host },
    });
    await runCalls(first.world, [toolCall("echo", { text: "" })], running());
    const second = toolWorld([echo({ category: "mcp" }), echo({ category: "mcp", name: "other" })], {
      rules: { mcp: "ask" },
      approvals: { kept: host },
    });
    const results = await runCalls(
      second.world,
      [toolCall("echo", { text: "" }), toolCall("other", { text: "" })],
      running(),
    );
    expect(kept).toEqual(["mcp echo"]);
    expect(results.map(({ outcome }) => outcome.failed)).toEqual([false, true]);
  });

  it("say the settings denied it where the category is denied", async () => {
    const setup = toolWorld([echo()], { rules: { read: "deny" } });
    const [result] = await runCalls(setup.world, [toolCall("echo", { text: "" })], running());
    expect(outcomeText(result?.outcome ?? textOutcome(""))).toContain(
      'The user\'s settings deny every tool of the category "read".',
    );
    expect(setup.asked).toEqual([]);
  });

  it.each(["read", "edit", "run", "mcp", "internal"] as const)(
    "let no %s tool run in an untrusted workspace",
    async (category) => {
      const preview = () => {
        throw new Error("looked at files");
      };
      const setup = toolWorld([echo({ category, preview })], { approvals: { trust: () => "untrusted" } });
      const [result] = await runCalls(setup.world, [toolCall("echo", { text: "" })], running());
      expect(outcomeText(result?.outcome ?? textOutcome(""))).toBe(
        "Nothing runs in an untrusted workspace. Ask the user to trust this workspace first.",
      );
    },
  );

  it("never ask about internal tools", async () => {
    const setup = toolWorld([echo({ category: "internal" })], {
      rules: { read: "ask", edit: "ask", run: "ask", mcp: "ask" },
    });
    await runCalls(setup.world, [toolCall("echo", { text: "" })], running());
    expect(setup.asked).toEqual([]);
  });

  it("carry what an edit would change", async () => {
    const edit = { path: "/w/a", before: "1", after: "2" };
    const setup = toolWorld(
      [echo({ category: "edit", preview: async () => ({ kind: "ready", title: "Edit a", detail: "", edit }) })],
      { rules: { edit: "ask" }, answers: [once] },
    );
    await runCalls(setup.world, [toolCall("echo", { text: "" })], running());
    expect(inEnglish(setup.asked)).toEqual([
      {
        callId: "echo",
        tool: "echo",
        category: "edit",
        title: "Edit a",
        detail: "",
        covers: "every edit except of files that control tools",
        edit,
      },
    ]);
  });

  it("ask about a careful call each time, even where the category is allowed or remembered", async () => {
    const careful = echo({
      name: "careful",
      category: "edit",
      preview: async () => ({
        kind: "ready",
        title: "Change .vscode/settings.json",
        detail: "",
        careful: "it steers the editor",
      }),
    });
    const setup = toolWorld([careful, echo({ category: "edit" })], {
      rules: { edit: "allow" },
      answers: [session, session],
    });
    const results = await runCalls(
      setup.world,
      [toolCall("echo", { text: "" }), toolCall("careful", { text: "" }), toolCall("careful", { text: "" }, "again")],
      running(),
    );
    expect(results.map(({ outcome }) => outcome.failed)).toEqual([false, false, false]);
    expect(setup.asked.map(({ callId, warning }) => [callId, inEnglish(warning)])).toEqual([
      ["careful", "Look closely: it steers the editor."],
      ["again", "Look closely: it steers the editor."],
    ]);
    expect(setup.asked.map(({ covers, remember }) => [covers, remember])).toEqual([
      [undefined, "never"],
      [undefined, "never"],
    ]);
  });

  it("about a server's tool hold only for the configuration they were given for", async () => {
    const kept: string[] = [];
    const host = { load: async () => kept, add: async (keys: readonly string[]) => void kept.push(...keys) };
    const askFor = async (fingerprint: string) => {
      const origin = { server: "docs", tool: "find", fingerprint };
      const tool = echo({
        category: "mcp",
        preview: async () => ({ kind: "ready", title: "docs: find", detail: "", origin }),
      });
      const setup = toolWorld([tool], {
        rules: { mcp: "ask" },
        answers: [{ kind: "allow", remember: "workspace" }],
        approvals: { kept: host },
      });
      await runCalls(setup.world, [toolCall("echo", { text: "" })], running());
      return setup.asked.map(({ covers }) => inEnglish(covers));
    };
    expect([await askFor("one"), await askFor("one"), await askFor("other")]).toEqual([
      ["find of docs, as it is configured now"],
      [],
      ["find of docs, as it is configured now"],
    ]);
  });

  it("forget the session's answers when told", async () => {
    const setup = toolWorld([echo()], { rules: { read: "ask" }, answers: [session, session] });
    await runCalls(setup.world, [toolCall("echo", { text: "" }, "c1")], running());
    setup.world.approvals.forgetSession();
    await runCalls(setup.world, [toolCall("echo", { text: "" }, "c2")], running());
    expect(setup.asked.map(({ callId }) => callId)).toEqual(["c1", "c2"]);
  });

  it("ask nobody about a call that its preview refuses", async () => {
    const refusal = { content: [], failed: true };
    const setup = toolWorld([echo({ preview: async () => ({ kind: "refused", outcome: refusal }) })], {
      rules: { read: "ask" },
    });
    const [result] = await runCalls(setup.world, [toolCall("echo", { text: "" })], running());
    expect([result?.outcome, setup.asked]).toEqual([refusal, []]);
  });

  it("remember commands one by one, in any combination", async () => {
    const setup = toolWorld([shell], { rules: { run: "ask" }, answers: [session, session] });
    expect(await runs(setup, "npm test", "npm run lint", "npm test && npm run lint", "npm test && rm x")).toEqual([
      "ran",
      "ran",
      "ran",
      "refused",
    ]);
  });

  it("remember a command with its folder, its variables and its input", async () => {
    const setup = toolWorld([shell], { rules: { run: "ask" }, answers: [session, session, session] });
    const lines = ["make", "python3 - < a.py", "cat a.py | sh"];
    expect(await runs(setup, ...lines, ...lines)).toEqual(Array(6).fill("ran"));
    const others = [
      "make all",
      "X=1 make",
      "make > x",
      "make < x",
      "python3 - < b.py",
      "sh",
      "cat b.py | sh",
      "cd x && make",
    ];
    expect(await runs(setup, ...others)).toEqual(others.map(() => "refused"));
    const elsewhere = await runCalls(setup.world, [toolCall("terminal", { text: "make", cwd: "/w/sub" })], running());
    expect(elsewhere.map(({ outcome }) => outcome.failed)).toEqual([true]);
  });

  it("remember text that changes the shell, or that is not understood, as a whole", async () => {
    const setup = toolWorld([shell], { rules: { run: "ask" }, answers: [session, session] });
    expect(await runs(setup, "cd x && make", "PATH=x; ls", "make", "ls", "PATH=x", "cd x && make")).toEqual([
      "ran",
      "ran",
      "refused",
      "refused",
      "refused",
      "ran",
    ]);
  });

  it("say exactly what a remembered answer would cover", async () => {
    const setup = toolWorld([shell], { rules: { run: "ask" } });
    await runs(setup, "make 2>&1 | tail -5 && echo 'a  b'", "cd x; make");
    expect(setup.asked.map(({ covers }) => covers && renderSentence(covers))).toEqual([
      "`make 2>&1 | tail -5`, `echo 'a  b'` in /w",
      "exactly this command in /w",
    ]);
  });

  it("ask about destructive and unclear commands even where running is allowed", async () => {
    const setup = toolWorld([shell], { rules: { run: "allow" } });
    expect(await runs(setup, "ls", "ls && rm -rf src", "cat <<EOF")).toEqual(["ran", "refused", "refused"]);
    expect(setup.asked.map(({ detail, warning }) => [detail, inEnglish(warning)])).toEqual([
      ["ls && rm -rf src", "Look closely: it runs `rm -rf src`, which may destroy work."],
      ["cat <<EOF", "Look closely: it contains a here-document, so the command rules cannot judge it."],
    ]);
  });

  it("refuse a denied command without asking, even where running is allowed", async () => {
    const setup = toolWorld([shell], { rules: { run: "allow", deniedCommands: ["rm -rf"] }, answers: [once] });
    expect(await runs(setup, "echo ok\nrm -r -f src")).toEqual(["refused"]);
    expect(setup.asked).toEqual([]);
  });
});
