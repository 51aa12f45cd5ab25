// Runs the real agents of others as test partners, against the tests' model server on loopback with a fake key:
// `npm run rivals -- [--only claude-code,codex]`. Records the fixtures in test/fixtures/rivals. Installs pinned
// versions from npm into the cache; nothing of them is a dependency, and no test needs them.
import { runDevelopmentTool } from "./development-tool.mjs";

await runDevelopmentTool({ name: "rivals", entry: "test/rivals/main.ts", script: "rivals.mjs", network: "loopback" });
