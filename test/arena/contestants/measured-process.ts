import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../../scripts/places.mjs";

export interface ProcessOrder {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly limitMs: number;
  watch(pid: number | undefined): void;
}

export interface MeasuredProcess {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Often enough to see the peak of a process that runs for seconds. */
const LOOK_EVERY_MS = 250;
/** Prints the processor time of everything the command started, behind a line nobody else prints. */
const TIMED = '"$@"; status=$?; echo; echo "arena-times"; times; exit $status';

/** Gives an agent that runs on Node the same ids in every run; each prompt is a process of its own. */
export const steadyIds = (prompt: number): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import ${pathToFileURL(join(root, "scripts", "steady-ids.mjs")).href}`,
  ARENA_IDS: String(prompt),
});

/** Runs a command and measures it with what every Unix shell has. */
export function runMeasured(order: ProcessOrder): Promise<MeasuredProcess> {
  const started = performance.now();
  const child = spawn("sh", ["-c", TIMED, "sh", order.command, ...order.args], {
    cwd: order.cwd,
    env: { ...order.environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  order.watch(child.pid);
  const [output, errors]: [string[], string[]] = [[], []];
  child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(child.pid ?? 0));
  }, LOOK_EVERY_MS);
  const limit = setTimeout(() => endGroup(child.pid), order.limitMs);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      clearInterval(watch);
      clearTimeout(limit);
      endGroup(child.pid);
      order.watch(undefined);
      const [said = "", times = ""] = output.join("").split("\narena-times\n");
      const wallMs = performance.now() - started;
      resolve({ status, output: said, errors: errors.join(""), wallMs, cpuMs: childrenMs(times), peakMb });
    });
  });
}

/** Whatever the command left running ends with it. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of the group is left.
  }
}

/** The second line of `times`: user and system time of the children, such as `0m1.234s 0m0.120s`. */
export function childrenMs(times: string): number {
  const line = times.split("\n")[1] ?? "";
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000,
    0,
  );
}

/** Memory of a process and everything below it; 0 where the system does not tell. */
function residentMb(pid: number): number {
  try {
    const below = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    const own = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(own ?? 0) / 1_024 + below.reduce((sum, child) => sum + residentMb(child), 0);
  } catch {
    return 0;
  }
}
