/** Runs shell text. The editor's host may bring one with a visible terminal; elsewhere it is a child process. */
export interface TerminalRunner {
  /** Resolves when the command has ended, timed out or was stopped; by then none of its processes is left. */
  run(command: TerminalCommand, onOutput: (text: string) => void, signal: AbortSignal): Promise<TerminalEnd>;
  /** Starts a command that goes on by itself. Not every terminal can: undefined then. */
  start?(command: TerminalCommand): BackgroundCommand;
}

export interface TerminalCommand {
  readonly text: string;
  readonly cwd: string;
  readonly timeoutMs: number;
}

export interface TerminalEnd {
  /** Everything both streams said, in the order it arrived, uncleaned. */
  readonly output: string;
  readonly ending:
    | { readonly kind: "exited" /** Null where the terminal could not tell. */; readonly exitCode: number | null }
    | { readonly kind: "killed"; readonly signal: string }
    | { readonly kind: "timed-out" }
    | { readonly kind: "stopped" }
    | { readonly kind: "unstartable"; readonly reason: string };
  /** The shell ended but had left processes running; they were ended too. */
  readonly leftovers?: "ended";
}

export interface BackgroundCommand {
  /** What was said since the last time this was called. */
  newOutput(): string;
  ending(): TerminalEnd["ending"] | undefined;
  readonly whenEnded: Promise<void>;
  stop(): Promise<void>;
}
