import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 500;
/** Between making the folder and writing its name an owner needs no time to speak of. */
const NAMELESS_MS = 10_000;

/**
 * One process at a time: a folder is the lock, since making one is atomic everywhere. A lock whose owner died is taken over.
 * @template Result
 * @param {string} folder
 * @param {() => Result | Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(folder, work) {
  await takeLock(folder);
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function takeLock(folder) {
  for (let announced = false; ; await sleep(POLL_MS)) {
    try {
      mkdirSync(folder);
      writeFileSync(ownerFile(folder), String(process.pid));
      return;
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
    }
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
    else if (!announced) {
      announced = true;
      console.log(`Waiting for another process to finish (${folder}) …`);
    }
  }
}

/**
 * An owner that died, was cut off before it could write its name, or lived before the machine was last started: its
 * number belongs to somebody else by now.
 * @param {string} folder
 */
function isAbandoned(folder) {
  const madeMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (madeMs < Date.now() - uptime() * 1_000) return true;
  const owner = readOwner(folder);
  if (owner === undefined) return Date.now() - madeMs > NAMELESS_MS;
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return isCode(error, "ESRCH");
  }
}

/** @param {string} folder */
function readOwner(folder) {
  try {
    const owner = Number(readFileSync(ownerFile(folder), "utf8"));
    return owner > 0 ? owner : undefined;
  } catch {
    return undefined; // Released meanwhile, or not yet written.
  }
}

/** @param {string} folder */
const ownerFile = (folder) => join(folder, "pid");

/**
 * @param {unknown} error
 * @param {string} code
 */
const isCode = (error, code) => error instanceof Error && "code" in error && error.code === code;
