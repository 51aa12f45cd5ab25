// Runs test/desktop in a desktop VS Code, downloaded if necessary: `npm run desktop -- minimum|stable|1.110.0`.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureDependencies } from "./install.mjs";
import { findNode24 } from "./node24.mjs";
import { cacheFolder, manifest, root } from "./places.mjs";
import { run, runScript } from "./process.mjs";

const suite = join(root, "dist", "desktop", "suite.cjs");

/**
 * The version of VS Code to test in; `minimum` is the oldest one that package.json allows.
 * @param {string} choice
 * @param {string} allowed
 */
export const desktopVersion = (choice, allowed) => (choice === "minimum" ? allowed.replace(/^\^/, "") : choice);

/** Bundles the suite, so that the host of any version can load it. */
export async function buildSuite() {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [join(root, "test", "desktop", "suite.ts")],
    outfile: suite,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    logLevel: "warning",
  });
  return suite;
}

/** @param {string} version */
async function runDesktop(version) {
  const { runTests } = await import("@vscode/test-electron");
  const folder = mkdtempSync(join(tmpdir(), "hermes-desktop-"));
  const workspace = join(folder, "workspace");
  cpSync(join(root, "test", "fixtures", "sample-workspace"), workspace, { recursive: true });
  try {
    await runTests({
      version,
      cachePath: join(cacheFolder(), "desktop"),
      extensionDevelopmentPath: root,
      extensionTestsPath: await buildSuite(),
      launchArgs: [
        workspace,
        `--user-data-dir=${join(folder, "data")}`,
        `--extensions-dir=${join(folder, "ext")}`,
        "--disable-workspace-trust",
        "--skip-welcome",
      ],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (process.argv[1]?.endsWith("desktop.mjs"))
  await runScript(async () => {
    ensureDependencies();
    run(findNode24(), [join(root, "esbuild.mjs")], { cwd: root });
    await runDesktop(desktopVersion(process.argv[2] ?? "stable", manifest.engines.vscode));
  });
