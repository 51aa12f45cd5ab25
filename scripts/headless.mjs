// The headless host: `npm run -s headless -- <command>`. Builds itself when the bundle is missing or stale, then hands over.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { ensureDependencies } from "./install.mjs";
import { findNode24, node24Environment } from "./node24.mjs";
import { root } from "./places.mjs";

const out = join(root, "dist", "headless");
const main = join(out, "main.mjs");

if (process.argv[2] === "--build") await buildHeadless();
else {
  ensureDependencies();
  if (isStale()) run([join(root, "scripts", "headless.mjs"), "--build"]);
  process.exitCode = run([main, ...process.argv.slice(2)]);
}

/** @param {readonly string[]} args */
function run(args) {
  const { status } = spawnSync(findNode24(), args, { cwd: process.cwd(), env: node24Environment(), stdio: "inherit" });
  return status ?? 1;
}

function isStale() {
  if (!existsSync(main)) return true;
  const built = statSync(main).mtimeMs;
  return sources(join(root, "src")).some((file) => statSync(file).mtimeMs > built);
}

async function buildHeadless() {
  const { build } = await import("esbuild");
  const workers = sources(join(root, "src")).filter((file) => file.endsWith("-worker.ts"));
  const common = /** @type {const} */ ({ absWorkingDir: root, bundle: true, platform: "node", target: "node24", packages: "external", logLevel: "warning", outdir: out });
  await build({ ...common, entryPoints: Object.fromEntries(workers.map((file) => [basename(file, ".ts"), file])), format: "cjs", outExtension: { ".js": ".cjs" } });
  await build({ ...common, entryPoints: { main: "src/headless/main.ts" }, format: "esm", splitting: true, outExtension: { ".js": ".mjs" } });
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? sources(join(folder, entry.name)) : entry.name.endsWith(".ts") ? [join(folder, entry.name)] : []));
}
