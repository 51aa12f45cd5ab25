import { readOrder, UsageError } from "./arguments";
import { carryOut } from "./commands";

/** Exit codes: success, the turn or compression did not succeed, the caller's mistake. */
const FAILED = 1;
const MISUSED = 2;

const stopped = new AbortController();
// Each time anew: the terminal and whoever started this process may both pass on one Ctrl+C, and the second must not end it halfway.
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => stopped.abort());

/** A reader that went away (`| head`) is no failure of ours. */
process.stdout.on("error", () => process.exit(FAILED));

try {
  const order = readOrder(process.argv.slice(2));
  process.exitCode = await carryOut(order, (line) => process.stdout.write(`${JSON.stringify(line)}\n`), stopped.signal);
} catch (error) {
  process.stderr.write(`headless: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? MISUSED : FAILED;
}
