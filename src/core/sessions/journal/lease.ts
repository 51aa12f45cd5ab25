import { readFileSync, readlinkSync } from "node:fs";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { codeOf } from "../../base/disk-refusal";
import { sentence } from "../../base/sentence";
import { PRIVATE_FILE } from "../../files/private-storage";
import { SessionError } from "../lineage/session";

/** How often a holder says it is alive, for processes that cannot look it up (another machine, or no /proc). */
const HEARTBEAT_MS = 15_000;
/** Eight missed beats: longer than a laptop needs to wake up and run its timers. */
const STALE_MS = 120_000;
/** A lease is written in one go after its creation; whoever reads it half-written waits this long, this often. */
const SETTLE_MS = 20;
const SETTLE_TRIES = 5;

/** The right to write one session, held by one process at a time. */
export interface Lease {
  /** False once another process took over, e.g. because this one seemed dead while the machine slept. */
  isMine(): Promise<boolean>;
  release(): Promise<void>;
}

interface Holder {
  readonly token: string;
  readonly pid: number;
  /** Start time of the process in the kernel's ticks, where it can be known: pids are used again. */
  readonly started: string | null;
  readonly machine: string;
}

export interface LeaseClock {
  now(): number;
  newId(): string;
}

/** Throws `SessionError` "in-use" while a live process holds it; takes over from a dead one. */
export async function acquireLease(file: string, clock: LeaseClock): Promise<Lease> {
  const holder: Holder = {
    token: clock.newId(),
    pid: process.pid,
    started: startOf(process.pid),
    machine: machineName(),
  };
  // A second round is for the lease that vanished or went stale while we looked; a third means somebody is faster.
  for (let round = 0; round < 3; round++) {
    if (await claim(file, holder)) return hold(file, holder, clock);
    const current = await readHolder(file);
    if (current === "missing") continue;
    if (current !== "garbled" && (await isAlive(file, current, clock))) break;
    await discard(file, current === "garbled" ? undefined : current.token, clock);
  }
  throw new SessionError(
    sentence("This session is open in another window. Close it there, or continue in a branch."),
    "in-use",
  );
}

/** Linking a finished file is the one step that both creates the lease and fills it. */
async function claim(file: string, holder: Holder): Promise<boolean> {
  const draft = `${file}.${holder.token}`;
  try {
    await writeFile(draft, JSON.stringify(holder), { mode: PRIVATE_FILE });
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (NO_LINKS.has(codeOf(error))) return await claimWithoutLinks(file, holder);
    throw error;
  } finally {
    // A draft that cannot be removed is only litter; the answer above stands.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** How systems say that a file cannot have a second name. */
const NO_LINKS: ReadonlySet<unknown> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** For file systems without hard links; a reader may meet the file before its text and then waits. */
async function claimWithoutLinks(file: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(holder), { flag: "wx", mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function hold(file: string, holder: Holder, clock: LeaseClock): Lease {
  const beat = () => {
    const seconds = clock.now() / 1000;
    // A missed beat is made up by the next one; the holder notices a lost lease before its next write.
    void utimes(file, seconds, seconds).catch(() => undefined);
  };
  beat();
  const timer = setInterval(beat, HEARTBEAT_MS);
  timer.unref();
  const isMine = async () => {
    const current = await readHolder(file);
    return typeof current === "object" && current.token === holder.token;
  };
  return {
    isMine,
    release: async () => {
      clearInterval(timer);
      if (await isMine()) await rm(file, { force: true });
    },
  };
}

/** Moves a dead holder's lease aside. If a live one took its place in between, it is put back. */
async function discard(file: string, token: string | undefined, clock: LeaseClock): Promise<void> {
  const aside = `${file}.${clock.newId()}`;
  try {
    await rename(file, aside);
    const moved = await readHolder(aside);
    if (typeof moved === "object" && moved.token !== token) await link(aside, file);
  } catch {
    // Somebody else moved it first, or took the place again: the next round sees who.
  }
  await rm(aside, { force: true });
}

async function readHolder(file: string): Promise<Holder | "missing" | "garbled"> {
  for (let tries = 0; tries < SETTLE_TRIES; tries++) {
    try {
      // Written by `claim` of this or another process; anything else is garbled.
      const holder = JSON.parse(await readFile(file, "utf8")) as Holder;
      if (typeof holder.token === "string" && typeof holder.pid === "number") return holder;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return "missing";
    }
    await new Promise((settle) => setTimeout(settle, SETTLE_MS));
  }
  return "garbled";
}

async function isAlive(file: string, holder: Holder, clock: LeaseClock): Promise<boolean> {
  const sameMachine = holder.machine === machineName();
  if (sameMachine && !isRunning(holder.pid)) return false;
  if (sameMachine && holder.started !== null) return startOf(holder.pid) === holder.started;
  const { mtimeMs } = await stat(file);
  return clock.now() - mtimeMs < STALE_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Field 22 of /proc/<pid>/stat; null for a process that is gone or a zombie, and on systems without /proc. */
function startOf(pid: number): string | null {
  const text = readProc(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ") ?? [];
  return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
}

/** Process ids mean something only within one boot of one machine and one container. */
function machineName(): string {
  const boot = readProc(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const container = readProc(() => readlinkSync("/proc/self/ns/pid"));
  return [hostname(), boot ?? "", container ?? ""].join("|");
}

function readProc(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    // No /proc on this system: the heartbeat decides instead.
    return undefined;
  }
}
