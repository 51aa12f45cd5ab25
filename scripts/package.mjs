// Builds and packages dist/hermes-context.vsix: `npm run package [-- --pre-release]`.
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNode24 } from "./node24.mjs";
import { writeNotices } from "./notices.mjs";
import { manifest, root, vsixPath } from "./places.mjs";
import { run, runScript } from "./process.mjs";
import { readmeForExtensionPage } from "./readme.mjs";
import { channelFlags, repositoryPage } from "./release-plan.mjs";
import { readTool } from "./run.mjs";

const BYTES_PER_MB = 1_000_000;
const readmePath = join(root, "dist", "README.md");

/** @param {"stable" | "pre-release"} [channel] */
export function packageExtension(channel = "stable") {
  run(findNode24(), [join(root, "esbuild.mjs")], { cwd: root });
  writeNotices();
  const readme = readFileSync(join(root, "README.md"), "utf8");
  writeFileSync(readmePath, readmeForExtensionPage(readme, repositoryPage(manifest)));
  rmSync(vsixPath, { force: true });
  const said = readTool("vsce", [
    "package",
    "--no-dependencies",
    "--no-rewrite-relative-links",
    "--readme-path",
    "dist/README.md",
    ...channelFlags(channel),
    "--out",
    vsixPath,
  ]);
  if (/\bWARNING\b/.test(said)) throw new Error(`The package is not clean:\n${said}`);
  console.log(`${vsixPath}: ${(statSync(vsixPath).size / BYTES_PER_MB).toFixed(2)} MB`);
}

if (process.argv[1]?.endsWith("package.mjs"))
  await runScript(() => packageExtension(process.argv.includes("--pre-release") ? "pre-release" : "stable"));
