// Copies the typed tables of settings and commands into package.json and docs: `npm run contributions`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./places.mjs";
import { runScript } from "./process.mjs";

await runScript(async () => {
  const { contributedCommands, contributedSettings, restrictedSettings } = await loadTables("contributions");
  const file = join(root, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.contributes.commands = contributedCommands();
  manifest.contributes.configuration = contributedSettings();
  manifest.capabilities.untrustedWorkspaces.restrictedConfigurations = restrictedSettings();
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  // After package.json, from which the pages take the keys.
  const { referencePages } = await loadTables("reference-pages");
  for (const [page, text] of Object.entries(referencePages())) writeFileSync(join(root, page), text);
});

/** @param {string} name */
async function loadTables(name) {
  const outfile = join(root, "dist", `${name}.mjs`);
  await build({
    entryPoints: [join(root, "test", "support", `${name}.ts`)],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
  return import(pathToFileURL(outfile).href);
}
