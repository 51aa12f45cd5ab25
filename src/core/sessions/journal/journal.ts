import type { FileHandle } from "node:fs/promises";
import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, whyRefused } from "../../base/disk-refusal";
import { sentence } from "../../base/sentence";
import { PRIVATE_FILE } from "../../files/private-storage";
import { SessionError } from "../lineage/session";
import type { Lease, LeaseClock } from "./lease";
import { acquireLease } from "./lease";

/** How long a disk that refused is left alone; asking at every record would slow the conversation down. */
const RETRY_MS = 10_000;
/** A torn line can be as long as the longest record; the file is searched backwards in steps of this size. */
const REPAIR_STEP_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

export interface JournalOptions {
  /** The journal's own path; the lease lies beside it. */
  readonly file: string;
  readonly clock: LeaseClock;
  /** The disk refused: from now on lines are kept in memory. Called once per failure, not per line. */
  onDegraded(failure: SessionError): void;
  onRestored(): void;
}

export interface JournalExtent {
  readonly bytes: number;
  readonly unsaved: string;
}

interface Waiting {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The lines of one session, only ever added to. Lines that arrive while a write is under way share the
 * next one, so a burst costs one sync. What the disk refuses stays in `unsaved` and goes first the next time.
 */
export class Journal {
  private readonly options: JournalOptions;
  private handle: FileHandle | undefined;
  private lease: Lease | undefined;
  /** Where the durable part ends; whatever lies beyond is a write that failed half-way. */
  private bytes = 0;
  private unsaved: string[] = [];
  private failedAt: number | undefined;
  private waiting: Waiting[] = [];
  private flushing: Promise<void> | undefined;

  private constructor(options: JournalOptions) {
    this.options = options;
  }

  /** Appears in the folder whole or not at all: a session that is being written must not be found by anyone. */
  static async create(options: JournalOptions, text: string): Promise<Journal> {
    const journal = new Journal(options);
    await journal.append(text);
    return journal;
  }

  /** Takes the lease and cuts off a last line that a crash tore. */
  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal(options);
    await journal.guard(() => journal.openHandle());
    if (journal.handle === undefined) journal.bytes = await measureLines(options.file);
    return journal;
  }

  get storage(): "disk" | "memory" {
    return this.failedAt === undefined ? "disk" : "memory";
  }

  /** What is durable and what is not, taken at one instant, so that a reader sees every line once. */
  get extent(): JournalExtent {
    return { bytes: this.bytes, unsaved: this.unsaved.join("") };
  }

  /** Resolves once the text is durable, or kept in memory because the disk refused; rejects when the lease was lost. */
  append(text: string): Promise<void> {
    const written = new Promise<void>((resolve, reject) => this.waiting.push({ text, resolve, reject }));
    this.flushing ??= this.flush();
    return written;
  }

  async close(): Promise<void> {
    await this.flushing;
    if (this.unsaved.length > 0) await this.guard(() => this.writeUnsaved());
    await this.handle?.close();
    this.handle = undefined;
    const lease = this.lease;
    this.lease = undefined;
    // A lease that cannot be removed names a process that will be gone; the next one takes over.
    await lease?.release().catch(() => undefined);
  }

  private async flush(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await this.commit(batch.map((entry) => entry.text).join(""));
        for (const entry of batch) entry.resolve();
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
    this.flushing = undefined;
  }

  private async commit(text: string): Promise<void> {
    this.unsaved.push(text);
    const resting = this.failedAt !== undefined && this.options.clock.now() - this.failedAt < RETRY_MS;
    if (!resting) await this.guard(() => this.writeUnsaved());
  }

  /** Turns the disk's refusal into memory mode; only a session that belongs to somebody else is an error. */
  private async guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      const restored = this.failedAt !== undefined;
      this.failedAt = undefined;
      if (restored) this.options.onRestored();
    } catch (error) {
      if (error instanceof SessionError && error.kind !== "storage") {
        this.unsaved = [];
        throw error;
      }
      const first = this.failedAt === undefined;
      this.failedAt = this.options.clock.now();
      if (first) this.options.onDegraded(asStorageError(error, dirname(this.options.file)));
    }
  }

  private async writeUnsaved(): Promise<void> {
    const bytes = Buffer.from(this.unsaved.join(""));
    if (this.handle === undefined && !(await this.openExisting())) await this.createFile(bytes);
    else await this.appendBytes(bytes);
    this.unsaved = [];
  }

  private async openExisting(): Promise<boolean> {
    try {
      await this.openHandle();
      return true;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return false;
      throw error;
    }
  }

  private async openHandle(): Promise<void> {
    await this.takeLease();
    const handle = await open(this.options.file, "r+");
    try {
      // Earlier versions left it readable for others; a file of somebody else cannot be tightened.
      await handle.chmod(PRIVATE_FILE).catch(() => undefined);
      this.bytes = await cutTornLine(handle);
      this.handle = handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  private async takeLease(): Promise<void> {
    this.lease ??= await acquireLease(`${this.options.file}.lease`, this.options.clock);
  }

  private async createFile(bytes: Buffer): Promise<void> {
    await this.takeLease();
    const draft = `${this.options.file}.${this.options.clock.newId()}.draft`;
    const handle = await open(draft, "wx+", PRIVATE_FILE);
    try {
      await writeWhole(handle, bytes, 0);
      await handle.sync();
      await rename(draft, this.options.file);
      await syncFolder(dirname(this.options.file));
    } catch (error) {
      await handle.close();
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    this.handle = handle;
    this.bytes = bytes.length;
  }

  private async appendBytes(bytes: Buffer): Promise<void> {
    const handle = this.handle;
    if (handle === undefined || bytes.length === 0) return;
    if (this.lease === undefined || !(await this.lease.isMine())) {
      throw new SessionError(
        sentence("Another window took over this session while this one was asleep. Open it again to continue."),
        "in-use",
      );
    }
    try {
      await writeWhole(handle, bytes, this.bytes);
      await handle.datasync();
    } catch (error) {
      // Half a line must not stay: the next write goes to the same place, and readers ignore a line without an end.
      await handle.truncate(this.bytes).catch(() => undefined);
      throw error;
    }
    this.bytes += bytes.length;
  }
}

/**
 * The complete lines of a journal; a last line without its end is not there yet. Without an extent the
 * writer is some other process and the file alone tells. Undefined where there is no such journal.
 */
export async function readLines(file: string, extent?: JournalExtent): Promise<readonly string[] | undefined> {
  if (extent?.bytes === 0) return completeLines(extent.unsaved);
  try {
    const bytes = await readFile(file);
    return completeLines(
      extent === undefined ? bytes.toString() : bytes.toString("utf8", 0, extent.bytes) + extent.unsaved,
    );
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    const why = sentence("The session in {file} cannot be read: {reason}.", { file, reason: whyRefused(error) });
    throw new SessionError(why, "storage", { cause: error });
  }
}

const completeLines = (text: string): readonly string[] => text.split("\n").slice(0, -1);

/** One error class for everything the disk may refuse. */
function asStorageError(error: unknown, folder: string): SessionError {
  const why = sentence(
    ["The session cannot be saved in {folder}: {reason}.", "Until it can, the conversation continues in memory."],
    { folder, reason: whyRefused(error) },
  );
  return new SessionError(why, "storage", { cause: error });
}

async function writeWhole(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Returns the length of the journal's complete lines. */
async function cutTornLine(handle: FileHandle): Promise<number> {
  const { size } = await handle.stat();
  const length = await findLastEnd(handle, size);
  if (length < size) await handle.truncate(length);
  return length;
}

async function findLastEnd(handle: FileHandle, size: number): Promise<number> {
  const buffer = Buffer.alloc(REPAIR_STEP_BYTES);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - REPAIR_STEP_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const newline = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (newline >= 0) return start + newline + 1;
    end = start;
  }
  return 0;
}

/** What can be read of a journal that cannot be written. */
async function measureLines(file: string): Promise<number> {
  try {
    const handle = await open(file, "r");
    return await handle
      .stat()
      .then(({ size }) => findLastEnd(handle, size))
      .finally(() => handle.close());
  } catch {
    // Neither written nor read: the conversation has what this window holds of it.
    return 0;
  }
}

/**
 * A new name in a folder is durable only once the folder is; where folders cannot be synced (Windows) the system does
 * it.
 */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch {
    // Nothing better can be done there.
  }
}
