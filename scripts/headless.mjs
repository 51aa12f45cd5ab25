// Runs the headless host: `npm run -s headless -- <command>`. Builds its bundle first if that is missing or stale.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildOnce, replaceFiles } from "./headless-bundle.mjs";
import { ensureDependencies } from "./install.mjs";
import { findNode24, isNode24, node24Environment } from "./node24.mjs";
import { root } from "./places.mjs";

const out = join(root, "dist", "headless");
const main = join(out, "main.mjs");
/** Short enough that nobody notices the delay after Ctrl+C. */
const STARTER_CHECK_MS = 100;

if (process.argv[2] === "--build") {
  mkdirSync(dirname(out), { recursive: true });
  await buildOnce(`${out}.lock`, isStale, buildHeadless);
} else {
  ensureDependencies();
  if (isStale())
    spawnSync(findNode24(), [join(root, "scripts", "headless.mjs"), "--build"], {
      env: node24Environment(),
      // The output of the command belongs to its caller alone.
      stdio: ["inherit", 2, "inherit"],
    });
  stopWithStarter();
  if (isNode24()) await import(pathToFileURL(main).href);
  else handOver();
}

/** npm forwards a signal only to its shell, which dies without forwarding it. So the loss of the parent means stop. */
function stopWithStarter() {
  const starter = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, STARTER_CHECK_MS);
  watch.unref();
}

/** Continues on Node 24 if npm runs an older Node. Signals are forwarded, so that Ctrl+C stops the turn itself. */
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
  const begunMs = Date.now();
  const workers = sources(join(root, "src")).filter((file) => file.endsWith("-worker.ts"));
  const common = /** @type {const} */ ({
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node24",
    packages: "external",
    logLevel: "warning",
    outdir: out,
    write: false,
  });
  const scripts = await build({
    ...common,
    entryPoints: Object.fromEntries(workers.map((file) => [basename(file, ".ts"), file])),
    format: "cjs",
    outExtension: { ".js": ".cjs" },
  });
  const host = await build({
    ...common,
    entryPoints: { main: "src/headless/main.ts" },
    format: "esm",
    splitting: true,
    outExtension: { ".js": ".mjs" },
  });
  replaceFiles([...scripts.outputFiles, ...host.outputFiles], { last: main, begunMs });
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
