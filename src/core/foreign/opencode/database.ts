import { readFile, stat } from "node:fs/promises";
import type { Database } from "sql.js";
import type { UnknownObject } from "../../base/json";
import { countOf, textOf } from "../../base/json";
import type { ForeignWorld } from "../places";
import type { ForeignFile, ForeignSession } from "../session";
import type { OpencodeRows } from "./read";
import { readOpencode } from "./read";
import { applyWal } from "./wal";

/** The whole database is read into memory: a larger one is left alone. */
const LARGEST_DATABASE_BYTES = 256 * 1024 * 1024;

type FoundDatabase = Pick<ForeignFile, "agent" | "path" | "modifiedAt" | "bytes">;

/** Sessions that people started; those of sub-agents belong to them. */
export async function listDatabaseSessions(world: ForeignWorld, file: FoundDatabase): Promise<readonly ForeignFile[]> {
  return withDatabase(world, file.path, (database) =>
    query(
      database,
      "SELECT s.id, s.directory, s.time_updated, " +
        "(SELECT SUM(LENGTH(data)) FROM part WHERE session_id = s.id) AS bytes " +
        "FROM session s WHERE s.parent_id IS NULL",
    ).map((row) => ({
      ...file,
      id: textOf(row["id"]),
      workspace: textOf(row["directory"]),
      modifiedAt: countOf(row["time_updated"]),
      bytes: countOf(row["bytes"]),
    })),
  ).then((found) => found ?? []);
}

export async function readDatabaseSession(world: ForeignWorld, file: ForeignFile): Promise<ForeignSession | undefined> {
  return withDatabase(world, file.path, (database) => {
    const rows = rowsOf(database, file.id);
    return rows && readOpencode(rows, file.path);
  });
}

function rowsOf(database: Database, id: string): OpencodeRows | undefined {
  const session = query(database, "SELECT * FROM session WHERE id = ?", id)[0];
  if (session === undefined) return undefined;
  const children = query(database, "SELECT id FROM session WHERE parent_id = ? ORDER BY time_created", id);
  return {
    session,
    messages: query(database, "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id", id),
    parts: query(database, "SELECT message_id, data FROM part WHERE session_id = ? ORDER BY id", id),
    // A session that names itself as its parent would never end.
    children: children.flatMap((child) => (child["id"] === id ? [] : (leafRows(database, textOf(child["id"])) ?? []))),
  };
}

function leafRows(database: Database, id: string): OpencodeRows | undefined {
  const session = query(database, "SELECT * FROM session WHERE id = ?", id)[0];
  return (
    session && {
      session,
      messages: query(database, "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id", id),
      parts: query(database, "SELECT message_id, data FROM part WHERE session_id = ? ORDER BY id", id),
      children: [],
    }
  );
}

/** Opens a copy in memory, with what the write-ahead log adds. Undefined where the file is no database. */
async function withDatabase<Result>(
  { wasmFile }: ForeignWorld,
  path: string,
  use: (database: Database) => Result,
): Promise<Result | undefined> {
  const { size } = await stat(path);
  if (size > LARGEST_DATABASE_BYTES) return undefined;
  const bytes = await readFile(path);
  const log = await readFile(`${path}-wal`).catch(() => undefined);
  const { default: initSqlJs } = await import("sql.js");
  const { Database } = await initSqlJs(wasmFile === undefined ? {} : { locateFile: () => wasmFile });
  let database: Database | undefined;
  try {
    database = new Database(asOrdinary(log === undefined ? bytes : applyWal(bytes, log)));
    return use(database);
  } catch {
    // Another program's file: damaged, or with other tables than this version knows.
    return undefined;
  } finally {
    database?.close();
  }
}

/** A database in memory has no place for a write-ahead log. */
function asOrdinary(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 20) return bytes;
  const copy = Uint8Array.from(bytes);
  copy.set([1, 1], 18);
  return copy;
}

function query(database: Database, sql: string, ...values: readonly string[]): readonly UnknownObject[] {
  const statement = database.prepare(sql, [...values]);
  const rows: UnknownObject[] = [];
  while (statement.step()) rows.push(statement.getAsObject());
  statement.free();
  return rows;
}
