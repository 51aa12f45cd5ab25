// Replays recorded sessions with every strategy and measures the speed of the product:
// `npm run bench -- [--data FOLDER] [--only replay|speed] [--window N] [--failures SHARE]`.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDependencies } from "./install.mjs";
import { findNode24, node24Environment } from "./node24.mjs";
import { root } from "./places.mjs";

const out = join(root, "dist", "bench");

if (process.argv[2] === "--build") await buildBench();
else {
  ensureDependencies();
  const built = run([join(root, "scripts", "bench.mjs"), "--build"]);
  process.exitCode =
    built === 0 ? run(["--expose-gc", join(out, "main.mjs"), "--root", root, ...process.argv.slice(2)]) : built;
}

/** @param {readonly string[]} args */
function run(args) {
  const { status } = spawnSync(findNode24(), args, { cwd: root, env: node24Environment(), stdio: "inherit" });
  return status ?? 1;
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

async function buildBench() {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node24",
    packages: "external",
    logLevel: "warning",
    entryPoints: { main: "test/bench/main.ts" },
    outdir: out,
    format: "esm",
    splitting: true,
    outExtension: { ".js": ".mjs" },
    plugins: [ownScripts()],
  });
}
