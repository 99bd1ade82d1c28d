import type { Client } from "@libsql/client";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/**
 * Ids of a workspace's own database begin behind its number times this, so that no two workspaces of
 * an install have a row of the same id: 7000000042 is the 42nd of workspace 7. Cursors and the names
 * of mailboxes take fifteen digits, which is enough for 999,999 workspaces of a billion rows a table.
 */
export const IDS_OF_ONE = 1_000_000_000;

/**
 * What comes back into a file after the first database has gone on behind its ids begins anew, at a
 * number that no workspace has.
 */
export const FIRST_MOVED = 500_000;

/** Tables whose ids have no beginning yet; those of the migrations count for themselves. */
const UNBEGUN = `FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'
  AND name <> 'd1_migrations' AND name NOT IN (SELECT name FROM sqlite_sequence)`;

/** Gives tables that are new in a workspace's database the beginning of their ids: that of the others. */
export async function keepIdsApart(client: Client, id: WorkspaceId): Promise<void> {
  const { rows } = await client.execute(`SELECT 1 ${UNBEGUN} LIMIT 1`);
  if (rows.length === 0) return;
  await client.execute({
    sql: `INSERT INTO sqlite_sequence (name, seq) SELECT name, max(?, (
        SELECT coalesce(max(seq), 0) / ${IDS_OF_ONE} * ${IDS_OF_ONE} FROM sqlite_sequence WHERE name <> 'd1_migrations'
      )) ${UNBEGUN}`,
    args: [id * IDS_OF_ONE],
  });
}
