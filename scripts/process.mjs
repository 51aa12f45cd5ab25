import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Runs a program to completion, shows its output, and throws if it fails.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnSyncOptions} [options]
 */
export function run(program, args, options = {}) {
  const { status, signal, error } = spawnSync(program, args, { stdio: "inherit", ...options });
  if (error) throw new Error(`${program} could not be started: ${error.message}`, { cause: error });
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")} ended with ${status ?? signal}`);
}

/**
 * The first of these programs that is on the PATH.
 * @param {readonly string[]} names
 */
export function findOnPath(names) {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const endings = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  return firstExecutable(
    names.flatMap((name) => folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)))),
  );
}

/** @param {readonly string[]} paths */
export function firstExecutable(paths) {
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false; // Not being there is what is asked.
    }
  });
}

/**
 * Reports a failure of the script in one clear line instead of a stack trace.
 * @param {() => void | Promise<void>} main
 */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
