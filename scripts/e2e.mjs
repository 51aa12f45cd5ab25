// Tests the packaged extension in a real VS Code with a real browser: `npm run e2e`.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureCodeServer } from "./code-server.mjs";
import { packageExtension } from "./package.mjs";
import { root, vsixPath } from "./places.mjs";
import { runScript } from "./process.mjs";
import { runTool } from "./run.mjs";

const REPORT = join(root, "artifacts", "e2e.json");
/** A busy machine spoils a file or two; where more fail, the product is broken, and a second run only takes time. */
const MOST_REPEATED_FILES = 3;

/** @param {readonly string[]} [args] */
export async function runEndToEnd(args = []) {
  const browser = ensureBrowser();
  await ensureCodeServer();
  if (!existsSync(vsixPath)) packageExtension();
  /** @param {readonly string[]} chosen */
  const test = (chosen) =>
    runTool(
      "vitest",
      ["run", "--project", "e2e", "--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`, ...chosen],
      { HERMES_BROWSER: browser },
    );
  rmSync(REPORT, { force: true });
  try {
    test(args);
  } catch (error) {
    // Who chooses tests wants to see them fail.
    const isWhole = args.length === 0 && existsSync(REPORT);
    const files = isWhole ? filesToRepeat(JSON.parse(readFileSync(REPORT, "utf8"))) : [];
    if (files.length === 0) throw error;
    console.log(`\n— once more, each in a new window, because they failed: ${files.join(", ")}`);
    test(files);
  }
}

/**
 * The files that failed, where they are few enough to blame the machine. The tests of a file share a window, and a
 * click that got lost in it can spoil all that follow, so the whole file is repeated.
 * @param {{ readonly testResults: readonly { readonly name: string, readonly status: string }[] }} report
 */
export function filesToRepeat({ testResults }) {
  const failed = testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
  return failed.length <= MOST_REPEATED_FILES ? failed : [];
}

if (process.argv[1]?.endsWith("e2e.mjs")) {
  await runScript(async () => {
    packageExtension();
    await runEndToEnd(process.argv.slice(2));
  });
}
