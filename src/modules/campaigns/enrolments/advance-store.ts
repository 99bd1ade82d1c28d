import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { EnrolmentId, MailboxId, SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type Advance = {
  readonly enrolmentId: EnrolmentId;
  readonly step: number;
  /** Null after the last step. */
  readonly nextSendAt: UnixMs | null;
};

/**
 * Moves enrolments past a step; those that ended meanwhile keep their end, those that are held or
 * paused go on from here when it is over.
 */
export function advanceEnrolments(
  db: Db,
  workspaceId: WorkspaceId,
  advances: readonly Advance[],
  now: UnixMs,
  guard: SQL,
): Statement {
  const json = JSON.stringify(advances.map((a) => [a.enrolmentId, a.step, a.nextSendAt]));
  const open = sql`${campaignLeads}.status IN ('pending', 'in_progress', 'paused')`;
  const last = sql`a.value->>2 IS NULL`;
  return db.run(sql`
    UPDATE ${campaignLeads} SET current_step = max(current_step, a.value->>1),
      next_send_at = CASE WHEN ${open} THEN max(a.value->>2, coalesce(held_until, 0)) END,
      finished_at = CASE WHEN ${open} AND ${last} THEN ${now} ELSE finished_at END,
      held_until = CASE WHEN ${open} AND ${last} THEN NULL ELSE held_until END,
      status = CASE WHEN ${open} AND ${last} THEN 'completed' ELSE status END
    FROM json_each(${json}) a
    WHERE ${campaignLeads}.id = a.value->>0 AND +${campaignLeads}.workspace_id = ${workspaceId}
      AND ${guard}`);
}

export function noteSentBy(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxIds: readonly MailboxId[],
  now: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${mailboxes} SET last_sent_at = ${now}
    WHERE +workspace_id = ${workspaceId} AND id IN (SELECT value FROM json_each(${JSON.stringify(mailboxIds)})) AND ${guard}`);
}

export function failEnrolment(
  db: Db,
  workspaceId: WorkspaceId,
  enrolmentId: EnrolmentId,
  now: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${campaignLeads} SET status = 'failed', next_send_at = NULL, finished_at = ${now}
    WHERE id = ${enrolmentId} AND workspace_id = ${workspaceId}
      AND status IN ('in_progress', 'paused') AND ${guard}`);
}

/** The server said at once that the address does not exist. */
export function markRefused(
  db: Db,
  workspaceId: WorkspaceId,
  id: SendId,
  now: UnixMs,
  guard: SQL,
): Statement {
  return db.run(sql`
    UPDATE ${sends} SET bounced_at = ${now}, bounce_type = 'hard'
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND bounce_type IS NOT 'hard' AND ${guard}`);
}
