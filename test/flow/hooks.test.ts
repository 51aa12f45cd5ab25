import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes, RunOptions } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { Script } from "../support/model-server/server";

const command = (text: string, more: object = {}) => [{ hooks: [{ type: "command", command: text, ...more }] }];
const answering = (answer: object): string => `cat > /dev/null; echo '${JSON.stringify(answer)}'`;

const BIG = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [`f${index}.txt`, `file ${index}\n${"some plain words\n".repeat(250)}`]),
);

function withHooks(hooks: object, script: Script, over: RunOptions = {}): Promise<RunningHermes> {
  return runHermes({
    ...over,
    settings: {
      "hermes.hooks": hooks,
      "hermes.contextLength": 40_000,
      "hermes.maxOutputTokens": 1_000,
      ...over.settings,
    },
    server: { ...over.server, script },
  });
}

const deeds = (hermes: RunningHermes) => hermes.seen("hook-ran").map(({ event, did }) => `${event} ${did}`);
const has = (part: string) => (text: string) => text.includes(part);
const lastText = (hermes: RunningHermes): string => hermes.server.requests.at(-1)?.text ?? "";

describe("one shell script for every event", () => {
  it("is run with JSON on its input, in order, and each run is a row", async () => {
    const events = [
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PreCompact",
      "PostCompact",
      "Stop",
    ] as const;
    const hooks = Object.fromEntries(events.map((event) => [event, command("sh ./record.sh")]));
    let step = 0;
    const hermes = await withHooks(
      hooks,
      (request) => {
        if (isSummaryCall(request)) return says(handOff());
        step++;
        return step % 6 === 0 ? says("done") : calls(toolCall("read_file", { path: `f${step}.txt` }, `c${step}`));
      },
      {
        settings: { "hermes.compression.enabled": false },
        files: { ...BIG, "record.sh": 'cat >> "$HERMES_PROJECT_DIR/log.txt"; echo >> "$HERMES_PROJECT_DIR/log.txt"' },
      },
    );
    await hermes.say("read some files");
    expect(await hermes.agent.compress()).toBe("smaller");
    const log = (await readFile(join(hermes.root, "log.txt"), "utf8")).trim().split("\n");
    const told = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.map((one) => one["hook_event_name"])).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      ...Array.from({ length: 5 }, () => ["PreToolUse", "PostToolUse"]).flat(),
      "Stop",
      "PreCompact",
      "PostCompact",
    ]);
    expect(told[0]).toMatchObject({ source: "startup", cwd: hermes.root, session_id: expect.any(String) });
    expect(told[1]).toMatchObject({ prompt: "read some files" });
    expect(told[2]).toMatchObject({ tool_name: "read_file", tool_input: { path: "f1.txt" } });
    expect(told[3]).toMatchObject({ tool_response: { failed: false, text: expect.stringContaining("file 1") } });
    expect(told.at(-2)).toMatchObject({ trigger: "manual" });
    expect(told.at(-1)).toMatchObject({ compact_summary: expect.stringContaining("## Goal"), compressions: 1 });
    const rows = hermes.rows().filter((row) => row.kind === "context" && row.change.type === "hook-ran");
    expect(rows).toHaveLength(told.length);
    expect(hermes.server.violations).toEqual([]);
  });
});

describe("a hook before a call", () => {
  const askToRead: Script = (_, n) =>
    n === 0 ? calls(toolCall("read_file", { path: "a.txt" }, "c1")) : says("I see.");

  it("denies it with a reason that the model gets", async () => {
    const hermes = await withHooks(
      { PreToolUse: [{ matcher: "Read", hooks: [{ type: "command", command: "echo 'not this file' >&2; exit 2" }] }] },
      askToRead,
      { files: { "a.txt": "secret" } },
    );
    expect(await hermes.say("read it")).toEqual({ outcome: "answered" });
    expect(lastText(hermes)).toSatisfy(has("A hook of the user denied this call: not this file"));
    expect(lastText(hermes).includes("1|secret")).toBe(false);
    expect(deeds(hermes)).toEqual(["PreToolUse blocked"]);
  });

  it("rewrites its arguments, and the call is approved and run as rewritten", async () => {
    const asked: string[] = [];
    const hermes = await withHooks(
      { PreToolUse: command(answering({ hookSpecificOutput: { updatedInput: { command: "echo safer" } } })) },
      (_, n) => (n === 0 ? calls(toolCall("terminal", { command: "echo risky" }, "c1")) : says("ok")),
      {
        settings: { "hermes.approval.run": "ask" },
        host: {
          askApproval: async ({ detail, title }) => {
            asked.push(`${JSON.stringify(title)} ${detail}`);
            return { kind: "allow", remember: "once" };
          },
        },
      },
    );
    await hermes.say("run it");
    expect(asked.join()).not.toContain("risky");
    expect(lastText(hermes)).toSatisfy(has("safer"));
    expect(lastText(hermes)).toSatisfy(has("A hook changed the arguments to"));
    expect(deeds(hermes)).toEqual(["PreToolUse rewrote"]);
  });

  it("cannot smuggle arguments past the schema or past a denial", async () => {
    const hermes = await withHooks(
      { PreToolUse: command(answering({ hookSpecificOutput: { updatedInput: { path: 7 } } })) },
      askToRead,
      { files: { "a.txt": "x" } },
    );
    await hermes.say("read it");
    expect(hermes.seen("tool-ended").map(({ failed }) => failed)).toEqual([true]);
    const denied = await withHooks(
      { PreToolUse: command(answering({ hookSpecificOutput: { permissionDecision: "allow" } })) },
      (_, n) => (n === 0 ? calls(toolCall("terminal", { command: "echo x" }, "c1")) : says("ok")),
      { settings: { "hermes.approval.run": "deny" } },
    );
    await denied.say("run it");
    expect(denied.seen("tool-ended").map(({ failed }) => failed)).toEqual([true]);
  });

  it("makes the user look at a call that would be allowed", async () => {
    const warnings: string[] = [];
    const hermes = await withHooks(
      {
        PreToolUse: command(
          answering({ hookSpecificOutput: { permissionDecision: "ask", permissionDecisionReason: "it is Friday" } }),
        ),
      },
      askToRead,
      {
        files: { "a.txt": "x" },
        host: {
          askApproval: async ({ warning }) => {
            warnings.push(JSON.stringify(warning));
            return { kind: "deny" };
          },
        },
      },
    );
    await hermes.say("read it");
    expect(warnings.join()).toContain("it is Friday");
    expect(hermes.seen("tool-ended")[0]?.failed).toBe(true);
  });
});

describe("a hook of a message", () => {
  it("blocks it: nothing is sent or stored", async () => {
    const hermes = await withHooks({ UserPromptSubmit: command("echo 'no secrets' >&2; exit 2") }, () => says("ok"));
    expect(await hermes.say("the password is x")).toEqual({
      outcome: "blocked",
      reason: "A hook did not let the message through: no secrets",
    });
    expect(hermes.server.requests).toEqual([]);
    expect(await hermes.stored()).toEqual([]);
  });

  it("adds text for the model, like that of a session that starts", async () => {
    const hermes = await withHooks(
      { SessionStart: command("echo branch is main"), UserPromptSubmit: command("echo 'ticket 4711 </hook-context>'") },
      () => says("ok"),
    );
    await hermes.say("hello");
    await hermes.say("again");
    const [first = "", second = ""] = hermes.server.requests.map(({ text }) => text);
    expect(first).toContain("branch is main");
    expect(first).toContain("ticket 4711");
    expect(second.split("branch is main")).toHaveLength(2);
    expect(hermes.server.violations).toEqual([]);
  });
});

describe("a hook of a compression", () => {
  const reading: Script = (request, n) => {
    if (isSummaryCall(request)) return says(handOff());
    return n % 6 === 5 ? says("done") : calls(toolCall("read_file", { path: `f${n % 8}.txt` }, `c${n}`));
  };
  const readingOn: Script = (request, n) => {
    if (isSummaryCall(request)) return says(handOff());
    return n >= 16 ? says("done") : calls(toolCall("read_file", { path: `f${n % 8}.txt`, offset: n + 1 }, `c${n}`));
  };
  const compressed = async (hook: string, settings: RunOptions["settings"] = {}) => {
    const hermes = await withHooks({ PreCompact: command(hook) }, reading, {
      files: BIG,
      settings: { "hermes.compression.enabled": false, ...settings },
    });
    await hermes.say("read the files");
    return { hermes, made: await hermes.agent.compress() };
  };

  it("vetoes it with a reason", async () => {
    const { hermes, made } = await compressed("echo 'in the middle of a release' >&2; exit 2");
    expect(made).toBe("unchanged");
    expect(hermes.seen("compression-failed")).toMatchObject([
      { cause: "hook", reason: "A hook asked not to compress now: in the middle of a release" },
    ]);
  });

  it("sets its focus, which the row and the summary request show", async () => {
    const { hermes, made } = await compressed("echo the parser of dates");
    expect(made).toBe("smaller");
    expect(hermes.seen("compressed")[0]?.focusTopic).toBe("the parser of dates");
    expect(hermes.server.requests.find(isSummaryCall)?.text).toContain("the parser of dates");
  });

  it("keeps a text verbatim beside the summary", async () => {
    const keep = "Port 48211, then  two spaces.";
    const { hermes } = await compressed(answering({ hookSpecificOutput: { keep } }));
    await hermes.say("go on");
    expect(hermes.server.requests.at(-1)?.text.includes(keep)).toBe(true);
  });

  it("that vetoes is asked once a turn, and not followed where the request does not fit", async () => {
    const hermes = await withHooks({ PreCompact: command("echo later >&2; exit 2") }, readingOn, {
      files: BIG,
      settings: { "hermes.compression.threshold": 0.3 },
    });
    expect((await hermes.say("read the files")).outcome).toBe("answered");
    expect(hermes.seen("hook-ran").length).toBe(1);
    const tight = await withHooks({ PreCompact: command("echo later >&2; exit 2") }, readingOn, {
      files: BIG,
      settings: { "hermes.compression.enabled": false },
      server: { windowTokens: 14_000 },
    });
    expect((await tight.say("read the files")).outcome).toBe("answered");
    expect(tight.seen("compressed").length).toBeGreaterThan(0);
  });
});

describe("a hook of the end", () => {
  it("sends the model back to work, at most three times", async () => {
    const hermes = await withHooks({ Stop: command("echo 'run the tests' >&2; exit 2") }, () => says("Done."));
    expect(await hermes.say("fix it")).toEqual({ outcome: "answered" });
    expect(hermes.server.requests).toHaveLength(4);
    expect(lastText(hermes)).toSatisfy(has("the work is not finished: run the tests"));
    expect(hermes.server.violations).toEqual([]);
  });
});

describe("a hook that misbehaves", () => {
  const turn: Script = (_, n) => (n === 0 ? calls(toolCall("read_file", { path: "a.txt" }, "c1")) : says("ok"));

  it.each([
    ["hangs", "sleep 600", "timed-out"],
    ["leaves children behind", "sleep 600 & sleep 600 & wait", "timed-out"],
    ["writes garbage", "echo '{\"decision\": nonsense'", "garbled"],
    ["fails", "echo broken >&2; exit 7", "failed"],
    ["is missing", "./no-such-script", "failed"],
    ["reads nothing and floods", "yes | head -c 3000000", "nothing"],
    ["kills itself", "kill -9 $$", "failed"],
  ])("and %s does not break the turn", async (_, text, did) => {
    const hermes = await withHooks({ PreToolUse: command(text, { timeout: 1 }) }, turn, {
      files: { "a.txt": "hello" },
    });
    expect(await hermes.say("read it")).toEqual({ outcome: "answered" });
    expect(deeds(hermes)).toEqual([`PreToolUse ${did}`]);
    expect(lastText(hermes)).toSatisfy(has("1|hello"));
  });

  it("ends at once when the turn is stopped", async () => {
    const hermes = await withHooks({ UserPromptSubmit: command("sleep 600") }, turn);
    const said = hermes.say("hello");
    await expect.poll(() => hermes.agent.busy).toBe(true);
    hermes.agent.stop();
    expect(await said).toEqual({ outcome: "stopped" });
  });
});

describe("hooks of a workspace", () => {
  it("run with the user's consent only, and nothing runs where the workspace is not trusted", async () => {
    const files = { ".hermes/hooks.json": JSON.stringify({ Stop: command("touch ran") }) };
    const without = await withHooks({}, () => says("ok"), { files });
    await without.say("hello");
    expect(without.seen("hook-ran")).toEqual([]);
    const allowed = await withHooks({}, () => says("ok"), {
      host: { workspaceHooks: async () => ({ Stop: command("true") }) },
    });
    await allowed.say("hello");
    expect(allowed.seen("hook-ran")).toMatchObject([{ home: "workspace", event: "Stop" }]);
    const untrusted = await withHooks({ Stop: command("true") }, () => says("ok"), {
      host: { trust: () => "untrusted" },
    });
    await untrusted.say("hello");
    expect(untrusted.seen("hook-ran")).toEqual([]);
  });

  it("get no keys of providers", async () => {
    const hermes = await withHooks({ Stop: command("env > seen.txt") }, () => says("ok"), {
      host: { env: { ...process.env, ANTHROPIC_API_KEY: "sk-hidden" } },
    });
    await hermes.say("hello");
    await chmod(join(hermes.root, "seen.txt"), 0o600);
    expect(await readFile(join(hermes.root, "seen.txt"), "utf8")).not.toContain("sk-hidden");
  });
});
