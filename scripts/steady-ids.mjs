// Loaded into agents that run on Node (`--import`): gives them the same ids in every run. Ids end up in paths and
// requests, and agents that estimate tokens by characters cut elsewhere when the letters of an id differ.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const seed = process.env["ARENA_IDS"] ?? "";
let count = 0;

/** @returns {ReturnType<typeof crypto.randomUUID>} */
function steadyId() {
  const digits = crypto.createHash("sha256").update(`${seed} ${count++}`).digest("hex");
  const part = (/** @type {number} */ from, /** @type {number} */ to) => digits.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}

crypto.randomUUID = steadyId;
globalThis.crypto.randomUUID = steadyId;
syncBuiltinESMExports();
