import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDependencies } from "./install.mjs";
import { findNode24, node24Environment } from "./node24.mjs";
import { root } from "./places.mjs";

/**
 * Bundles a tool of ours that is written in TypeScript and runs it on Node 24: `script` calls this, and is called
 * again with `--build` on Node 24 to do the bundling.
 * @param {{ readonly name: string, readonly entry: string, readonly script: string }} tool
 */
export async function runDevelopmentTool({ name, entry, script }) {
  const out = join(root, "dist", name);
  if (process.argv[2] === "--build") return bundle(entry, out);
  ensureDependencies();
  const built = run([join(root, "scripts", script), "--build"]);
  process.exitCode =
    built === 0 ? run(["--expose-gc", join(out, "main.mjs"), "--root", root, ...process.argv.slice(2)]) : built;
}

/** @param {readonly string[]} args */
function run(args) {
  const { status } = spawnSync(findNode24(), args, { cwd: root, env: node24Environment(), stdio: "inherit" });
  return status ?? 1;
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
