import type { Sandbox } from "./sandbox/sandbox";

/** Runs shell text, in a visible terminal of the editor or as a child process. */
export interface TerminalRunner {
  /** Resolves when the command has ended, timed out or was stopped; by then none of its processes is left. */
  run(command: TerminalCommand, onOutput: (text: string) => void, signal: AbortSignal): Promise<TerminalEnd>;
  /** Starts a command that runs in the background; undefined where the terminal cannot do that. */
  start?(command: TerminalCommand): BackgroundCommand;
}

export interface TerminalCommand {
  readonly text: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Every runner either runs the command inside it, or not at all. */
  readonly sandbox?: Sandbox;
}

export interface TerminalEnd {
  /** The raw output of both streams, in the order it arrived. */
  readonly output: string;
  readonly ending: /** The exit code is null where the terminal does not report it. */
    | { readonly kind: "exited"; readonly exitCode: number | null }
    | { readonly kind: "killed"; readonly signal: string }
    | { readonly kind: "timed-out" }
    | { readonly kind: "stopped" }
    | { readonly kind: "unstartable"; readonly reason: string };
  /** The shell ended but had left processes running; they were ended too. */
  readonly leftovers?: "ended";
}

export interface BackgroundCommand {
  /** The output since the last call. */
  newOutput(): string;
  ending(): TerminalEnd["ending"] | undefined;
  readonly whenEnded: Promise<void>;
  stop(): Promise<void>;
}
