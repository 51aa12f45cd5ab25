// Tests the packaged extension in a real VS Code with a real browser: `npm run e2e`.
import { existsSync } from "node:fs";
import { ensureBrowser } from "./browser.mjs";
import { ensureCodeServer } from "./code-server.mjs";
import { packageExtension } from "./package.mjs";
import { vsixPath } from "./places.mjs";
import { runScript } from "./process.mjs";
import { runTool } from "./run.mjs";

/** @param {readonly string[]} [args] */
export async function runEndToEnd(args = []) {
  const browser = ensureBrowser();
  await ensureCodeServer();
  if (!existsSync(vsixPath)) packageExtension();
  runTool("vitest", ["run", "--project", "e2e", ...args], { HERMES_BROWSER: browser });
}

if (process.argv[1]?.endsWith("e2e.mjs")) {
  await runScript(async () => {
    packageExtension();
    await runEndToEnd(process.argv.slice(2));
  });
}
