// Runs real agents and Hermes on the same generated tasks against a scripted model and prints what each kept and cost:
// `npm run arena -- [--agents claude,codex,hermes] [--windows 60,100,200] [--families debugging,…] [--offline]`.
import { runDevelopmentTool } from "./development-tool.mjs";

await runDevelopmentTool({ name: "arena", entry: "test/arena/main.ts", script: "arena.mjs", network: "loopback" });
