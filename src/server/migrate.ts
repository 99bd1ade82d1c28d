import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@libsql/client";

/** A file of `drizzle/`. */
export type Migration = { readonly name: string; readonly sql: string; readonly hash: string };

/** The SQL files of a folder in order of name. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Applies the SQL files of `drizzle/` that are new, each in one transaction, in order of name.
 * Keeps wrangler's own table, so that both ways of applying see the same history.
 * Throws when an applied file was changed since: released migrations are never edited.
 */
export const migrate = async (client: Client, folder: string): Promise<readonly string[]> =>
  applyMigrations(client, await readMigrations(folder));

/** The same with files that were read before; answers the names of those that were new. */
export async function applyMigrations(
  client: Client,
  files: readonly Migration[],
): Promise<readonly string[]> {
  await client.execute(
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  await client.execute(
    "CREATE TABLE IF NOT EXISTS migration_hashes (name TEXT PRIMARY KEY, hash TEXT NOT NULL)",
  );
  const rows = await client.execute(
    "SELECT m.name, h.hash FROM d1_migrations m LEFT JOIN migration_hashes h ON h.name = m.name",
  );
  const applied = new Map(rows.rows.map((row) => [row["name"], row["hash"]]));
  const fresh: string[] = [];
  for (const { name, sql, hash } of files) {
    if (applied.has(name)) {
      const known = applied.get(name);
      if (known && known !== hash)
        throw new Error(`migration ${name} was changed after it was applied`);
      continue;
    }
    try {
      await client.batch(
        [
          // First, so that of two processes that start at once the second one ends here.
          { sql: "INSERT INTO d1_migrations (name) VALUES (?)", args: [name] },
          ...sql.split("--> statement-breakpoint").map((statement) => statement.trim()),
          { sql: "INSERT INTO migration_hashes (name, hash) VALUES (?, ?)", args: [name, hash] },
        ],
        "write",
      );
    } catch (cause) {
      if (await isApplied(client, name)) continue;
      throw cause;
    }
    fresh.push(name);
  }
  return fresh;
}

/** Whether another process has applied it meanwhile. */
async function isApplied(client: Client, name: string): Promise<boolean> {
  const sql = "SELECT 1 FROM d1_migrations WHERE name = ?";
  return (await client.execute({ sql, args: [name] })).rows.length > 0;
}
