import { readdir, readFile } from "node:fs/promises";

/** Processes that ended but were not collected yet still answer to signals, so where the system tells, its word counts. */
export async function hasLivingMembers(group: number): Promise<boolean> {
  if (process.platform === "win32") return false;
  try {
    process.kill(-group, 0);
  } catch {
    // No process of that group is left.
    return false;
  }
  const pids = await listPids();
  if (pids === undefined) return true;
  const states = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")));
  // The name in parentheses may hold anything; state, parent and group follow the last one.
  return states
    .map((line) => line.slice(line.lastIndexOf(")") + 2).split(" "))
    .some(([state, , member]) => member === String(group) && state !== "Z");
}

/** Processes started with this in their environment, also those that left their group; none where the system does not tell. */
export async function findCarriers(variable: string, value: string): Promise<readonly number[]> {
  const pids = (await listPids()) ?? [];
  const wanted = `\0${variable}=${value}\0`;
  const carries = await Promise.all(
    pids.map(async (pid) => `\0${await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "")}\0`.includes(wanted)),
  );
  return pids.filter((_, index) => carries[index]);
}

/** Whether a shell has its terminal to itself, which it has while it waits at its prompt; never where the system does not tell. */
export async function isAtPrompt(shell: number): Promise<boolean> {
  const line = await readFile(`/proc/${shell}/stat`, "utf8").catch(() => "");
  const [, , group, , , foreground] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return group !== undefined && group === foreground;
}

const listPids = async (): Promise<readonly number[] | undefined> =>
  (await readdir("/proc").catch(() => undefined))?.filter((name) => /^\d+$/.test(name)).map(Number);
