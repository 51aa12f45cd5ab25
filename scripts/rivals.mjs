// Runs the real agents of others as test partners, against the tests' model server on loopback with a fake key:
// `npm run rivals -- [--only claude-code,codex]`. Records the fixtures in test/fixtures/rivals. Installs pinned
// versions from npm into the cache; nothing of them is a dependency, and no test needs them. `--prove` builds first:
// the agents connect to the server of the build.
import { join } from "node:path";
import { runDevelopmentTool } from "./development-tool.mjs";
import { ensureDependencies } from "./install.mjs";
import { findNode24 } from "./node24.mjs";
import { root } from "./places.mjs";
import { run } from "./process.mjs";

if (process.argv.includes("--prove")) {
  ensureDependencies();
  run(findNode24(), [join(root, "esbuild.mjs")], { cwd: root });
}
await runDevelopmentTool({ name: "rivals", entry: "test/rivals/main.ts", script: "rivals.mjs", network: "loopback" });
