import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What happened while the built extension was loaded and activated in a separate Node process. */
export interface Activation {
  /** The extension's own files, sorted by name. */
  readonly loaded: readonly string[];
  /** Calls that accessed files, processes, or the network. */
  readonly touched: readonly string[];
  readonly commands: readonly string[];
  readonly api: readonly string[];
}

export async function recordActivation(entry = "dist/extension.js"): Promise<Activation> {
  const { stdout } = await promisify(execFile)(process.execPath, ["test/support/activation-child.cjs", entry]);
  return JSON.parse(stdout);
}
