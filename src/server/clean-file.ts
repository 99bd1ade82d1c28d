import { statfsSync, statSync } from "node:fs";
import type { Client } from "@libsql/client";
import type { Log } from "#platform/ctx/log.ts";

/** Names the rewrite among the install's values. */
const DONE_KEY = "database_rewritten";

/**
 * Rewrites a database file of a version that did not overwrite what it deleted, so that people who
 * were erased then are not found in it any more. Once; takes seconds for each gigabyte. Where the
 * disk has no room for it, that is logged and the next start tries again.
 */
export async function rewriteOnce(client: Client, path: string, log: Log): Promise<void> {
  const done = await client.execute({
    sql: "SELECT 1 FROM install_settings WHERE key = ?",
    args: [DONE_KEY],
  });
  if (done.rows.length > 0) return;
  const { size } = statSync(path);
  const { bavail, bsize } = statfsSync(path);
  // The copy and the log that it comes in by.
  const needed = 2.2 * size;
  if (bavail * bsize < needed) {
    log("database.not_rewritten", { needed_bytes: Math.ceil(needed) }, "warn");
    return;
  }
  // Words of deleted leads lie in the older parts of the index until all are merged.
  await client.execute("INSERT INTO lead_search (lead_search) VALUES ('optimize')");
  await client.execute("VACUUM");
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  await client.execute({
    sql: "INSERT OR IGNORE INTO install_settings (key, value, updated_at) VALUES (?, 'true', 0)",
    args: [DONE_KEY],
  });
}
