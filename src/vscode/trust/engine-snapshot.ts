import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sentence } from "../../core/base/sentence";
import type { EngineSnapshot } from "../../core/host";
import { readGuardedBytes, SentenceError } from "../../core/host";

/** An engine is a few scripts. What is larger was not written to be read before it is allowed to run. */
const LIMITS = { files: 500, bytes: 10_000_000, levels: 16 } as const;

/** Reads every file of a folder below the root. A link, a pipe or a device in it refuses the whole folder. */
export async function takeSnapshot(root: string, folder: string): Promise<EngineSnapshot> {
  const files = new Map<string, Uint8Array>();
  let bytesLeft: number = LIMITS.bytes;
  for (const path of await listFiles(join(root, folder), "", 0)) {
    const found = await readGuardedBytes(
      { root, path: join(root, folder, path) },
      { maxBytes: bytesLeft, beyond: "refuse" },
    );
    if (found.kind === "refused" && found.why === "too-large") throw tooLarge();
    if (found.kind !== "bytes") throw notRegular(path);
    bytesLeft -= found.bytes.length;
    files.set(path, found.bytes);
  }
  return { files, hash: hashFiles(files) };
}

/** Paths in a fixed order, with `/`. */
async function listFiles(folder: string, inner: string, level: number): Promise<readonly string[]> {
  if (level > LIMITS.levels) throw tooLarge();
  const found: string[] = [];
  const entries = await readdir(join(folder, inner), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = inner === "" ? entry.name : `${inner}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await listFiles(folder, path, level + 1)));
    else if (entry.isFile()) found.push(path);
    else throw notRegular(path);
    if (found.length > LIMITS.files) throw tooLarge();
  }
  return found;
}

/** Lengths are part of it, so that bytes cannot move from one file to the next unnoticed. */
function hashFiles(files: ReadonlyMap<string, Uint8Array>): string {
  const hash = createHash("sha256");
  for (const [path, bytes] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return hash.digest("hex");
}

const tooLarge = () => new SentenceError(sentence("it has too many or too large files"));
const notRegular = (path: string) => new SentenceError(sentence("{path} is a link or not a regular file", { path }));
