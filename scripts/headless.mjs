// The headless host: `npm run -s headless -- <command>`. Builds itself when the bundle is missing or stale, then hands over.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDependencies } from "./install.mjs";
import { findNode24, isNode24, node24Environment } from "./node24.mjs";
import { root } from "./places.mjs";

const out = join(root, "dist", "headless");
const main = join(out, "main.mjs");
/** A person who pressed stop should not notice the delay. */
const STARTER_CHECK_MS = 100;

if (process.argv[2] === "--build") await buildHeadless();
else {
  ensureDependencies();
  if (isStale())
    spawnSync(findNode24(), [join(root, "scripts", "headless.mjs"), "--build"], {
      env: node24Environment(),
      stdio: "inherit",
    });
  stopWithStarter();
  if (isNode24()) await import(pathToFileURL(main).href);
  else handOver();
}

/** npm passes a signal to the shell it started us by, and that one dies without passing it on: losing it is our stop. */
function stopWithStarter() {
  const starter = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, STARTER_CHECK_MS);
  watch.unref();
}

/** Where npm runs an older Node. Signals are passed on, so that a stop reaches the turn and not only its starter. */
function handOver() {
  const child = spawn(findNode24(), [main, ...process.argv.slice(2)], { env: node24Environment(), stdio: "inherit" });
  for (const name of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(name, () => child.kill(name));
  child.on("error", (error) => {
    process.stderr.write(`headless: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("close", (status) => {
    process.exitCode = status ?? 1;
  });
}

function isStale() {
  if (!existsSync(main)) return true;
  const built = statSync(main).mtimeMs;
  return sources(join(root, "src")).some((file) => statSync(file).mtimeMs > built);
}

async function buildHeadless() {
  const { build } = await import("esbuild");
  const workers = sources(join(root, "src")).filter((file) => file.endsWith("-worker.ts"));
  const common = /** @type {const} */ ({
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node24",
    packages: "external",
    logLevel: "warning",
    outdir: out,
  });
  await build({
    ...common,
    entryPoints: Object.fromEntries(workers.map((file) => [basename(file, ".ts"), file])),
    format: "cjs",
    outExtension: { ".js": ".cjs" },
  });
  await build({
    ...common,
    entryPoints: { main: "src/headless/main.ts" },
    format: "esm",
    splitting: true,
    outExtension: { ".js": ".mjs" },
  });
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : entry.name.endsWith(".ts")
        ? [join(folder, entry.name)]
        : [],
  );
}
