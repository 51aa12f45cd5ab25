import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

/** Bundles a worker entry like the build does, for tests that start the real worker. Returns its path. */
export async function bundleWorker(entry: string): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), "hermes-worker-")), "worker.js");
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node22",
    outfile,
    logLevel: "error",
  });
  return outfile;
}
