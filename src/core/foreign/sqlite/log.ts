/** Pages of a write-ahead log that belong to the database: the newest records may lie there only. */
export interface LoggedPages {
  readonly pageSize: number;
  readonly log: Uint8Array;
  /** Where the newest committed version of a page begins in the log. */
  readonly offsets: ReadonlyMap<number, number>;
}

/** See https://www.sqlite.org/fileformat2.html#walformat. Undefined where the file is no log, or a damaged one. */
export function readLog(log: Uint8Array): LoggedPages | undefined {
  const header = readHeader(log);
  return header && { pageSize: header.pageSize, log, offsets: committedPages(log, header) };
}

interface LogHeader {
  readonly pageSize: number;
  readonly endian: "big" | "little";
  readonly salt: readonly [number, number];
  readonly checksum: readonly [number, number];
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

function readHeader(log: Uint8Array): LogHeader | undefined {
  if (log.length < HEADER_BYTES) return undefined;
  const view = viewOf(log);
  const magic = view.getUint32(0);
  if ((magic & ~1) !== MAGIC) return undefined;
  const pageSize = view.getUint32(8);
  const isPower = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0;
  if (!isPower) return undefined;
  const endian = (magic & 1) === 1 ? "big" : "little";
  const checksum = addChecksum([0, 0], log.subarray(0, 24), endian);
  if (checksum[0] !== view.getUint32(24) || checksum[1] !== view.getUint32(28)) return undefined;
  return { pageSize, endian, salt: [view.getUint32(16), view.getUint32(20)], checksum };
}

/** The newest committed version of each page, as an offset in the log. Frames of an unfinished write are left out. */
function committedPages(log: Uint8Array, header: LogHeader): ReadonlyMap<number, number> {
  const view = viewOf(log);
  const committed = new Map<number, number>();
  let pending = new Map<number, number>();
  let checksum = header.checksum;
  const frameBytes = FRAME_HEADER_BYTES + header.pageSize;
  for (let at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    if (view.getUint32(at + 8) !== header.salt[0] || view.getUint32(at + 12) !== header.salt[1]) break;
    const page = log.subarray(at + FRAME_HEADER_BYTES, at + frameBytes);
    checksum = addChecksum(addChecksum(checksum, log.subarray(at, at + 8), header.endian), page, header.endian);
    if (checksum[0] !== view.getUint32(at + 16) || checksum[1] !== view.getUint32(at + 20)) break;
    pending.set(view.getUint32(at), at + FRAME_HEADER_BYTES);
    if (view.getUint32(at + 4) === 0) continue;
    for (const [number, offset] of pending) committed.set(number, offset);
    pending = new Map();
  }
  return committed;
}

function addChecksum(
  [first, second]: readonly [number, number],
  bytes: Uint8Array,
  endian: LogHeader["endian"],
): readonly [number, number] {
  const view = viewOf(bytes);
  let a = first;
  let b = second;
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + view.getUint32(at, endian === "little") + b) >>> 0;
    b = (b + view.getUint32(at + 4, endian === "little") + a) >>> 0;
  }
  return [a, b];
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
