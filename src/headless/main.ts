import { readOrder, UsageError } from "./arguments";
import { carryOut } from "./commands";
import { jsonLine } from "./lines";

/** Exit codes: a failed turn or compression, and a mistake of the caller. */
const FAILED = 1;
const MISUSED = 2;

const stopped = new AbortController();
// Not `once`: the terminal and the parent process may both pass on one Ctrl+C; the second must not kill this process.
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => stopped.abort());

/** A reader that closes the pipe (`| head`) is not an error to report. */
process.stdout.on("error", () => process.exit(FAILED));

try {
  const order = readOrder(process.argv.slice(2));
  process.exitCode = await carryOut(order, (line) => process.stdout.write(jsonLine(line)), stopped.signal);
} catch (error) {
  process.stderr.write(`headless: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? MISUSED : FAILED;
}
