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
  const { file, rest, shell } = commandFor(program, args);
  const { status, signal, error } = spawnSync(file, rest, { stdio: "inherit", shell, ...options });
  if (error) throw new Error(`${program} could not be started: ${error.message}`, { cause: error });
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")} ended with ${status ?? signal}`);
}

/**
 * Runs a program to completion and returns what it says; throws with that if it fails.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnSyncOptions} [options]
 */
export function read(program, args, options = {}) {
  const { file, rest, shell } = commandFor(program, args);
  const { status, signal, error, stdout, stderr } = spawnSync(file, rest, { shell, ...options, encoding: "utf8" });
  if (error) throw new Error(`${program} could not be started: ${error.message}`, { cause: error });
  const said = `${stdout}${stderr}`.trim();
  if (status !== 0) throw new Error(`${said}\n${[program, ...args].join(" ")} ended with ${status ?? signal}`);
  return said;
}

/**
 * How to start a program. On Windows, most command-line programs are scripts (`npm.cmd`, `code.cmd`) that only a shell
 * can start, and a shell splits what is not quoted.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.Platform} [platform]
 */
export function commandFor(program, args, platform = process.platform) {
  if (platform !== "win32" || program.toLowerCase().endsWith(".exe"))
    return { file: program, rest: args, shell: false };
  return { file: [program, ...args].map(quoteForCmd).join(" "), rest: [], shell: true };
}

/** @param {string} text */
const quoteForCmd = (text) => (/^[\w\-.:=\\/@+]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`);

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
