import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDependencies } from "./install.mjs";
import { findNode24, node24Environment } from "./node24.mjs";
import { root } from "./places.mjs";
import { findOnPath } from "./process.mjs";

/**
 * @typedef {object} DevelopmentTool
 * @property {string} name
 * @property {string} entry
 * @property {string} script
 * @property {"any" | "loopback"} [network] "loopback": first runs the tool with `--install`, then again where no other
 *   network exists.
 */

/**
 * Bundles a tool of ours that is written in TypeScript and runs it on Node 24: `script` calls this, and is called
 * again with `--build` on Node 24 to do the bundling.
 * @param {DevelopmentTool} tool
 */
export async function runDevelopmentTool({ name, entry, script, network = "any" }) {
  const out = join(root, "dist", name);
  if (process.argv[2] === "--build") return bundle(entry, out);
  ensureDependencies();
  const main = ["--expose-gc", join(out, "main.mjs"), "--root", root, ...process.argv.slice(2)];
  process.exitCode =
    run([join(root, "scripts", script), "--build"]) ||
    (network === "any" ? run(main) : run([...main, "--install"]) || runOnLoopback(main));
}

/** @param {readonly string[]} args */
const run = (args) => start(findNode24(), args);

/**
 * Runs Node where no network but loopback exists. Elsewhere than on Linux there is no such place, and a proxy that
 * does not answer has to do.
 * @param {readonly string[]} args
 */
function runOnLoopback(args) {
  if (process.platform === "linux" && findOnPath(["unshare"]) && findOnPath(["ip"])) {
    const inside = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
    return start("unshare", ["--map-root-user", "--net", ...inside, findNode24(), ...args]);
  }
  console.warn("There is no network namespace on this machine: the agents run with a proxy that leads nowhere.");
  const nowhere = "http://127.0.0.1:9";
  return start(findNode24(), args, { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NO_PROXY: "127.0.0.1,localhost" });
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [more]
 */
function start(program, args, more = {}) {
  return spawnSync(program, args, { cwd: root, env: node24Environment(more), stdio: "inherit" }).status ?? 1;
}

/**
 * @param {string} entry
 * @param {string} out
 */
async function bundle(entry, out) {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node24",
    packages: "external",
    logLevel: "warning",
    entryPoints: { main: entry },
    outdir: out,
    format: "esm",
    splitting: true,
    outExtension: { ".js": ".mjs" },
    plugins: [ownScripts()],
  });
}

/**
 * Leaves our scripts out of the bundle: they locate the repository by their own path.
 * @returns {import("esbuild").Plugin}
 */
function ownScripts() {
  return {
    name: "own-scripts",
    setup: (build) =>
      build.onResolve({ filter: /scripts\/[\w-]+\.mjs$/ }, ({ resolveDir, path }) => ({
        path: pathToFileURL(resolve(resolveDir, path)).href,
        external: true,
      })),
  };
}
