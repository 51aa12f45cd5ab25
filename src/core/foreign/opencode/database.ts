import type { UnknownObject } from "../../base/json";
import { countOf, textOf } from "../../base/json";
import type { ForeignFile, ForeignSession } from "../session";
import type { Pages } from "../sqlite/pages";
import { withPages } from "../sqlite/pages";
import type { Tables } from "../sqlite/tables";
import { readTables, selectRows } from "../sqlite/tables";
import type { OpencodeRows } from "./read";
import { readOpencode } from "./read";

/** Sessions that people started; those of sub-agents belong to them. */
export async function listDatabaseSessions(file: ForeignFile, signal: AbortSignal): Promise<readonly ForeignFile[]> {
  const found = await withDatabase(file.path, signal, ({ select }) => select("session", "all"));
  return (found ?? [])
    .filter((row) => textOf(row["parent_id"]) === "")
    .map((row) => ({
      ...file,
      id: textOf(row["id"]),
      title: textOf(row["title"]),
      workspace: textOf(row["directory"]),
      modifiedAt: countOf(row["time_updated"]),
      // How large one session is would take a look at all of its rows.
      bytes: 0,
    }));
}

export async function readDatabaseSession(file: ForeignFile, signal: AbortSignal): Promise<ForeignSession | undefined> {
  return withDatabase(file.path, signal, async (database) => {
    const rows = await rowsOf(database, file.id);
    return rows && readOpencode(rows, file.path);
  });
}

interface OpenDatabase {
  select(table: string, where: Parameters<typeof selectRows>[2]): Promise<readonly UnknownObject[]>;
}

async function rowsOf(database: OpenDatabase, id: string): Promise<OpencodeRows | undefined> {
  const own = await ownRows(database, id);
  if (own === undefined) return undefined;
  const children: OpencodeRows[] = [];
  for (const child of (await database.select("session", { column: "parent_id", value: id })).toSorted(byTime)) {
    // A session that names itself as its parent would never end.
    const rows = child["id"] === id ? undefined : await ownRows(database, textOf(child["id"]));
    if (rows !== undefined) children.push(rows);
  }
  return { ...own, children };
}

async function ownRows(database: OpenDatabase, id: string): Promise<OpencodeRows | undefined> {
  const [session] = await database.select("session", { column: "id", value: id });
  if (session === undefined) return undefined;
  const inSession = { column: "session_id", value: id };
  return {
    session,
    messages: (await database.select("message", inSession)).toSorted(byTime),
    parts: (await database.select("part", inSession)).toSorted(byId),
    children: [],
  };
}

const byId = (a: UnknownObject, b: UnknownObject): number => (textOf(a["id"]) < textOf(b["id"]) ? -1 : 1);
const byTime = (a: UnknownObject, b: UnknownObject): number =>
  countOf(a["time_created"]) - countOf(b["time_created"]) || byId(a, b);

/** Undefined where the file is no database, or one with other tables than this version knows. */
async function withDatabase<Result>(
  path: string,
  signal: AbortSignal,
  use: (database: OpenDatabase) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await withPages(path, async (pages: Pages) => {
      const tables: Tables = await readTables(pages, signal);
      return use({ select: (table, where) => selectRows(pages, tables.get(table), where, signal) });
    });
  } catch {
    signal.throwIfAborted();
    // Another program's file: damaged, or changed in this very moment.
    return undefined;
  }
}
