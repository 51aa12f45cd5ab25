// Runs the tests' model server as a separate process: `npm run -s model-server -- --window 60000`. Prints its address
// and serves requests until the process ends.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureDependencies } from "./install.mjs";
import { findNode24, node24Environment } from "./node24.mjs";
import { root } from "./places.mjs";

const out = join(root, "dist", "model-server.mjs");

if (process.argv[2] === "--build") await buildServer();
else {
  ensureDependencies();
  hand([join(root, "scripts", "model-server.mjs"), "--build"]);
  process.exitCode = hand([out, ...process.argv.slice(2)]);
}

/** @param {readonly string[]} args */
function hand(args) {
  return spawnSync(findNode24(), args, { cwd: root, env: node24Environment(), stdio: "inherit" }).status ?? 1;
}

async function buildServer() {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: ["test/support/model-server/cli.ts"],
    outfile: out,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    logLevel: "warning",
  });
}
