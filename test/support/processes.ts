import { readFile } from "node:fs/promises";

/** Starting a process takes seconds on a machine that is busy with other tests. */
export const PROCESS_TEST_MS = 60_000;

/** A process that ended but was not collected yet counts as gone. */
export async function untilGone(pid: number): Promise<void> {
  for (;;) {
    const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (line === "" || /\) Z /.test(line)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The first line of a file that a command is about to write. */
export async function untilFile(path: string): Promise<string> {
  for (;;) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (text.endsWith("\n")) return text.trim();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
