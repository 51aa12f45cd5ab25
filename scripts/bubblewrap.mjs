import { installOnDebian, isDebianRoot } from "./debian.mjs";
import { findOnPath } from "./process.mjs";

/** What the sandbox of commands is made of. On Debian, as root, it is installed; elsewhere its tests check less. */
export function ensureBubblewrap() {
  if (process.platform !== "linux" || findOnPath(["bwrap"])) return;
  const refusal = isDebianRoot() ? installOnDebian(["bubblewrap"]) : "it is not installed";
  if (refusal) console.log(`Without bubblewrap (${refusal}), the sandbox is tested only as far as it says so.`);
}
