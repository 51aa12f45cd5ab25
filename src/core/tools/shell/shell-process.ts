import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { findCarriers, hasLivingMembers } from "../files/process-search";
import { createOutputBuffer } from "./output-buffer";
import { OUTSIDE_SOCKETS, sandboxArguments } from "./sandbox/sandbox";
import type { BackgroundCommand, TerminalCommand, TerminalEnd, TerminalRunner } from "./terminal-runner";

/** Between SIGTERM and SIGKILL. */
const KILL_GRACE_MS = 300;
/** Pipes normally close when the shell ends; processes that it left behind may keep them open for ever. */
const DRAIN_MS = 250;

export interface ShellOptions {
  /** The environment of commands; keys of model providers are removed. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const BASH = "/bin/bash";

/** Bash where there is one, since models write for it; undefined where the system's own shell runs commands. */
export const findBash = (platform: NodeJS.Platform = process.platform): string | undefined =>
  platform !== "win32" && existsSync(BASH) ? BASH : undefined;

/** The shell that runs commands, for the model to write for. */
export function commandShell(
  platform: NodeJS.Platform = process.platform,
  env: ShellOptions["env"] = process.env,
): string {
  return findBash(platform) ?? (platform === "win32" ? (env["ComSpec"] ?? "cmd.exe") : "/bin/sh");
}

/** Every process of a command carries this in its environment, whatever group it moves to. */
const MARK = "HERMES_COMMAND";
let commands = 0;
const newMark = (): string => `${process.pid}-${++commands}`;

/** The mark of one more command, and the variable that carries it. */
export function markProcess(): { readonly mark: string; readonly env: Readonly<Record<string, string>> } {
  const mark = newMark();
  return { mark, env: { [MARK]: mark } };
}

/** Each command gets a process group of its own, so that stopping it reaches everything it started. */
export function createShellRunner(options: ShellOptions): TerminalRunner {
  return {
    run: (command, onOutput, signal) => runShell(options, command, onOutput, signal),
    start: (command) => startShell(options, command),
  };
}

type Ending = TerminalEnd["ending"];

function runShell(
  options: ShellOptions,
  command: TerminalCommand,
  onOutput: (text: string) => void,
  signal: AbortSignal,
): Promise<TerminalEnd> {
  return new Promise((resolve) => {
    const buffer = createOutputBuffer();
    const mark = newMark();
    const child = spawnShell(options, command, mark);
    let forced: Ending | undefined;
    const force = (ending: Ending): void => {
      forced ??= ending;
      endGroup(child);
    };
    const timer = setTimeout(() => force({ kind: "timed-out" }), command.timeoutMs);
    const onAbort = (): void => force({ kind: "stopped" });
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    listen(child, (text) => {
      buffer.add(text);
      onOutput(text);
    });
    void whenEnded(child).then(async (ending) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      // The kernel ends whatever a sandbox still contains, and may need a moment for it.
      const leftovers = command.sandbox === undefined && (await endLeftovers(child));
      if (forced !== undefined) await endRunaways(mark);
      resolve({
        output: buffer.text(),
        ending: forced ?? ending,
        ...(leftovers && forced === undefined ? { leftovers: "ended" as const } : {}),
      });
    });
  });
}

function startShell(options: ShellOptions, command: TerminalCommand): BackgroundCommand {
  let buffer = createOutputBuffer(MAX_UNREAD_CHARS);
  const mark = newMark();
  const child = spawnShell(options, command, mark);
  let ended: Ending | undefined;
  listen(child, (text) => buffer.add(text));
  const whenOver = whenEnded(child).then((ending) => {
    ended = ending;
  });
  return {
    newOutput() {
      const text = buffer.text();
      buffer = createOutputBuffer(MAX_UNREAD_CHARS);
      return text;
    },
    ending: () => ended,
    whenEnded: whenOver,
    async stop() {
      if (ended === undefined) endGroup(child);
      await whenOver;
      await endLeftovers(child);
      await endRunaways(mark);
    },
  };
}

/** A server may log for days before its output is read; this much of it is kept. */
const MAX_UNREAD_CHARS = 1024 * 1024;

function spawnShell(options: ShellOptions, command: TerminalCommand, mark: string): ChildProcess {
  const { program, args, shell, env } = programOf(command, cleanEnvironment(options.env));
  return spawn(program, args, {
    cwd: command.cwd,
    env: { ...env, [MARK]: mark },
    shell,
    // A prompt for input must fail at once, because nobody can answer it.
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
}

function programOf(
  { text, cwd, sandbox }: TerminalCommand,
  env: Readonly<Record<string, string>>,
): {
  readonly program: string;
  readonly args: readonly string[];
  readonly shell: string | boolean;
  readonly env: Readonly<Record<string, string>>;
} {
  if (sandbox === undefined) return { program: text, args: [], shell: findBash() ?? true, env };
  return {
    program: sandbox.program,
    args: sandboxArguments(sandbox, cwd, [BASH, "-c", text]),
    shell: false,
    // What the kernel refused is recognized by its English words.
    env: { ...without(env, OUTSIDE_SOCKETS), TMPDIR: "/tmp", LC_MESSAGES: "C", LANGUAGE: "" },
  };
}

const without = (env: Readonly<Record<string, string>>, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));

/** Provider keys must not reach commands the model writes; pagers and colors would only hinder it. */
export function cleanEnvironment(env: ShellOptions["env"]): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || SECRET_NAME.test(name) || name === "ELECTRON_RUN_AS_NODE" ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(kept),
    PAGER: "cat",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    TERM: "dumb",
    NO_COLOR: "1",
  };
}

const SECRET_NAME = /API_?KEY|^(?:ANTHROPIC|OPENAI|OPENROUTER)_\w*(?:KEY|TOKEN|SECRET)/i;

function listen(child: ChildProcess, onText: (text: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", onText);
}

export function whenEnded(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ kind: "unstartable", reason: error.message }));
    child.once("exit", (code, signal) => {
      const ending: Ending = signal === null ? { kind: "exited", exitCode: code } : { kind: "killed", signal };
      const timer = setTimeout(() => resolve(ending), DRAIN_MS);
      child.once("close", () => {
        clearTimeout(timer);
        resolve(ending);
      });
    });
  });
}

export function endGroup(child: ChildProcess): void {
  signalGroup(child, "SIGTERM");
  setTimeout(() => signalGroup(child, "SIGKILL"), KILL_GRACE_MS).unref();
}

/** True where the shell left processes behind. */
export async function endLeftovers(child: ChildProcess): Promise<boolean> {
  if (child.pid === undefined || !(await hasLivingMembers(child.pid))) return false;
  signalGroup(child, "SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, KILL_GRACE_MS));
  signalGroup(child, "SIGKILL");
  return true;
}

/** Ends processes that left the group; only when the user stops a command, since a daemon may serve later ones. */
export const endRunaways = (mark: string): Promise<number> => endCarriers(MARK, mark, undefined);

/** Ends every process that carries the mark, except one; returns how many there were. */
export async function endCarriers(name: string, mark: string, except: number | undefined): Promise<number> {
  const carriers = (await findCarriers(name, mark)).filter((pid) => pid !== except);
  for (const pid of carriers) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself meanwhile.
    }
  }
  return carriers.length;
}

function signalGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  const [program, ...args] = treeKiller(child.pid) ?? [];
  try {
    // Without a listener, a program that cannot be started would end this process.
    if (program !== undefined)
      spawn(program, args, { stdio: "ignore", windowsHide: true }).once("error", () => child.kill(signal));
    else process.kill(-child.pid, signal);
  } catch {
    // The group has ended already, as intended.
  }
}

/** The command that ends a process with all its descendants, on Windows, which has no process groups to signal. */
export const treeKiller = (pid: number, platform: NodeJS.Platform = process.platform): readonly string[] | undefined =>
  platform === "win32" ? ["taskkill", "/pid", String(pid), "/T", "/F"] : undefined;
