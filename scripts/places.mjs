import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * @type {import("./release-plan.mjs").Manifest & {
 *   readonly name: string;
 *   readonly publisher: string;
 *   readonly engines: { readonly vscode: string };
 * }}
 */
export const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

export const extensionId = `${manifest.publisher}.${manifest.name}`;
export const vsixPath = join(root, "dist", `${manifest.name}.vsix`);

/** Development tools that are too large for node_modules; if the folder is deleted, they are downloaded again. */
export function cacheFolder() {
  const chosen = process.env["HERMES_CACHE"];
  if (chosen) return resolve(chosen);
  return join(userCache(), "hermes-context");
}

function userCache() {
  if (process.platform === "win32") return process.env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
  return process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
}
