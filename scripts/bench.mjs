// Replays recorded sessions with every strategy and measures the speed of the product:
// `npm run bench -- [--data FOLDER] [--only replay|speed] [--window N] [--failures SHARE]`.
import { runDevelopmentTool } from "./development-tool.mjs";

await runDevelopmentTool({ name: "bench", entry: "test/bench/main.ts", script: "bench.mjs" });
