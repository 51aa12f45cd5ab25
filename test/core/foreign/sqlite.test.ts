import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { withPages } from "../../../src/core/foreign/sqlite/pages";
import { readTables, selectRows } from "../../../src/core/foreign/sqlite/tables";
import { never } from "../../support/foreign-fixtures";

const folder = mkdtempSync(join(tmpdir(), "foreign-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const INSERT = "INSERT INTO `part` (id, session_id, number, share, data, note) VALUES (?, ?, ?, ?, ?, ?)";

/** Rows of every kind and size, in an order that lets the trees split and shrink, some of them in the log only. */
function fill(database: DatabaseSync, name: string, rows: number): void {
  database.exec("BEGIN");
  const insert = database.prepare(INSERT);
  for (let index = 0; index < rows; index++) {
    const spread = (index * 7_919) % rows;
    const text = `${"á文🙂".repeat(spread % 5)}${"x".repeat((spread % 13) ** 4)}`;
    const number = (spread % 2 === 0 ? 1 : -1) * 3 ** (spread % 33);
    insert.run(
      `${name}-${spread}`,
      `ses-${spread % 23}`,
      number,
      spread / 7,
      spread % 11 === 0 ? null : text,
      spread % 2,
    );
  }
  database.exec(`DELETE FROM part WHERE number < -1000000 AND share > ${rows / 20}`);
  database.exec("UPDATE part SET data = data || data WHERE session_id = 'ses-3'");
  database.exec("COMMIT");
}

test.each([
  [512, "UTF-8", "CREATE INDEX `part_session` ON `part` (`session_id`)"],
  [1_024, "UTF-8", 'CREATE INDEX part_session ON part ("session_id", id)'],
  [4_096, "UTF-8", "CREATE INDEX part_session ON part (session_id) WHERE note = 1"],
  [4_096, "UTF-8", "CREATE INDEX part_other ON part (number)"],
  [65_536, "UTF-8", "CREATE INDEX part_session ON part (session_id, number, data)"],
  [4_096, "UTF-16le", "CREATE INDEX part_session ON part (session_id, number)"],
])("a database with pages of %d bytes in %s is read as SQLite reads it: %s", async (pageSize, encoding, index) => {
  const path = join(folder, `${pageSize}-${encoding}-${index.length}.db`);
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA page_size = ${pageSize}; PRAGMA encoding = '${encoding}'; PRAGMA journal_mode = WAL;`);
  database.exec(
    'CREATE TABLE `part` (`row` INTEGER PRIMARY KEY, "id" text, ' +
      "session_id text NOT NULL CHECK (session_id <> ','), [number] integer, " +
      "share real, data text DEFAULT 'a,b', CONSTRAINT one UNIQUE (id, number))",
  );
  database.exec(`ALTER TABLE part ADD COLUMN note integer; ${index};`);
  fill(database, "first", 900);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0;");
  fill(database, "second", 300);
  const expected = database.prepare("SELECT * FROM part ORDER BY row").all();
  const before = readdirSync(folder);
  await withPages(path, async (pages) => {
    const table = (await readTables(pages, never)).get("part");
    const all = await selectRows(pages, table, "all", never);
    expect(all).toEqual(expected.map((row) => ({ ...row })));
    for (const value of ["ses-0", "ses-3", "ses-22", "ses-9x", ""]) {
      const found = await selectRows(pages, table, { column: "session_id", value }, never);
      expect(found.toSorted((a, b) => Number(a["row"]) - Number(b["row"]))).toEqual(
        all.filter((row) => row["session_id"] === value),
      );
    }
  });
  expect(readdirSync(folder)).toEqual(before);
  database.close();
});
