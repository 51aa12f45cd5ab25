/**
 * Prints how long each hostile input keeps the host from doing anything else, at the longest stretch. HOST-STALLS.md
 * says how to run it.
 */
import { STALL_INPUTS } from "./host-stall-inputs";

/** The best of these counts: a busy machine makes a stretch longer, never shorter. */
const RUNS = 3;

/** The longest time in milliseconds between two turns of the event loop while something runs. */
async function longestStretch(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let watching = true;
  const tick = (): void => {
    const at = performance.now();
    longest = Math.max(longest, at - last);
    last = at;
    if (watching) setImmediate(tick);
  };
  setImmediate(tick);
  await new Promise((resolve) => setImmediate(resolve));
  await run();
  await new Promise((resolve) => setImmediate(resolve));
  watching = false;
  return longest;
}

console.log("| what reads it | input | longest stretch, ms |\n| --- | --- | ---: |");
for (const { subject, input, prepare } of STALL_INPUTS) {
  if (!`${subject} ${input}`.includes(process.argv[2] ?? "")) continue;
  const stretches: number[] = [];
  for (let run = 0; run < RUNS; run++) stretches.push(await longestStretch(await prepare()));
  console.log(`| ${subject} | ${input.replaceAll("|", "\\|")} | ${Math.round(Math.min(...stretches))} |`);
}
process.exit();
