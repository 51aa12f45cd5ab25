import type { DatabaseForm } from "./pages";
import { DamagedDatabase } from "./pages";

/** What a column can hold; bytes are of no use to a reader of text, and count as nothing. */
export type Column = string | number | null;

/** A number of up to nine bytes, and where the next thing begins. */
export function readVarint(bytes: Buffer, at: number): readonly [value: number, next: number] {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = byteAt(bytes, at + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + index + 1];
  }
  return [value * 256 + byteAt(bytes, at + 8), at + 9];
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new DamagedDatabase();
  return byte;
}

/** See https://www.sqlite.org/fileformat2.html#record_format. */
export function readRecord(payload: Buffer, { encoding }: DatabaseForm): readonly Column[] {
  const [headerEnd, first] = readVarint(payload, 0);
  const columns: Column[] = [];
  let body = headerEnd;
  for (let at = first; at < headerEnd; ) {
    const [type, next] = readVarint(payload, at);
    const size = sizeOf(type);
    if (body + size > payload.length) throw new DamagedDatabase();
    columns.push(readColumn(payload.subarray(body, body + size), type, encoding));
    body += size;
    at = next;
  }
  return columns;
}

const SIZES: readonly number[] = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];
const FIRST_SIZED = 12;
const sizeOf = (type: number): number => SIZES[type] ?? Math.floor((type - FIRST_SIZED) / 2);

function readColumn(bytes: Buffer, type: number, encoding: DatabaseForm["encoding"]): Column {
  if (type >= FIRST_SIZED) return type % 2 === 1 ? new TextDecoder(encoding).decode(bytes) : null;
  switch (type) {
    case 6:
      return Number(bytes.readBigInt64BE(0));
    case 7:
      return bytes.readDoubleBE(0);
    case 8:
      return 0;
    case 9:
      return 1;
    default:
      return bytes.length === 0 ? null : bytes.readIntBE(0, bytes.length);
  }
}
