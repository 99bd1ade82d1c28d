import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Mailboxes that can be read and are not in trouble: the sync finds out when that is over. */
const readable: SQL = sql`m.deleted_at IS NULL AND m.imap_host IS NOT NULL
  AND m.status IN ('active', 'paused', 'sending_error')
  AND EXISTS (SELECT 1 FROM ${workspaces} w WHERE w.id = m.workspace_id AND w.deleted_at IS NULL)`;

/** The version of an empty list. */
export const NONE_WATCHED = "0.0.0";

/** Changes whenever the list of watched mailboxes may have. Across workspaces, like the one below. */
export async function selectWatchVersion(db: Db): Promise<string> {
  const rows = await db.all<{ n: number; latest: number; ids: number }>(sql`
    SELECT count(*) AS n, coalesce(max(m.updated_at), 0) AS latest, coalesce(sum(m.id), 0) AS ids
    FROM ${mailboxes} m WHERE ${readable}`);
  const row = rows[0];
  return `${row?.n ?? 0}.${row?.ids ?? 0}.${row?.latest ?? 0}`;
}

/** The mailboxes to watch, those that wrote last first. */
export async function selectWatched(
  db: Db,
  limit: number,
): Promise<{ id: MailboxId; workspaceId: WorkspaceId }[]> {
  const rows = await db.all<{ id: MailboxId; workspace_id: WorkspaceId }>(sql`
    SELECT m.id, m.workspace_id FROM ${mailboxes} m WHERE ${readable}
    ORDER BY m.last_sent_at DESC NULLS LAST, m.id LIMIT ${limit}`);
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}

/** Makes these mailboxes due, and leases those that nobody reads right now; answers the leased. */
export async function leaseArrived(
  db: Db,
  arrived: readonly { id: MailboxId; workspaceId: WorkspaceId }[],
  now: UnixMs,
  leaseUntil: UnixMs,
): Promise<{ id: MailboxId; workspaceId: WorkspaceId }[]> {
  const json = JSON.stringify(arrived.map(({ id, workspaceId }) => [id, workspaceId]));
  const rows = await db.all<{ id: MailboxId; workspace_id: WorkspaceId; lease: UnixMs }>(sql`
    UPDATE ${mailboxes} SET sync_due_at = ${now}, sync_lease_until = CASE
      WHEN sync_lease_until IS NULL OR sync_lease_until <= ${now} THEN ${leaseUntil} ELSE sync_lease_until END
    FROM json_each(${json}) a
    WHERE ${mailboxes}.id = a.value->>0 AND +${mailboxes}.workspace_id = a.value->>1
      AND ${mailboxes}.deleted_at IS NULL AND ${mailboxes}.imap_host IS NOT NULL AND ${mailboxes}.status <> 'disabled'
    RETURNING ${mailboxes}.id AS id, ${mailboxes}.workspace_id AS workspace_id, sync_lease_until AS lease`);
  return rows
    .filter((row) => row.lease === leaseUntil)
    .map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}
