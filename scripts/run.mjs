// Runs one of the project's tools on Node 24, whichever Node is installed: `node scripts/run.mjs vitest run`.
import { join } from "node:path";
import { node24Environment } from "./node24.mjs";
import { root } from "./places.mjs";
import { run, runScript } from "./process.mjs";

/**
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runTool(tool, args, env = {}) {
  const isWindows = process.platform === "win32";
  run(join(root, "node_modules", ".bin", isWindows ? `${tool}.cmd` : tool), args, {
    cwd: root,
    env: node24Environment(env),
    shell: isWindows,
  });
}

const [, script, tool, ...args] = process.argv;
if (script?.endsWith("run.mjs") && tool) await runScript(() => runTool(tool, args));
