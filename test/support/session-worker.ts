import { join } from "node:path";
import { build } from "esbuild";

/** Worker files are bundled for the product; tests that need a real thread bundle them the same way. */
export async function buildIndexWorker(folder: string): Promise<string> {
  const outfile = join(folder, "session-index-worker.cjs");
  await build({
    entryPoints: ["src/core/sessions/index/session-index-worker.ts"],
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile,
    logLevel: "warning",
  });
  return outfile;
}

export const wasmFile = join(process.cwd(), "node_modules/sql.js/dist/sql-wasm.wasm");
