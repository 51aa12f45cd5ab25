import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { OpenTerminal } from "../../../src/vscode/terminal/shell-terminal";
import { createVisibleRunner } from "../../../src/vscode/terminal/terminal-runner";
import { bashTerminals } from "../../support/bash-terminal";
import { PROCESS_TEST_MS, untilFile, untilGone } from "../../support/processes";
import { temporaryFolder } from "../../support/workspace";

const LONG_MS = 50_000;
const never = new AbortController().signal;

async function visible() {
  const cwd = await temporaryFolder();
  const { opened, open } = bashTerminals({ ANTHROPIC_API_KEY: "sk-ant-planted", OPENAI_API_KEY: "sk-planted" });
  onTestFinished(() => opened.forEach((terminal) => terminal.close()));
  const runner = createVisibleRunner({
    env: { ...process.env, ANTHROPIC_API_KEY: "sk-ant-planted" },
    openTerminal: open,
  });
  const said: string[] = [];
  const run = (text: string, timeoutMs = LONG_MS, signal = never) =>
    runner.run({ text, cwd, timeoutMs }, (part) => void said.push(part), signal);
  return { cwd, opened, run, said };
}

/** Says its process id in a file and then goes on for as long as it is let. */
const stays = (file: string) => `echo $$ > ${file}; while :; do sleep 0.05; done`;

describe("a command in a visible terminal", { timeout: PROCESS_TEST_MS }, () => {
  it("tells its output as it comes, its exit code, and leaves the terminal for the next one", async () => {
    const { opened, run, said } = await visible();
    expect(await run("echo one; exit 3")).toEqual({ output: "one\n", ending: { kind: "exited", exitCode: 3 } });
    expect(await run("echo two")).toEqual({ output: "two\n", ending: { kind: "exited", exitCode: 0 } });
    expect([said.join(""), opened.length, opened[0]?.isOpen()]).toEqual(["one\ntwo\n", 1, true]);
  });

  it("knows no key of a provider, not even one the terminal has of its own, nor how it is kept from it", async () => {
    const { opened, run } = await visible();
    expect(await run("echo $ANTHROPIC_API_KEY$OPENAI_API_KEY$HERMES_RUN.")).toMatchObject({ output: ".\n" });
    expect(opened[0]?.typed).toEqual(["$HERMES_RUN 'echo $ANTHROPIC_API_KEY$OPENAI_API_KEY$HERMES_RUN.' < /dev/null"]);
  });

  it("says what it would say in any shell, quotes, lines, backslashes and all", async () => {
    const { run } = await visible();
    expect(await run("printf '%s\\n' \"it's\" 'a\\b'\necho '!!' \"$((1+1))\"")).toMatchObject({
      output: "it's\na\\b\n!! 2\n",
    });
    expect(await run('printf "%s" "a\\b"')).toMatchObject({ output: "a\\b" });
  });

  it("that takes too long is ended, keeps what it said, and the next one gets a terminal of its own", async () => {
    const { cwd, opened, run } = await visible();
    const end = await run(`echo before; ${stays("pid")}`, 1_500);
    expect(end).toEqual({ output: "before\n", ending: { kind: "timed-out" } });
    await untilGone(Number(await untilFile(join(cwd, "pid"))));
    expect(opened[0]?.isOpen()).toBe(false);
    expect(await run("echo again")).toMatchObject({ output: "again\n" });
    expect(opened).toHaveLength(2);
  });

  it("that ignores Ctrl+C is still ended when it is stopped, with the processes it started elsewhere", async () => {
    const { cwd, run } = await visible();
    const stop = new AbortController();
    const ending = run(`setsid bash -c '${stays("away")}' & trap '' INT; ${stays("stubborn")}`, LONG_MS, stop.signal);
    const pids = [await untilFile(join(cwd, "stubborn")), await untilFile(join(cwd, "away"))];
    stop.abort();
    expect((await ending).ending).toEqual({ kind: "stopped" });
    for (const pid of pids) await untilGone(Number(pid));
  });

  it("that leaves something running has it ended, and the shell of the terminal lives on", async () => {
    const { cwd, opened, run } = await visible();
    const end = await run(`(${stays("left")}) > /dev/null 2>&1 & until [ -s left ]; do sleep 0.02; done; echo done`);
    expect(end).toEqual({ output: "done\n", ending: { kind: "exited", exitCode: 0 }, leftovers: "ended" });
    await untilGone(Number(await untilFile(join(cwd, "left"))));
    expect([opened[0]?.shell.exitCode, opened[0]?.shell.signalCode, opened[0]?.isOpen()]).toEqual([null, null, true]);
  });

  it("whose terminal is closed by hand counts as killed and keeps what it said", async () => {
    const { cwd, opened, run } = await visible();
    const ending = run(`echo before; ${stays("pid")}`);
    const pid = await untilFile(join(cwd, "pid"));
    opened[0]?.closeByHand();
    expect(await ending).toMatchObject({ ending: { kind: "killed", signal: "SIGHUP" } });
    await untilGone(Number(pid));
  });
});

describe("output after the end", { timeout: PROCESS_TEST_MS }, () => {
  /** A terminal that says its last words after the exit code, and then perhaps never falls silent. */
  const late =
    (words: AsyncIterable<string>): OpenTerminal =>
    () => ({
      whenReady: async () => "ready",
      execute: () => ({ output: words, ended: Promise.resolve(0) }),
      interrupt: () => undefined,
      isOpen: () => true,
      processId: async () => process.pid,
      isAtPrompt: async () => false,
      close: () => undefined,
    });
  const runLate = (words: AsyncIterable<string>) =>
    createVisibleRunner({ env: {}, openTerminal: late(words) }).run(
      { text: "x", cwd: "/", timeoutMs: LONG_MS },
      () => undefined,
      never,
    );

  it("is waited for", async () => {
    expect(
      (
        await runLate(
          (async function* () {
            await new Promise((resolve) => setTimeout(resolve, 20));
            yield "last words";
          })(),
        )
      ).output,
    ).toBe("last words");
  });

  it("that never ends is not", async () => {
    expect(
      (
        await runLate(
          (async function* () {
            yield "some";
            await new Promise(() => undefined);
          })(),
        )
      ).output,
    ).toBe("some");
  });

  it("is kept as far as it came where the terminal breaks off", async () => {
    expect(
      (
        await runLate(
          (async function* () {
            yield "half";
            throw new Error("closed");
          })(),
        )
      ).output,
    ).toBe("half");
  });
});

describe("an end that is never told", { timeout: PROCESS_TEST_MS }, () => {
  it("is seen from a shell that waits at its prompt, and the terminal is not used again", async () => {
    let closed = 0;
    const forgetful: OpenTerminal = () => ({
      whenReady: async () => "ready",
      execute: () => ({
        output: (async function* () {
          yield "all it said";
        })(),
        ended: new Promise(() => undefined),
      }),
      interrupt: () => undefined,
      isOpen: () => true,
      processId: async () => process.pid,
      isAtPrompt: async () => true,
      close: () => void closed++,
    });
    const end = await createVisibleRunner({ env: {}, openTerminal: forgetful }).run(
      { text: "x", cwd: "/", timeoutMs: LONG_MS },
      () => undefined,
      never,
    );
    expect([end, closed]).toEqual([{ output: "all it said", ending: { kind: "exited", exitCode: null } }, 1]);
  });
});

describe("a terminal that cannot tell", { timeout: PROCESS_TEST_MS }, () => {
  it("is given up for good, and commands run unseen", async () => {
    let opened = 0;
    const mute: OpenTerminal = () => ({
      whenReady: async () => {
        opened++;
        return "mute";
      },
      execute: () => {
        throw new Error("not asked");
      },
      interrupt: () => undefined,
      isOpen: () => true,
      processId: async () => undefined,
      isAtPrompt: async () => false,
      close: () => undefined,
    });
    const runner = createVisibleRunner({ env: process.env, openTerminal: mute });
    for (const word of ["one", "two"])
      expect(
        await runner.run({ text: `echo ${word}`, cwd: "/", timeoutMs: LONG_MS }, () => undefined, never),
      ).toMatchObject({ output: `${word}\n`, ending: { kind: "exited", exitCode: 0 } });
    expect(opened).toBe(1);
  });

  it("is not asked for a command too long to type", async () => {
    const { opened, run } = await visible();
    expect(await run(`echo ${"x".repeat(3_000)} | wc -c`)).toMatchObject({ output: expect.stringContaining("3001") });
    expect(opened).toEqual([]);
  });
});
