// Runs the real agents of others as test partners, against the tests' model server on loopback with a fake key:
// `npm run rivals -- [--only claude-code,codex]`. Records the fixtures in test/fixtures/rivals. Installs pinned versions
// from npm into the cache; nothing of them is a dependency, and no test needs them.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDependencies } from "./install.mjs";
import { findNode24, node24Environment } from "./node24.mjs";
import { root } from "./places.mjs";
import { findOnPath } from "./process.mjs";

const out = join(root, "dist", "rivals");

if (process.argv[2] === "--build") await buildRivals();
else {
  ensureDependencies();
  const main = [join(out, "main.mjs"), "--root", root, ...process.argv.slice(2)];
  process.exitCode =
    start(findNode24(), [join(root, "scripts", "rivals.mjs"), "--build"]) ||
    start(findNode24(), [...main, "--install"]) ||
    startOnLoopback(findNode24(), main);
}

/**
 * Runs a program where no network but loopback exists. Elsewhere than on Linux there is no such place, and a proxy that
 * does not answer has to do.
 * @param {string} program
 * @param {readonly string[]} args
 */
function startOnLoopback(program, args) {
  if (process.platform === "linux" && findOnPath(["unshare"]) && findOnPath(["ip"]))
    return start("unshare", [
      "--map-root-user",
      "--net",
      "sh",
      "-c",
      'ip link set lo up && exec "$@"',
      "sh",
      program,
      ...args,
    ]);
  console.warn("There is no network namespace on this machine: the agents run with a proxy that leads nowhere.");
  const nowhere = "http://127.0.0.1:9";
  return start(program, args, { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NO_PROXY: "127.0.0.1,localhost" });
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [more]
 */
function start(program, args, more = {}) {
  return spawnSync(program, args, { cwd: root, env: node24Environment(more), stdio: "inherit" }).status ?? 1;
}

async function buildRivals() {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node24",
    packages: "external",
    logLevel: "warning",
    entryPoints: { main: "test/rivals/main.ts" },
    outdir: out,
    format: "esm",
    outExtension: { ".js": ".mjs" },
    plugins: [
      {
        // Our scripts locate the repository by their own path, so they stay out of the bundle.
        name: "own-scripts",
        setup: (esbuild) =>
          esbuild.onResolve({ filter: /scripts\/[\w-]+\.mjs$/ }, ({ resolveDir, path }) => ({
            path: pathToFileURL(resolve(resolveDir, path)).href,
            external: true,
          })),
      },
    ],
  });
}
