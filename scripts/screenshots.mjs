// Takes the screenshots for the README in a real VS Code, and those of the pages in every theme and at 300 and 600 px,
// which go to artifacts/views: `npm run screenshots`.
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureCodeServer } from "./code-server.mjs";
import { findNode24, node24Environment } from "./node24.mjs";
import { packageExtension } from "./package.mjs";
import { root } from "./places.mjs";
import { run, runScript } from "./process.mjs";
import { runTool } from "./run.mjs";

/** In dist/, which is at the same depth as scripts/: bundled code locates the repository by its own path. */
const out = join(root, "dist", "photograph.mjs");

/** Tests of the pages that save a picture of each scene: chat, approval, changes, plan, inspector, history, lesson. */
const SCENES = ["accessible", "edits", "modes", "history", "lesson"].map((name) => `test/e2e/views/${name}.e2e.ts`);

await runScript(async () => {
  const browser = ensureBrowser();
  await ensureCodeServer();
  packageExtension();
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: ["test/e2e/support/photograph.ts"],
    outfile: out,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node24",
    logLevel: "warning",
  });
  run(findNode24(), [out], { cwd: root, env: node24Environment({ HERMES_BROWSER: browser }) });
  runTool("vitest", ["run", "--project", "e2e", ...SCENES], { HERMES_BROWSER: browser });
});
