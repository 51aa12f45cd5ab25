// Runs all checks and tests, the fastest first: `npm test`.
import { ensureBubblewrap } from "./bubblewrap.mjs";
import { runEndToEnd } from "./e2e.mjs";
import { ensureDependencies } from "./install.mjs";
import { packageExtension } from "./package.mjs";
import { runScript } from "./process.mjs";
import { runTool } from "./run.mjs";

/** @type {readonly (readonly [string, () => void | Promise<void>])[]} */
const steps = [
  ["format and lint", () => runTool("biome", ["check", "--error-on-warnings"])],
  ["unused code", () => runTool("knip", [])],
  ["types", checkTypes],
  ["package", packageExtension],
  ["bubblewrap", ensureBubblewrap],
  ["unit tests", () => runTool("vitest", ["run", "--project", "unit"])],
  ["real VS Code", () => runEndToEnd()],
];

await runScript(async () => {
  ensureDependencies();
  const started = Date.now();
  for (const [name, step] of steps) {
    console.log(`\n— ${name}`);
    await step();
  }
  console.log(`\nAll passed in ${Math.round((Date.now() - started) / 1_000)} s.`);
});

function checkTypes() {
  for (const project of ["tsconfig.json", "webview-ui/tsconfig.json"]) runTool("tsc", ["-p", project]);
}
