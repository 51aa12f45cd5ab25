import { readdir, readFile } from "node:fs/promises";

/** Zombie processes still answer to signals, so the process table decides where the system has one. */
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
  // The name in parentheses may contain any character; state, parent and group follow the last parenthesis.
  return states
    .map((line) => line.slice(line.lastIndexOf(")") + 2).split(" "))
    .some(([state, , member]) => member === String(group) && state !== "Z");
}

/** Processes with this in their environment, also those that left their group; none where `/proc` is missing. */
export async function findCarriers(variable: string, value: string): Promise<readonly number[]> {
  const pids = (await listPids()) ?? [];
  const wanted = `\0${variable}=${value}\0`;
  const carries = await Promise.all(
    pids.map(async (pid) => `\0${await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "")}\0`.includes(wanted)),
  );
  return pids.filter((_, index) => carries[index]);
}

/** True while a shell waits at its prompt, alone on its terminal; never true where `/proc` is missing. */
export async function isAtPrompt(shell: number): Promise<boolean> {
  const line = await readFile(`/proc/${shell}/stat`, "utf8").catch(() => "");
  const [, , group, , , foreground] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return group !== undefined && group === foreground;
}

const listPids = async (): Promise<readonly number[] | undefined> =>
  (await readdir("/proc").catch(() => undefined))?.filter((name) => /^\d+$/.test(name)).map(Number);
