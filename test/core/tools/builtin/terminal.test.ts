import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/core/base/json";
import { cleanEnvironment } from "../../../../src/core/tools/shell/shell-process";
import { PROCESS_TEST_MS, untilFile, untilGone } from "../../../support/processes";
import { inEnglish } from "../../../support/say";
import { outcomeText, toolContext } from "../../../support/tools";
import { toolsOn } from "../../../support/workspace";

describe("terminal", { timeout: PROCESS_TEST_MS }, () => {
  it("states output of both streams and the exit code", async () => {
    const { use } = await toolsOn({ "src/a.txt": "" });
    expect(await use("terminal", { command: "pwd | xargs basename; echo wrong >&2; exit 3", cwd: "src" })).toEqual({
      content: [{ type: "text", text: "src\nwrong\n[exit code 3]" }],
      failed: true,
      exitCode: 3,
    });
    expect(await use("terminal", { command: "true" })).toEqual({
      content: [{ type: "text", text: "(no output)\n[exit code 0]" }],
      failed: false,
      exitCode: 0,
    });
  });

  it("asks with the command, and names the folder only where it is not the workspace's own", async () => {
    const { find, root } = await toolsOn({ "src/a.txt": "" });
    const ask = async (args: JsonObject) => inEnglish(await find("terminal").preview?.(args, toolContext()));
    expect(await ask({ command: "ls" })).toEqual({
      kind: "ready",
      title: "Run a command",
      detail: "ls",
      command: "ls",
      cwd: root,
    });
    expect(await ask({ command: "ls", cwd: "src" })).toEqual({
      kind: "ready",
      title: "Run a command in src",
      detail: "ls",
      command: "ls",
      cwd: join(root, "src"),
    });
  });

  it("streams output as it grows and returns 5 MB complete", async () => {
    const { use } = await toolsOn({});
    let streamed = 0;
    const outcome = await use(
      "terminal",
      { command: "head -c 5242880 /dev/zero | tr '\\0' 'x'; echo; echo end" },
      {
        onOutput: (text) => {
          streamed += text.length;
        },
      },
    );
    expect(outcomeText(outcome)).toBe(`${"x".repeat(5_242_880)}\nend\n[exit code 0]`);
    expect(streamed).toBe(5_242_880 + 5);
  });

  it("ends a command and all it started when time is up", async () => {
    const { use, root } = await toolsOn({});
    const outcome = await use("terminal", {
      command: "echo begun; (sleep 300 & echo $! > pid; wait)",
      timeoutMs: 2_000,
    });
    expect(outcome).toEqual({
      content: [{ type: "text", text: "begun\n[timed out after 2000 ms and was ended, no exit code]" }],
      failed: true,
      exitCode: null,
    });
    await untilGone(Number(await untilFile(join(root, "pid"))));
  });

  it("ends a command and all it started at once when stopped, even one that ignores polite signals", async () => {
    const { use, root } = await toolsOn({});
    const stop = new AbortController();
    const pending = use(
      "terminal",
      { command: "trap '' TERM; echo begun; sleep 300 & echo $! > pid; wait; sleep 300" },
      { signal: stop.signal },
    );
    const pid = Number(await untilFile(join(root, "pid")));
    stop.abort();
    const outcome = await pending;
    expect(outcomeText(outcome)).toBe("begun\n[stopped by the user, no exit code]");
    await untilGone(pid);
  });

  it("finds what slipped away into a group of its own when stopped", async () => {
    const { use, root } = await toolsOn({});
    const stop = new AbortController();
    const pending = use(
      "terminal",
      { command: "setsid sh -c 'echo $$ > pid; sleep 300' > /dev/null & sleep 300" },
      { signal: stop.signal },
    );
    const pid = Number(await untilFile(join(root, "pid")));
    stop.abort();
    await pending;
    await untilGone(pid);
  });

  it("does not start once stopped", async () => {
    const { use } = await toolsOn({});
    const outcome = await use("terminal", { command: "sleep 300" }, { signal: AbortSignal.abort() });
    expect(outcomeText(outcome)).toContain("stopped by the user");
  });

  it("ends what a command leaves running, and says so", async () => {
    const { use, root } = await toolsOn({});
    const outcome = await use("terminal", { command: "sleep 300 & echo $! > pid" });
    expect(outcomeText(outcome)).toBe(
      "(no output)\n[exit code 0; processes it had left running were ended; use background to keep one]",
    );
    await untilGone(Number(await untilFile(join(root, "pid"))));
  });

  it("keeps provider keys from commands, but not the rest of the environment", () => {
    const env = cleanEnvironment({
      PATH: "/bin",
      ANTHROPIC_API_KEY: "a",
      OPENAI_API_KEY: "b",
      OPENROUTER_API_KEY: "c",
      MY_APIKEY: "d",
      GITHUB_TOKEN: "e",
      ELECTRON_RUN_AS_NODE: "1",
      EMPTY: undefined,
    });
    expect(env).toEqual({
      PATH: "/bin",
      GITHUB_TOKEN: "e",
      PAGER: "cat",
      GIT_PAGER: "cat",
      GIT_TERMINAL_PROMPT: "0",
      TERM: "dumb",
      NO_COLOR: "1",
    });
  });

  it("gives a command that asks for input an end of file", async () => {
    const { use } = await toolsOn({});
    expect(outcomeText(await use("terminal", { command: "read x || echo none" }))).toBe("none\n[exit code 0]");
  });

  it("leaves color codes and overwritten progress out", async () => {
    const { use } = await toolsOn({});
    expect(
      outcomeText(
        await use("terminal", { command: "printf '\\033[31mred\\033[0m\\n10%%\\r50%%\\r100%%\\nend\\r\\n'" }),
      ),
    ).toBe("red\n100%\nend\n[exit code 0]");
  });

  it("refuses a folder that is none", async () => {
    const { say } = await toolsOn({ "a.txt": "" });
    expect(await say("terminal", { command: "ls", cwd: "a.txt" })).toBe(
      "FAILED a.txt is not a folder of the workspace.",
    );
  });
});

describe("background jobs", { timeout: PROCESS_TEST_MS }, () => {
  it("start, tell what is new, stop and are listed", async () => {
    const { say, root } = await toolsOn({});
    expect(await say("background_jobs", { action: "list" })).toBe("No background jobs.");
    const command = "echo ready; echo $$ > pid; sleep 300";
    const first = await say("terminal", { command, background: true });
    await untilFile(join(root, "pid"));
    const second = await say("background_jobs", { action: "output", job: "job-1" });
    expect([first, second].filter((text) => text.startsWith("ready"))).toEqual([
      `ready\n[job-1: \`${command}\` is running]`,
    ]);
    expect(await say("background_jobs", { action: "output", job: "job-1" })).toBe(
      `(no new output)\n[job-1: \`${command}\` is running]`,
    );
    expect(await say("background_jobs", { action: "stop", job: "job-1" })).toBe(
      `(no new output)\n[job-1: \`${command}\` has ended, ended by SIGTERM, no exit code]`,
    );
    await untilGone(Number(await untilFile(join(root, "pid"))));
    expect(await say("background_jobs", { action: "output", job: "job-7" })).toBe(
      'FAILED There is no background job "job-7". Known: job-1.',
    );
  });

  it("tell that they failed", async () => {
    const { say } = await toolsOn({});
    let text = await say("terminal", { command: "echo taken; exit 2", background: true });
    while (!text.includes("has ended"))
      text = `${text}\n${await say("background_jobs", { action: "output", job: "job-1" })}`;
    expect(text).toContain("taken\n");
    expect(text).toContain("[job-1: `echo taken; exit 2` has ended, exit code 2]");
  });
});
