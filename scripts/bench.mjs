// Replays recorded sessions with every strategy and measures the speed of the product:
// `npm run bench -- [--data FOLDER] [--only base,held-out,recall,qualities,sweeps,short,speed] [--windows 32,64,200]
// [--session PART] [--strategy PART] [--failures SHARE]`. Only a run without choices writes the report.
// `npm run bench -- --only delegation` writes `DELEGATION.md` instead, and `--only claims` writes `CLAIMS.md`.
import { runDevelopmentTool } from "./development-tool.mjs";

await runDevelopmentTool({ name: "bench", entry: "test/bench/main.ts", script: "bench.mjs" });
