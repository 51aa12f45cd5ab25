import { window } from "vscode";
import type { LogOutputChannel } from "vscode";

/** The output channel "Hermes": what went wrong and was not worth interrupting anybody for. */
export const createLog = (): LogOutputChannel => window.createOutputChannel("Hermes", { log: true });

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
