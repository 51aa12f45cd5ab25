import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../../scripts/lock.mjs";
import { runNpmOnNode24 } from "../../scripts/node24.mjs";
import { installedFolder } from "./run";
import type { Rival } from "./table/rival";

/** Installs a rival into the cache, once for all clones, without running install scripts. Says the size first. */
export async function ensureRival(rival: Rival): Promise<void> {
  const folder = installedFolder(rival);
  const readyMark = join(folder, "ready");
  if (existsSync(readyMark)) return;
  mkdirSync(join(folder, ".."), { recursive: true });
  await withLock(`${folder}.lock`, () => {
    if (existsSync(readyMark)) return;
    console.log(`Installing ${rival.name} ${rival.version} into ${folder} (once, about ${rival.megabytes} MB) …`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ private: true, dependencies: { [rival.packageName]: rival.version } }),
    );
    runNpmOnNode24(["install", "--omit=dev", "--ignore-scripts"], folder);
    writeFileSync(readyMark, rival.version);
  });
}
