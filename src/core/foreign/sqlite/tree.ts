import type { DatabaseForm, Pages } from "./pages";
import { DamagedDatabase } from "./pages";
import type { Column } from "./record";
import { readRecord, readVarint } from "./record";

/** A row of a table, by its place in the table. */
export interface TableRow {
  readonly rowId: number;
  readonly columns: readonly Column[];
}

/** No record of an agent is larger; a damaged one may claim to be. */
const LARGEST_RECORD_BYTES = 64 * 1024 * 1024;

/** See https://www.sqlite.org/fileformat2.html#b_tree_pages. */
const TABLE_LEAF = 0x0d;
const TABLE_INNER = 0x05;
const INDEX_LEAF = 0x0a;
const INDEX_INNER = 0x02;

/** Every row of a table, in their order. */
export async function* scanTable(pages: Pages, root: number, signal: AbortSignal): AsyncGenerator<TableRow> {
  for await (const page of leavesOf(pages, root, signal))
    for (const at of page.cells) yield readTableCell(pages, page.bytes, at, signal);
}

async function* leavesOf(pages: Pages, root: number, signal: AbortSignal): AsyncGenerator<TreePage> {
  const seen = new Set<number>();
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // A page that belongs to itself would never end.
    if (seen.has(next)) throw new DamagedDatabase();
    seen.add(next);
    const page = await readPage(pages, next, signal);
    if (page.type === TABLE_LEAF) yield page;
    else if (page.type === TABLE_INNER) waiting.push(...childrenOf(page).toReversed());
    else throw new DamagedDatabase();
  }
}

/** The row at a place; undefined where there is none. */
export async function findRow(
  pages: Pages,
  root: number,
  rowId: number,
  signal: AbortSignal,
): Promise<TableRow | undefined> {
  let number = root;
  for (let depth = 0; depth < DEEPEST_TREE; depth++) {
    const page = await readPage(pages, number, signal);
    if (page.type === TABLE_LEAF) {
      const at = page.cells.find((cell) => rowIdAt(page.bytes, cell) === rowId);
      return at === undefined ? undefined : readTableCell(pages, page.bytes, at, signal);
    }
    if (page.type !== TABLE_INNER) throw new DamagedDatabase();
    const next = page.cells.find((cell) => readVarint(page.bytes, cell + 4)[0] >= rowId);
    number = next === undefined ? page.right : page.bytes.readUInt32BE(next);
  }
  throw new DamagedDatabase();
}

const DEEPEST_TREE = 32;

/** Where the rows are whose first indexed column has this value. */
export async function findInIndex(
  pages: Pages,
  root: number,
  value: string,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const found: number[] = [];
  const seen = new Set<number>();
  const visit = async (number: number): Promise<"past" | "before"> => {
    if (seen.has(number)) throw new DamagedDatabase();
    seen.add(number);
    const page = await readPage(pages, number, signal);
    const isInner = page.type === INDEX_INNER;
    if (!isInner && page.type !== INDEX_LEAF) throw new DamagedDatabase();
    for (const at of page.cells) {
      const columns = readRecord(
        await readPayload(pages, page.bytes, indexCell(pages.form, page, at), signal),
        pages.form,
      );
      const order = compare(columns[0] ?? null, value);
      if (isInner && order >= 0 && (await visit(page.bytes.readUInt32BE(at))) === "past") return "past";
      if (order > 0) return "past";
      const rowId = columns.at(-1);
      if (order === 0 && typeof rowId === "number") found.push(rowId);
    }
    return isInner ? visit(page.right) : "before";
  };
  await visit(root);
  return found;
}

/** Nothing comes first, then numbers, then texts, byte by byte. */
function compare(column: Column, value: string): number {
  if (typeof column !== "string") return -1;
  return Buffer.compare(Buffer.from(column), Buffer.from(value));
}

interface TreePage {
  readonly bytes: Buffer;
  readonly type: number;
  /** Where the cells begin. */
  readonly cells: readonly number[];
  /** The last child of an inner page. */
  readonly right: number;
}

const FILE_HEADER_BYTES = 100;

async function readPage(pages: Pages, number: number, signal: AbortSignal): Promise<TreePage> {
  const bytes = await pages.read(number, signal);
  const start = number === 1 ? FILE_HEADER_BYTES : 0;
  const type = bytes.readUInt8(start);
  const isInner = type === TABLE_INNER || type === INDEX_INNER;
  const pointers = start + (isInner ? 12 : 8);
  const count = bytes.readUInt16BE(start + 3);
  if (pointers + 2 * count > bytes.length) throw new DamagedDatabase();
  const cells = Array.from({ length: count }, (_, index) => bytes.readUInt16BE(pointers + 2 * index));
  if (cells.some((cell) => cell < pointers || cell + 4 > bytes.length)) throw new DamagedDatabase();
  return { bytes, type, cells, right: isInner ? bytes.readUInt32BE(start + 8) : 0 };
}

const childrenOf = ({ bytes, cells, right }: TreePage): readonly number[] => [
  ...cells.map((cell) => bytes.readUInt32BE(cell)),
  right,
];

const rowIdAt = (bytes: Buffer, cell: number): number => readVarint(bytes, readVarint(bytes, cell)[1])[0];

async function readTableCell(pages: Pages, bytes: Buffer, cell: number, signal: AbortSignal): Promise<TableRow> {
  const [size, afterSize] = readVarint(bytes, cell);
  const [rowId, start] = readVarint(bytes, afterSize);
  const most = pages.form.usable - 35;
  const payload = await readPayload(pages, bytes, { size, start, local: localBytes(size, most, pages.form) }, signal);
  return { rowId, columns: readRecord(payload, pages.form) };
}

interface Payload {
  readonly size: number;
  readonly start: number;
  /** Bytes that lie in the page itself; the others are on pages of their own. */
  readonly local: number;
}

function indexCell(form: DatabaseForm, page: TreePage, cell: number): Payload {
  const [size, start] = readVarint(page.bytes, page.type === INDEX_INNER ? cell + 4 : cell);
  const most = Math.floor(((form.usable - 12) * 64) / 255) - 23;
  return { size, start, local: localBytes(size, most, form) };
}

function localBytes(size: number, most: number, { usable }: DatabaseForm): number {
  if (size <= most) return size;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const local = least + ((size - least) % (usable - 4));
  return local <= most ? local : least;
}

async function readPayload(pages: Pages, bytes: Buffer, payload: Payload, signal: AbortSignal): Promise<Buffer> {
  const { size, start, local } = payload;
  if (size > LARGEST_RECORD_BYTES || start + local > bytes.length) throw new DamagedDatabase();
  const first = bytes.subarray(start, start + local);
  if (local === size) return first;
  if (start + local + 4 > bytes.length) throw new DamagedDatabase();
  const pieces = [first];
  let number = bytes.readUInt32BE(start + local);
  for (let missing = size - local; missing > 0; ) {
    const page = await pages.read(number, signal);
    const piece = page.subarray(4, Math.min(pages.form.usable, 4 + missing));
    pieces.push(Buffer.from(piece));
    missing -= piece.length;
    number = page.readUInt32BE(0);
  }
  return Buffer.concat(pieces);
}
