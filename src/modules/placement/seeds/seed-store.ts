import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import { placementSeeds } from "#modules/placement/schema/placement.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Mailboxes of the workspace that take test emails and can be read. */
export const selectSeeds = (db: Db, workspaceId: WorkspaceId) =>
  db
    .select({
      id: mailboxes.id,
      email: mailboxes.email,
      imapHost: sql<string>`coalesce(${mailboxes.imapHost}, '')`,
      status: mailboxes.status,
    })
    .from(placementSeeds)
    .innerJoin(
      mailboxes,
      sql`${mailboxes.id} = ${placementSeeds.mailboxId} AND +${mailboxes.workspaceId} = ${workspaceId}`,
    )
    .where(
      sql`${placementSeeds.workspaceId} = ${workspaceId} AND ${mailboxes.deletedAt} IS NULL AND ${mailboxes.imapHost} IS NOT NULL`,
    )
    .orderBy(mailboxes.id);

/** The mailbox is there. */
export const mailboxIsThere = (workspaceId: WorkspaceId, id: MailboxId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${mailboxes} b WHERE b.id = ${id} AND +b.workspace_id = ${workspaceId} AND b.deleted_at IS NULL)`;

export const addSeed = (db: Db, workspaceId: WorkspaceId, id: MailboxId, now: UnixMs): Statement =>
  db.run(sql`
    INSERT INTO ${placementSeeds} (mailbox_id, workspace_id, created_at)
    SELECT ${id}, ${workspaceId}, ${now} WHERE ${mailboxIsThere(workspaceId, id)}
    ON CONFLICT (mailbox_id) DO NOTHING`);

export const dropSeed = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  guard: SQL = sql`1`,
): Statement =>
  db.run(sql`
    DELETE FROM ${placementSeeds} WHERE mailbox_id = ${id} AND +workspace_id = ${workspaceId} AND ${guard}`);

/**
 * Pairs of a sender and a seed that are partners in warmup, `sender/seed`: they have written to each
 * other, or both take part. What such a seed gets says nothing about strangers.
 */
export async function selectPartners(
  db: Db,
  workspaceId: WorkspaceId,
  senders: readonly MailboxId[],
  seeds: readonly MailboxId[],
): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ sender: MailboxId; seed: MailboxId }>(sql`
    SELECT s.value AS sender, r.value AS seed
    FROM json_each(${JSON.stringify(senders)}) s, json_each(${JSON.stringify(seeds)}) r
    WHERE (EXISTS (SELECT 1 FROM ${warmups} a WHERE a.mailbox_id = s.value AND +a.workspace_id = ${workspaceId})
        AND EXISTS (SELECT 1 FROM ${warmups} b WHERE b.mailbox_id = r.value AND +b.workspace_id = ${workspaceId}))
      OR EXISTS (SELECT 1 FROM ${warmupMails} m WHERE m.from_mailbox_id = s.value AND +m.to_mailbox_id = r.value
        AND +m.workspace_id = ${workspaceId})
      OR EXISTS (SELECT 1 FROM ${warmupMails} m WHERE m.from_mailbox_id = r.value AND +m.to_mailbox_id = s.value
        AND +m.workspace_id = ${workspaceId})`);
  return new Set(rows.map(({ sender, seed }) => `${sender}/${seed}`));
}
