/**
 * Prints what sessions cost at 100,000 messages:
 * `npx esbuild test/bench/print-session-speed.ts --bundle --platform=node --packages=external --outfile=dist/bench/session-speed.cjs && node dist/bench/session-speed.cjs`
 */
import { measureSessions } from "./session-speed";

void measureSessions().then((figures) => {
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(20)} ${Number(value).toFixed(2)}`);
});
