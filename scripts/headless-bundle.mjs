// The bundle of the headless host, built where it is missing or stale, by one process at a time.
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { withLock } from "./lock.mjs";

/**
 * Several callers may find the bundle stale at once: one builds, and the others wait and use what it built.
 * @param {string} lock
 * @param {() => boolean} isStale
 * @param {() => Promise<void>} build
 */
export const buildOnce = (lock, isStale, build) =>
  withLock(lock, async () => {
    if (isStale()) await build();
  });

/**
 * Puts each file in its place whole, because another process may be reading the old one. The file that marks the bundle
 * as built comes last, with the time at which the build began: what changes during the build makes it stale again.
 * @param {readonly { readonly path: string, readonly contents: Uint8Array }[]} files
 * @param {{ readonly last: string, readonly begunMs: number }} mark
 */
export function replaceFiles(files, { last, begunMs }) {
  const ordered = [...files.filter(({ path }) => path !== last), ...files.filter(({ path }) => path === last)];
  for (const { path, contents } of ordered) {
    const draft = join(dirname(path), `.${basename(path)}.${process.pid}`);
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(draft, contents);
      if (path === last) utimesSync(draft, begunMs / 1_000, begunMs / 1_000);
      renameSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  }
}
