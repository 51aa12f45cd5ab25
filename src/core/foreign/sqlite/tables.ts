import type { UnknownObject } from "../../base/json";
import type { Pages } from "./pages";
import type { Column } from "./record";
import { findInIndex, findRow, scanTable } from "./tree";

/** A table by the names of its columns. */
interface Table {
  readonly root: number;
  readonly columns: readonly string[];
  /** The column that is another name for the place of a row, and is not stored with it. */
  readonly rowIdColumn: string | undefined;
  /** Roots of the indexes, by the first column of each. */
  readonly indexes: ReadonlyMap<string, number>;
}

export type Tables = ReadonlyMap<string, Table>;

const SCHEMA_ROOT = 1;

/** What the database itself says about its tables. */
export async function readTables(pages: Pages, signal: AbortSignal): Promise<Tables> {
  const entries: (readonly Column[])[] = [];
  for await (const { columns } of scanTable(pages, SCHEMA_ROOT, signal)) entries.push(columns);
  const tables = new Map<string, Table>();
  for (const [type, name, , root, sql] of entries) {
    if (type !== "table" || typeof name !== "string" || typeof root !== "number" || typeof sql !== "string") continue;
    const definitions = definitionsIn(sql);
    const columns = definitions.map(({ name: column }) => column);
    const rowIdColumn = definitions.find(({ rest }) => /^\s*integer\s+primary\s+key/i.test(rest))?.name;
    tables.set(name, { root, columns, rowIdColumn, indexes: indexesOf(name, entries) });
  }
  return tables;
}

/** An index of chosen rows only does not have all of them. */
function indexesOf(table: string, entries: readonly (readonly Column[])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [type, , of, root, sql] of entries) {
    if (type !== "index" || of !== table || typeof root !== "number" || typeof sql !== "string") continue;
    const first = definitionsIn(sql)[0];
    if (first !== undefined && first.rest.trim() === "" && !/\)\s*where\b/i.test(sql)) found.set(first.name, root);
  }
  return found;
}

interface Definition {
  readonly name: string;
  readonly rest: string;
}

const CONSTRAINT = /^(?:constraint|primary|unique|check|foreign)\b/i;
const NAME = /^(?:`([^`]*)`|"([^"]*)"|\[([^\]]*)\]|([\w$]+))([\s\S]*)$/;

/** The columns between the parentheses of a statement that creates a table or an index. */
function definitionsIn(sql: string): readonly Definition[] {
  return splitList(sql.slice(sql.indexOf("(") + 1, sql.lastIndexOf(")"))).flatMap((part) => {
    const text = part.trim();
    if (CONSTRAINT.test(text)) return [];
    const [, ticked, quoted, bracketed, plain, rest = ""] = NAME.exec(text) ?? [];
    const name = ticked ?? quoted ?? bracketed ?? plain;
    return name === undefined ? [] : [{ name, rest }];
  });
}

/** Parts between commas, except within parentheses and quotes. */
function splitList(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (quote !== "") quote = character === quote ? "" : quote;
    else if ("'\"`".includes(character)) quote = character;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** Rows of a table, all of them or those with a value in a column. A table that is not there has none. */
export async function selectRows(
  pages: Pages,
  table: Table | undefined,
  where: { readonly column: string; readonly value: string } | "all",
  signal: AbortSignal,
): Promise<readonly UnknownObject[]> {
  if (table === undefined) return [];
  const rows: UnknownObject[] = [];
  const index = where === "all" ? undefined : table.indexes.get(where.column);
  if (where !== "all" && index !== undefined) {
    for (const rowId of await findInIndex(pages, index, where.value, signal)) {
      const row = await findRow(pages, table.root, rowId, signal);
      if (row !== undefined) rows.push(namedRow(table, row));
    }
    return rows;
  }
  for await (const row of scanTable(pages, table.root, signal)) {
    const named = namedRow(table, row);
    if (where === "all" || named[where.column] === where.value) rows.push(named);
  }
  return rows;
}

const namedRow = (
  { columns, rowIdColumn }: Table,
  row: { readonly rowId: number; readonly columns: readonly Column[] },
): UnknownObject =>
  Object.fromEntries(
    columns.map((name, index) => [name, name === rowIdColumn ? row.rowId : (row.columns[index] ?? null)]),
  );
