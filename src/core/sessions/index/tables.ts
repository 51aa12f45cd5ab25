import type { Database, SqlJsStatic, SqlValue, Statement } from "sql.js";
import type { SessionId } from "../../conversation/ids";

const SCHEMA = `
  CREATE TABLE sessions (session TEXT PRIMARY KEY, offset INTEGER NOT NULL, state TEXT) WITHOUT ROWID;
  CREATE TABLE messages (
    docid INTEGER PRIMARY KEY, session TEXT NOT NULL, message TEXT NOT NULL, seed INTEGER NOT NULL,
    at REAL NOT NULL, offset INTEGER NOT NULL, bytes INTEGER NOT NULL
  );
  CREATE INDEX messages_of_session ON messages (session);
  CREATE INDEX messages_by_id ON messages (message);
  CREATE TABLE requests (session TEXT NOT NULL, at REAL NOT NULL, request TEXT NOT NULL);
  CREATE INDEX requests_by_time ON requests (at);
  CREATE TABLE vectors (docid INTEGER PRIMARY KEY, model TEXT NOT NULL, vector BLOB NOT NULL);
  CREATE VIRTUAL TABLE text USING fts4 (content="", body);
  CREATE VIRTUAL TABLE terms USING fts4aux (text);
`;

const INSERTS = {
  session: "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)",
  message: "INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?)",
  request: "INSERT INTO requests VALUES (?, ?, ?)",
  vector: "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
  text: "INSERT INTO text (docid, body) VALUES (?, ?)",
} as const;

export type Insert = (table: keyof typeof INSERTS, values: SqlValue[]) => void;

/** The tables of the index; what they mean is the index's business. */
export class IndexTables {
  readonly database: Database;

  constructor(sql: SqlJsStatic, snapshot?: Uint8Array) {
    this.database = new sql.Database(snapshot);
    if (snapshot === undefined) this.database.run(SCHEMA);
  }

  /** Many inserts as one transaction, with statements that are compiled once. */
  fill(work: (insert: Insert) => void): void {
    const statements = new Map<string, Statement>();
    this.database.run("BEGIN");
    try {
      work((table, values) => {
        const statement = statements.get(table) ?? this.database.prepare(INSERTS[table]);
        statements.set(table, statement);
        statement.run(values);
      });
      this.database.run("COMMIT");
    } finally {
      for (const statement of statements.values()) statement.free();
    }
  }

  /** The full text cannot be deleted from; a row of it without its message is no find. */
  forget(id: SessionId): void {
    this.database.run("DELETE FROM vectors WHERE docid IN (SELECT docid FROM messages WHERE session = ?)", [id]);
    for (const table of ["sessions", "messages", "requests"])
      this.database.run(`DELETE FROM ${table} WHERE session = ?`, [id]);
  }

  rows(sql: string, values: readonly SqlValue[]): readonly Record<string, SqlValue>[] {
    const statement = this.database.prepare(sql, [...values]);
    try {
      const rows = [];
      while (statement.step()) rows.push(statement.getAsObject());
      return rows;
    } finally {
      statement.free();
    }
  }

  export(): Uint8Array {
    return this.database.export();
  }

  close(): void {
    this.database.close();
  }
}
