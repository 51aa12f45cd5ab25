import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import type { OpenTerminal, ShellTerminal } from "../../src/vscode/terminal/shell-terminal";

export interface BashTerminal extends ShellTerminal {
  readonly shell: ChildProcess;
  /** The visible text, line by line. */
  readonly typed: readonly string[];
  /** Closes the terminal, like the trash icon. */
  closeByHand(): void;
}

/**
 * A stand-in for VS Code's terminal with a real shell, which persists between commands, runs each in its own process
 * group, and reports its end.
 * As in a remote VS Code, the terminal adds variables of its own (`adds`) to the requested environment.
 */
export function bashTerminals(adds: Readonly<Record<string, string>> = {}): {
  readonly opened: BashTerminal[];
  readonly open: OpenTerminal;
} {
  const opened: BashTerminal[] = [];
  const open: OpenTerminal = ({ shell: path, cwd, env: asked }) => {
    const env = { ...adds, ...asked };
    const shell = spawn(path, ["-c", "read -r"], { cwd, env, stdio: ["pipe", "ignore", "ignore"] });
    const terminal = terminalOf(shell, (text) =>
      spawn(path, ["-c", text], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] }),
    );
    opened.push(terminal);
    return terminal;
  };
  return { opened, open };
}

function terminalOf(shell: ChildProcess, start: (text: string) => ChildProcess): BashTerminal {
  const closed = new AbortController();
  const typed: string[] = [];
  let current: ChildProcess | undefined;
  const close = () => {
    shell.kill("SIGKILL");
    closed.abort();
  };
  return {
    shell,
    typed,
    whenReady: async () => "ready",
    execute(text) {
      typed.push(text);
      const child = start(text);
      current = child;
      const ended = new Promise<number | null | "closed">((resolve) => {
        closed.signal.addEventListener("abort", () => resolve("closed"), { once: true });
        child.once("exit", (exitCode) => resolve(exitCode));
      });
      return { output: outputOf(child), ended };
    },
    interrupt() {
      if (current?.pid !== undefined && current.exitCode === null) process.kill(-current.pid, "SIGINT");
    },
    isOpen: () => !closed.signal.aborted,
    processId: async () => shell.pid,
    isAtPrompt: async () => false,
    close,
    closeByHand: close,
  };
}

async function* outputOf(child: ChildProcess): AsyncGenerator<string> {
  if (child.stdout === null) return;
  for await (const chunk of child.stdout) yield String(chunk);
}
