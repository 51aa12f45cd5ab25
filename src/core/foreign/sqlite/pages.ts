import type { FileHandle } from "node:fs/promises";
import { openPlainFile, readPlainFile } from "../reading/plain-file";
import type { LoggedPages } from "./log";
import { readLog } from "./log";

/** What every reader of a database needs to know of its form. */
export interface DatabaseForm {
  readonly pageSize: number;
  /** Bytes of a page that hold content. */
  readonly usable: number;
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
}

/** One database file, page by page. Nothing of it is locked, and no other file appears beside it. */
export interface Pages {
  readonly form: DatabaseForm;
  read(page: number, signal: AbortSignal): Promise<Buffer>;
}

const HEADER_BYTES = 100;
/** Pages that follow each other are mostly read one after the other. */
const BLOCK_BYTES = 256 * 1024;
const MOST_BLOCKS = 64;
const LARGEST_LOG_BYTES = 256 * 1024 * 1024;

/**
 * Opens a database with its write-ahead log for reading, as the files are at this moment. SQLite itself would lock the
 * database and write beside it, or would need the whole of it in memory.
 */
export async function withPages<Result>(path: string, use: (pages: Pages) => Promise<Result>): Promise<Result> {
  const handle = await openPlainFile(path);
  try {
    const bytes = await readPlainFile(`${path}-wal`, LARGEST_LOG_BYTES);
    return await use(await openPages(handle, bytes && readLog(bytes)));
  } finally {
    await handle.close();
  }
}

async function openPages(handle: FileHandle, logged: LoggedPages | undefined): Promise<Pages> {
  const blocks = new BlockCache(handle);
  const first = logged?.offsets.get(1);
  const header =
    logged !== undefined && first !== undefined
      ? Buffer.from(logged.log.subarray(first, first + HEADER_BYTES))
      : await blocks.read(0, HEADER_BYTES);
  const form = formOf(header);
  if (form === undefined) throw new DamagedDatabase();
  const offsets = logged?.pageSize === form.pageSize ? logged.offsets : new Map<number, number>();
  return {
    form,
    async read(page, signal) {
      signal.throwIfAborted();
      const offset = offsets.get(page);
      if (logged !== undefined && offset !== undefined)
        return Buffer.from(logged.log.subarray(offset, offset + form.pageSize));
      if (page < 1) throw new DamagedDatabase();
      return blocks.read((page - 1) * form.pageSize, form.pageSize);
    },
  };
}

/** The file is no database, or is being changed in this very moment. */
export class DamagedDatabase extends Error {}

function formOf(header: Buffer): DatabaseForm | undefined {
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\u0000") return undefined;
  const size = header.readUInt16BE(16);
  const pageSize = size === 1 ? 65_536 : size;
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) return undefined;
  const encoding = (["utf-8", "utf-16le", "utf-16be"] as const)[Math.max(1, header.readUInt32BE(56)) - 1];
  const usable = pageSize - header.readUInt8(20);
  return encoding === undefined || usable < 480 ? undefined : { pageSize, usable, encoding };
}

/** The newest blocks of a file, so that a database of any size takes the same memory. */
class BlockCache {
  private readonly handle: FileHandle;
  private readonly blocks = new Map<number, Buffer>();

  constructor(handle: FileHandle) {
    this.handle = handle;
  }

  /** A piece that lies in one block, as every page does. */
  async read(position: number, length: number): Promise<Buffer> {
    const start = Math.floor(position / BLOCK_BYTES) * BLOCK_BYTES;
    const block = this.blocks.get(start) ?? (await this.load(start));
    this.blocks.delete(start);
    this.blocks.set(start, block);
    const piece = block.subarray(position - start, position - start + length);
    if (piece.length < length) throw new DamagedDatabase();
    return piece;
  }

  private async load(start: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, start);
    const [oldest] = this.blocks.keys();
    if (this.blocks.size >= MOST_BLOCKS && oldest !== undefined) this.blocks.delete(oldest);
    return buffer.subarray(0, bytesRead);
  }
}
