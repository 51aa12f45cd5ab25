import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../../files/private-storage";

/** Raised whenever the tables or the way text is split change: an older snapshot is then rebuilt. */
const SNAPSHOT_VERSION = 5;

/** The index as it was when last saved; undefined where it is missing, of another version or damaged. */
export function loadSnapshot(file: string): Uint8Array | undefined {
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf("\n");
    const body = bytes.subarray(end + 1);
    return bytes.toString("latin1", 0, end) === titleOf(body) ? body : undefined;
  } catch {
    // Nothing there to load: the journals have everything.
    return undefined;
  }
}

/** Windows replace each other's snapshot whole; whichever is left is right up to the offsets it names. */
export function saveSnapshot(file: string, body: Uint8Array, instance: string): void {
  const draft = `${file}.${instance}.draft`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(draft, Buffer.concat([Buffer.from(`${titleOf(body)}\n`, "latin1"), body]), { mode: PRIVATE_FILE });
    renameSync(draft, file);
  } catch {
    // A full or read-only disk costs the next start a rebuild and nothing else.
    dropSnapshot(draft);
  }
}

export function dropSnapshot(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It will be found damaged again and ignored again.
  }
}

const titleOf = (body: Uint8Array): string =>
  `hermes-index ${SNAPSHOT_VERSION} ${createHash("sha1").update(body).digest("hex")}`;
