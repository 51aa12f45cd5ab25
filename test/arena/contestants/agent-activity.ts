import { readdirSync, readFileSync } from "node:fs";
import type { Activity } from "../model/arena-time";

/** What the processes of an agent are doing, by the state of their threads. */
export class AgentActivity implements Activity {
  private pid: number | undefined;

  /** The agent has been started with this process; undefined when it has ended. */
  watch(pid: number | undefined): void {
    this.pid = pid;
  }

  look(): "busy" | "idle" | "unknown" {
    if (this.pid === undefined) return "idle";
    try {
      return isAtWork(this.pid) ? "busy" : "idle";
    } catch {
      return "unknown";
    }
  }
}

/** Running, or in a call to the disk; a thread that waits to be scheduled on a busy machine counts as running. */
const AT_WORK = /^[RD]/;

function isAtWork(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).some((thread) => {
    const stat = readEnding(`/proc/${pid}/task/${thread}/stat`);
    // The name in brackets may hold anything; the state follows it.
    if (AT_WORK.test(stat.slice(stat.lastIndexOf(")") + 2))) return true;
    return readEnding(`/proc/${pid}/task/${thread}/children`)
      .split(" ")
      .filter(Boolean)
      .some((child) => isChildAtWork(Number(child)));
  });
}

function isChildAtWork(pid: number): boolean {
  try {
    return isAtWork(pid);
  } catch {
    return false; // It has ended since.
  }
}

/** A thread may end between two looks. */
function readEnding(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
