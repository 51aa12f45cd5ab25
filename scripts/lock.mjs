import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 500;
/** Far longer than an owner needs between creating the folder and writing its process id. */
const NAMELESS_MS = 10_000;

/**
 * Runs the work in one process at a time. The lock is a folder, because creating one is atomic on every platform. If
 * the owner of a lock has died, the next process takes the lock over.
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
 * The owner died, was interrupted before it could write its process id, or ran before the last boot of the machine, so
 * that its process id may now belong to another process.
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
    return undefined; // Released in the meantime, or not yet written.
  }
}

/** @param {string} folder */
const ownerFile = (folder) => join(folder, "pid");

/**
 * @param {unknown} error
 * @param {string} code
 */
const isCode = (error, code) => error instanceof Error && "code" in error && error.code === code;
