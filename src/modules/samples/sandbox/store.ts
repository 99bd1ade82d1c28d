import { sql } from "drizzle-orm";
import { sandboxMails, samples } from "#modules/samples/schema/samples.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type MailRow = typeof sandboxMails.$inferSelect;
export type NewMail = Pick<
  typeof sandboxMails.$inferInsert,
  "messageId" | "ticket" | "lease" | "toEmail" | "subject" | "isFirst" | "hasPixel"
> & {
  readonly sendId: SendId | null;
  readonly link: string | null;
  readonly actAt: UnixMs | null;
};

/** Stores mails, each once, while the workspace keeps its samples. */
export const storeTaken = (
  db: Db,
  workspaceId: WorkspaceId,
  mails: readonly NewMail[],
  now: UnixMs,
): Statement =>
  db.run(sql`
    INSERT INTO ${sandboxMails} (workspace_id, message_id, ticket, lease, send_id, to_email, subject, is_first,
      has_pixel, link, act_at, taken_at)
    SELECT ${workspaceId}, m.value->>'messageId', m.value->>'ticket', m.value->>'lease', m.value->>'sendId',
      m.value->>'toEmail', m.value->>'subject', m.value->>'isFirst', m.value->>'hasPixel', m.value->>'link',
      m.value->>'actAt', ${now}
    FROM json_each(${JSON.stringify(mails)}) m
    WHERE EXISTS (SELECT 1 FROM ${samples} WHERE workspace_id = ${workspaceId} AND state = 'ready')
    ON CONFLICT DO NOTHING`);

/** Those of these that are stored. */
export async function selectStored(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT message_id AS id FROM ${sandboxMails} WHERE workspace_id = ${workspaceId}
      AND message_id IN (SELECT value FROM json_each(${JSON.stringify(messageIds)}))`);
  return new Set(rows.map(({ id }) => id));
}

/** Their acceptance was reported. */
export async function markSettled(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly string[],
  now: UnixMs,
): Promise<void> {
  await db.run(sql`
    UPDATE ${sandboxMails} SET settled_at = ${now} WHERE workspace_id = ${workspaceId} AND settled_at IS NULL
      AND message_id IN (SELECT value FROM json_each(${JSON.stringify(messageIds)}))`);
}

/** Across workspaces: mails whose acceptance nobody reported, taken before then. */
export const selectUnsettled = (db: Db, before: UnixMs, limit: number): Promise<MailRow[]> =>
  db
    .select()
    .from(sandboxMails)
    .where(sql`settled_at IS NULL AND taken_at <= ${before}`)
    .limit(limit);

/** Across workspaces: leases mails whose recipients are due to do something. */
export async function leaseActs(
  db: Db,
  lease: string,
  at: { readonly now: UnixMs; readonly until: UnixMs },
  limit: number,
): Promise<MailRow[]> {
  return db
    .update(sandboxMails)
    .set({ actLease: lease, actLeaseUntil: at.until })
    .where(
      sql`id IN (SELECT m.id FROM ${sandboxMails} m CROSS JOIN ${samples} s ON s.workspace_id = m.workspace_id AND s.state = 'ready'
        WHERE m.act_at <= ${at.now} AND m.settled_at IS NOT NULL AND (m.act_lease_until IS NULL OR m.act_lease_until <= ${at.now})
        ORDER BY m.act_at LIMIT ${limit})`,
    )
    .returning();
}

/** What was due is done, under the lease; `next` is when there is more, null for nothing. */
export async function noteActed(
  db: Db,
  { id, workspaceId, acts, actLease }: MailRow,
  next: UnixMs | null,
): Promise<void> {
  await db.run(sql`
    UPDATE ${sandboxMails} SET acts = ${acts + 1}, act_at = ${next}, act_lease = NULL, act_lease_until = NULL
    WHERE id = ${id} AND +workspace_id = ${workspaceId} AND act_lease = ${actLease}`);
}
