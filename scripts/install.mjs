import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./node24.mjs";
import { root } from "./places.mjs";

/** Installs the dependencies if they are missing, incomplete, or from another lock file, such as after a pull. */
export function ensureDependencies() {
  if (isInstalled(root)) return;
  console.log("Installing dependencies …");
  runNpm(process.execPath, ["ci"], root);
}

/**
 * npm writes its list of installed packages last; packages for other platforms are missing from it on purpose.
 * @param {string} folder
 */
export function isInstalled(folder) {
  const wanted = readPackages(join(folder, "package-lock.json"));
  const installed = readPackages(join(folder, "node_modules", ".package-lock.json"));
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      path === "" ||
      (installed[path] ? installed[path].version === version : optional === true || devOptional === true),
  );
}

/**
 * @typedef {{ readonly version?: string; readonly optional?: boolean; readonly devOptional?: boolean }} LockedPackage
 * @param {string} file
 * @returns {Readonly<Record<string, LockedPackage>> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined; // Missing, or cut off while it was written: installing anew mends both.
  }
}
