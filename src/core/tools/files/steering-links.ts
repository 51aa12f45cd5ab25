import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Sentence } from "../../base/sentence";
import { findSteering } from "./steering-files";
import { isWithin } from "./workspace-paths";

/** Folders whose entries tools read by name. Deeper ones are not searched: an edit must not wait for a whole disk. */
const SEARCHED = ["", ".github"];

/**
 * The reason why a file steers tools although its own name does not: a link such as `.vscode` → `notes` makes
 * `notes/settings.json` the settings of the workspace.
 */
export async function findSteeringLink(root: string, path: string): Promise<Sentence | undefined> {
  for (const folder of SEARCHED) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const reason = entry.isSymbolicLink() ? findSteering(`${folder}/${entry.name}`) : undefined;
      if (reason === undefined) continue;
      const target = await realpath(join(root, folder, entry.name)).catch(() => undefined);
      if (target !== undefined && isWithin(target, path)) return reason;
    }
  }
  return undefined;
}
