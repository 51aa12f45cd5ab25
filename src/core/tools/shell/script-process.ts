import { spawn } from "node:child_process";
import { createOutputBuffer } from "./output-buffer";
import type { ShellOptions } from "./shell-process";
import {
  cleanEnvironment,
  endGroup,
  endLeftovers,
  endRunaways,
  findBash,
  markProcess,
  whenEnded,
} from "./shell-process";
import type { TerminalCommand, TerminalEnd } from "./terminal-runner";

/** A command of the user's own that reads its input and answers on its output, such as a hook. */
export interface Script extends TerminalCommand {
  readonly input: string;
  /** Beside the cleaned environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface ScriptEnd {
  readonly stdout: string;
  readonly stderr: string;
  readonly ending: TerminalEnd["ending"];
}

/** More than any answer; what is longer was not meant for us. */
const MAX_CHARS = 256 * 1024;

/** Resolves when the script has ended, timed out, or was stopped; by then none of its processes is left. */
export function runScript(options: ShellOptions, script: Script, signal: AbortSignal): Promise<ScriptEnd> {
  return new Promise((resolve) => {
    const { mark, env } = markProcess();
    const child = spawn(script.text, {
      cwd: script.cwd,
      env: { ...cleanEnvironment(options.env), ...script.env, ...env },
      shell: findBash() ?? true,
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const stdout = createOutputBuffer(MAX_CHARS);
    const stderr = createOutputBuffer(MAX_CHARS);
    let forced: TerminalEnd["ending"] | undefined;
    const force = (ending: TerminalEnd["ending"]): void => {
      forced ??= ending;
      endGroup(child);
    };
    const timer = setTimeout(() => force({ kind: "timed-out" }), script.timeoutMs);
    const onAbort = (): void => force({ kind: "stopped" });
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    child.stdout.setEncoding("utf8").on("data", (text: string) => stdout.add(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => stderr.add(text));
    // A script that does not read its input closes the pipe; that is its right.
    child.stdin.on("error", () => undefined);
    child.stdin.end(script.input);
    void whenEnded(child).then(async (ending) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      await endLeftovers(child);
      if (forced !== undefined) await endRunaways(mark);
      resolve({ stdout: stdout.text(), stderr: stderr.text(), ending: forced ?? ending });
    });
  });
}
