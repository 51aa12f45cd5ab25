import type { LogOutputChannel } from "vscode";
import { window } from "vscode";

/** Enough to see what led to a problem, and little enough to read before it is shared. */
const RECENT_LINES = 200;

export interface LogLine {
  readonly at: number;
  readonly level: "warn" | "error";
  readonly text: string;
}

/** The output channel "Hermes", for errors and for problems that need no interruption. */
export class Log {
  private readonly channel: LogOutputChannel = window.createOutputChannel("Hermes", { log: true });
  /** VS Code does not give back what a channel contains. */
  private lines: readonly LogLine[] = [];

  warn(text: string): void {
    this.keep("warn", text);
    this.channel.warn(text);
  }

  error(text: string): void {
    this.keep("error", text);
    this.channel.error(text);
  }

  /** The newest lines, oldest first. */
  recent(): readonly LogLine[] {
    return this.lines;
  }

  dispose(): void {
    this.channel.dispose();
  }

  private keep(level: LogLine["level"], text: string): void {
    this.lines = [...this.lines, { at: Date.now(), level, text }].slice(-RECENT_LINES);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
