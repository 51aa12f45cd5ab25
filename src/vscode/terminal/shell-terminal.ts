import type { Terminal, TerminalShellExecution } from "vscode";
import { window } from "vscode";
import { isAtPrompt } from "../../core/host";

/** A terminal whose shell reports when a command begins and ends. */
export interface ShellTerminal {
  /** "mute" if the shell has not announced its integration within the limit. */
  whenReady(limitMs: number): Promise<"ready" | "mute">;
  execute(text: string): {
    readonly output: AsyncIterable<string>;
    /** Null if the shell did not report an exit code. */
    readonly ended: Promise<number | null | "closed">;
  };
  /** Ctrl+C. */
  interrupt(): void;
  isOpen(): boolean;
  processId(): Promise<number | undefined>;
  /** Whether the shell is waiting for the next command. */
  isAtPrompt(): Promise<boolean>;
  close(): void;
}

export type OpenTerminal = (options: {
  readonly shell: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}) => ShellTerminal;

/** Visible among the other terminals, without taking the focus. */
export const openShellTerminal: OpenTerminal = ({ shell, cwd, env }) => {
  const terminal = window.createTerminal({
    name: "Hermes",
    shellPath: shell,
    cwd,
    env: { ...env },
    strictEnv: true,
    isTransient: true,
  });
  return {
    whenReady: (limitMs) => whenIntegrated(terminal, limitMs),
    execute(text) {
      // Present since `whenReady`; a shell does not lose it.
      const execution = terminal.shellIntegration?.executeCommand(text);
      if (execution === undefined) throw new Error("The terminal lost its shell integration.");
      return { output: execution.read(), ended: whenEnded(terminal, execution) };
    },
    interrupt: () => terminal.sendText("\u0003", false),
    isOpen: () => terminal.exitStatus === undefined,
    processId: async () => terminal.processId,
    isAtPrompt: async () => isAtPrompt((await terminal.processId) ?? 0),
    close: () => terminal.dispose(),
  };
};

function whenIntegrated(terminal: Terminal, limitMs: number): Promise<"ready" | "mute"> {
  if (terminal.shellIntegration !== undefined) return Promise.resolve("ready");
  return new Promise((resolve) => {
    const settle = (how: "ready" | "mute"): void => {
      clearTimeout(timer);
      for (const one of watching) one.dispose();
      resolve(how);
    };
    const timer = setTimeout(() => settle("mute"), limitMs);
    const watching = [
      window.onDidChangeTerminalShellIntegration((change) => change.terminal === terminal && settle("ready")),
      window.onDidCloseTerminal((closed) => closed === terminal && settle("mute")),
    ];
  });
}

function whenEnded(terminal: Terminal, execution: TerminalShellExecution): Promise<number | null | "closed"> {
  return new Promise((resolve) => {
    const settle = (how: number | null | "closed"): void => {
      for (const one of watching) one.dispose();
      resolve(how);
    };
    const watching = [
      window.onDidEndTerminalShellExecution((end) => end.execution === execution && settle(end.exitCode ?? null)),
      window.onDidCloseTerminal((closed) => closed === terminal && settle("closed")),
    ];
  });
}
