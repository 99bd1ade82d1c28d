import { createHash } from "node:crypto";
import type { BundledMigration } from "#platform/db/bundled-migrations.ts";
import type { Asked, Answered } from "#platform/db/over-object.ts";

/** What runs statements in a Durable Object. */
type Storage = Pick<DurableObjectStorage, "sql" | "transactionSync">;

/** Runs statements in one transaction: all of them, or none. Throws with SQLite's words. */
export function runStatements(storage: Storage, asked: readonly Asked[]): readonly Answered[] {
  const run = (): readonly Answered[] => asked.map((one) => runOne(storage.sql, one));
  // One is atomic by itself.
  return asked.length === 1 ? run() : storage.transactionSync(run);
}

function runOne(sql: SqlStorage, [text, params]: Asked): Answered {
  const cursor = sql.exec(text, ...params);
  // The product stores no bytes.
  const rows = [...cursor.raw()] as unknown as Answered["rows"];
  const { columnNames: columns, rowsRead, rowsWritten } = cursor;
  // Rows written count those of indexes as well.
  const changes = rowsWritten === 0 ? 0 : Number(sql.exec("SELECT changes() AS n").one()["n"]);
  return { columns, rows, changes, rowsRead, rowsWritten };
}

/**
 * Applies the files that are new, each in one transaction, and records them in the tables in which
 * the other hosts do. Throws when an applied file was changed since.
 */
export function migrateStorage(storage: Storage, files: readonly BundledMigration[]): void {
  const { sql } = storage;
  for (const table of TABLES) sql.exec(table);
  const applied = new Map(
    [...sql.exec(APPLIED).raw()].map(([name, hash]) => [name, hash] as const),
  );
  for (const { name, sql: text } of files) {
    const hash = createHash("sha256").update(text).digest("hex");
    if (applied.has(name)) {
      if (applied.get(name) !== hash)
        throw new Error(`migration ${name} was changed after it was applied`);
      continue;
    }
    storage.transactionSync(() => {
      for (const statement of text.split("--> statement-breakpoint")) sql.exec(statement);
      sql.exec("INSERT INTO d1_migrations (name) VALUES (?)", name);
      sql.exec("INSERT INTO migration_hashes (name, hash) VALUES (?, ?)", name, hash);
    });
  }
}

const TABLES = [
  "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  "CREATE TABLE IF NOT EXISTS migration_hashes (name TEXT PRIMARY KEY, hash TEXT NOT NULL)",
];
const APPLIED = `SELECT m.name, h.hash FROM d1_migrations m
  LEFT JOIN migration_hashes h ON h.name = m.name`;
