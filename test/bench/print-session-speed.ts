/**
 * Prints the cost of session storage at 100,000 messages. Bundle and run it with:
 * `npx esbuild test/bench/print-session-speed.ts --bundle --platform=node --packages=external --outdir=dist/bench` and
 * `node dist/bench/print-session-speed.js`.
 */
import { measureSessions } from "./session-speed";

void measureSessions().then((figures) => {
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(20)} ${Number(value).toFixed(2)}`);
});
