import { existsSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./node24.mjs";
import { root } from "./places.mjs";

/** A fresh clone has no node_modules; an interrupted `npm ci` leaves one without npm's own list of what is in it. */
export function ensureDependencies() {
  if (existsSync(join(root, "node_modules", ".package-lock.json"))) return;
  console.log("Installing dependencies …");
  runNpm(process.execPath, ["ci"], root);
}
