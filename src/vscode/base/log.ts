import type { LogOutputChannel } from "vscode";
import { window } from "vscode";

/** The output channel "Hermes", for errors and for problems that need no interruption. */
export const createLog = (): LogOutputChannel => window.createOutputChannel("Hermes", { log: true });

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
