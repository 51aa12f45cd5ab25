// Builds and packages dist/hermes-context.vsix: `npm run package`.
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { findNode24 } from "./node24.mjs";
import { writeNotices } from "./notices.mjs";
import { root, vsixPath } from "./places.mjs";
import { run, runScript } from "./process.mjs";
import { runTool } from "./run.mjs";

const BYTES_PER_MB = 1_000_000;

export function packageExtension() {
  run(findNode24(), [join(root, "esbuild.mjs")], { cwd: root });
  writeNotices();
  rmSync(vsixPath, { force: true });
  runTool("vsce", [
    "package",
    "--no-dependencies",
    "--allow-missing-repository",
    "--no-rewrite-relative-links",
    "--out",
    vsixPath,
  ]);
  console.log(`${vsixPath}: ${(statSync(vsixPath).size / BYTES_PER_MB).toFixed(2)} MB`);
}

if (process.argv[1]?.endsWith("package.mjs")) await runScript(packageExtension);
