import { readFile } from "node:fs/promises";

/** Starting a process takes seconds while other tests keep the machine busy. */
export const PROCESS_TEST_MS = 60_000;

/** A zombie process counts as gone. */
export async function untilGone(pid: number): Promise<void> {
  for (;;) {
    const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (line === "" || /\) Z /.test(line)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits for the first line of a file that a command writes. */
export async function untilFile(path: string): Promise<string> {
  for (;;) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (text.endsWith("\n")) return text.trim();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
