import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import type { MailboxId, UnixMs, WarmupMailId, WorkspaceId } from "#platform/rules/ids.ts";

/** Mails as they stand, with the zone of the mailbox that sends. */
export async function selectWarmupsToSettle(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly WarmupMailId[],
) {
  return db
    .select({
      id: warmupMails.id,
      kind: warmupMails.kind,
      state: warmupMails.state,
      lease: warmupMails.lease,
      attempts: warmupMails.attempts,
      messageId: warmupMails.messageId,
      fromMailboxId: warmupMails.fromMailboxId,
      answersId: warmupMails.answersId,
      expiresAt: warmupMails.expiresAt,
      timezone: mailboxes.timezone,
    })
    .from(warmupMails)
    .innerJoin(mailboxes, sql`${mailboxes.id} = ${warmupMails.fromMailboxId}`)
    .where(
      sql`+${warmupMails.workspaceId} = ${workspaceId}
        AND ${warmupMails.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
}
export type SettlingWarmup = Awaited<ReturnType<typeof selectWarmupsToSettle>>[number];

/** The mail still stands in the state, and under the lease, in which it was read. */
export const standsAsRead = (
  workspaceId: WorkspaceId,
  mail: Pick<SettlingWarmup, "id" | "state" | "lease">,
): SQL =>
  sql`EXISTS (SELECT 1 FROM ${warmupMails} x WHERE x.id = ${mail.id} AND +x.workspace_id = ${workspaceId}
    AND +x.state = ${mail.state} AND +x.lease IS ${mail.lease})`;

/** The mailbox keeps its gap from here on. */
export const noteWarmupSent = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${warmups} SET last_sent_at = ${now}
    WHERE mailbox_id = ${id} AND +workspace_id = ${workspaceId} AND ${guard}`);

/** The answer left: its starter is put away soon. */
export const fileAnswered = (
  db: Db,
  workspaceId: WorkspaceId,
  id: WarmupMailId,
  at: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${warmupMails} SET care_due_at = min(care_due_at, ${at})
    WHERE id = ${id} AND +workspace_id = ${workspaceId} AND care = 'file' AND ${guard}`);

/** The transition itself: last of its batch. An unknown mail keeps its lease, for late evidence. */
export const finishWarmup = (
  db: Db,
  workspaceId: WorkspaceId,
  id: WarmupMailId,
  as: {
    state: "sent" | "unknown" | "failed";
    code: number | null;
    response: string | null;
    evidence: string;
  },
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.all<{ id: WarmupMailId }>(sql`
    UPDATE ${warmupMails} SET state = ${as.state}, smtp_code = ${as.code}, smtp_response = ${as.response},
      evidence = ${as.evidence}, lease_until = NULL, lease = CASE WHEN ${as.state} = 'unknown' THEN lease END,
      sent_at = CASE WHEN ${as.state} = 'failed' THEN NULL ELSE coalesce(sent_at, ${now}) END, finished_at = ${now}
    WHERE id = ${id} AND +workspace_id = ${workspaceId} AND ${guard}
    RETURNING id`);

/** Back to the queue. `counted` false: it was no try. */
export const requeueWarmup = (
  db: Db,
  workspaceId: WorkspaceId,
  mail: {
    id: WarmupMailId;
    dueAt: UnixMs;
    counted: boolean;
    code: number | null;
    response: string | null;
  },
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${warmupMails} SET state = 'queued', due_at = ${mail.dueAt}, lease = NULL, lease_until = NULL,
      attempts = attempts - ${mail.counted ? 0 : 1}, smtp_code = ${mail.code}, smtp_response = ${mail.response}
    WHERE id = ${mail.id} AND +workspace_id = ${workspaceId} AND ${guard}`);

/** The mail among these that came back, where it is one of ours that has left. */
export async function selectReturned(
  db: Db,
  workspaceId: WorkspaceId,
  messageIds: readonly string[],
) {
  const rows = await db
    .select({
      id: warmupMails.id,
      state: warmupMails.state,
      lease: warmupMails.lease,
      fromMailboxId: warmupMails.fromMailboxId,
      timezone: mailboxes.timezone,
    })
    .from(warmupMails)
    .innerJoin(mailboxes, sql`${mailboxes.id} = ${warmupMails.fromMailboxId}`)
    .where(
      sql`+${warmupMails.workspaceId} = ${workspaceId}
        AND ${warmupMails.messageId} IN (SELECT value FROM json_each(${JSON.stringify(messageIds)}))`,
    )
    .limit(1);
  return rows[0] ?? null;
}
