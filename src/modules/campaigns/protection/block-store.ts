import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { reopen } from "#modules/delivery/engine/moves.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import type {
  CampaignId,
  EnrolmentId,
  MailboxId,
  SendId,
  StepId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** The send was never blocked before, while `guard` holds. */
export const firstBlock = (workspaceId: WorkspaceId, id: SendId, guard: SQL): SQL =>
  sql`${guard} AND EXISTS (SELECT 1 FROM ${sends} s WHERE s.id = ${id} AND +s.workspace_id = ${workspaceId}
    AND s.blocks = 0)`;

export const markBlocked = (
  db: Db,
  workspaceId: WorkspaceId,
  id: SendId,
  now: UnixMs,
  guard: SQL,
): Statement =>
  db.run(sql`
    UPDATE ${sends} SET bounced_at = ${now}, bounce_type = 'block', blocks = blocks + 1
    WHERE id = ${id} AND +workspace_id = ${workspaceId} AND bounce_type IS NOT 'hard' AND ${guard}`);

/** A mailbox as blocks are judged by: since when they count. */
export type Blocked = {
  readonly id: MailboxId;
  readonly status: MailboxStatus;
  readonly blocksSince: UnixMs | null;
};

export async function selectBlocked(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
): Promise<Blocked | null> {
  const rows = await db
    .select({
      id: mailboxes.id,
      status: mailboxes.status,
      blocksSince: mailboxes.blocksSince,
    })
    .from(mailboxes)
    .where(
      sql`${mailboxes.id} = ${id} AND +${mailboxes.workspaceId} = ${workspaceId} AND ${mailboxes.deletedAt} IS NULL`,
    );
  return rows[0] ?? null;
}

const finishedSince = (workspaceId: WorkspaceId, mailboxId: MailboxId, since: UnixMs): SQL =>
  sql`s.mailbox_id = ${mailboxId} AND s.finished_at IS NOT NULL AND s.finished_at >= ${since} AND +s.workspace_id = ${workspaceId}`;

/** What became of the campaign mail that a mailbox tried since then. */
export async function countTries(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  since: UnixMs,
): Promise<{ tries: number; blocks: number; domains: number }> {
  const [row] = await db.all<{ tries: number; blocks: number; domains: number }>(sql`
    SELECT count(*) AS tries, count(*) FILTER (WHERE s.bounce_type = 'block') AS blocks,
      count(DISTINCT CASE WHEN s.bounce_type = 'block' THEN substr(s.to_email, instr(s.to_email, '@') + 1) END) AS domains
    FROM ${sends} s INDEXED BY sends_mailbox
    WHERE ${finishedSince(workspaceId, mailboxId, since)} AND s.state IN ('sent', 'failed', 'unknown')`);
  return row ?? { tries: 0, blocks: 0, domains: 0 };
}

export type Refused = {
  readonly id: SendId;
  readonly enrolmentId: EnrolmentId;
  readonly campaignId: CampaignId;
  readonly stepId: StepId;
  readonly variant: string;
  readonly mailboxId: MailboxId;
  readonly finishedAt: UnixMs;
  /** Its campaign has ended since. */
  readonly isOver: boolean;
};

/** Leads of this mailbox that ended since then because their mail was blocked, fewer than `most` times in all. */
export async function selectRefused(
  db: Db,
  workspaceId: WorkspaceId,
  mailboxId: MailboxId,
  since: UnixMs,
  most: number,
): Promise<Refused[]> {
  const rows = await db.all<Omit<Refused, "isOver"> & { isOver: number }>(sql`
    SELECT s.id AS "id", s.enrolment_id AS "enrolmentId", s.campaign_id AS "campaignId", s.step_id AS "stepId",
      s.variant AS "variant", s.mailbox_id AS "mailboxId", s.finished_at AS "finishedAt", k.status = 'completed' AS "isOver"
    FROM ${sends} s INDEXED BY sends_mailbox
      CROSS JOIN ${campaignLeads} e ON e.id = s.enrolment_id
      CROSS JOIN ${campaigns} k ON k.id = s.campaign_id
      CROSS JOIN ${leads} l ON l.id = s.lead_id
    WHERE ${finishedSince(workspaceId, mailboxId, since)} AND s.state = 'failed' AND s.bounce_type = 'block'
      AND e.status = 'failed' AND k.deleted_at IS NULL AND l.unsubscribed_at IS NULL AND l.bounced_at IS NULL
      AND (SELECT sum(b.blocks) FROM ${sends} b WHERE b.workspace_id = ${workspaceId} AND b.lead_id = s.lead_id) < ${most}
    ORDER BY s.id`);
  return rows.map((row) => ({ ...row, isOver: row.isOver === 1 }));
}

const among = (ids: readonly SendId[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Every one of these sends has failed by a block, its campaign has not ended, and the mailbox
 * is unchanged since it was read.
 */
export const stillRefused = (
  workspaceId: WorkspaceId,
  ids: readonly SendId[],
  { id, status, blocksSince }: Blocked,
): SQL =>
  sql`(SELECT count(*) FROM ${sends} s CROSS JOIN ${campaigns} k ON k.id = s.campaign_id
    WHERE s.id IN ${among(ids)} AND +s.workspace_id = ${workspaceId} AND s.state = 'failed'
      AND s.bounce_type = 'block' AND k.status <> 'completed' AND k.deleted_at IS NULL) = ${ids.length}
    AND EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = ${id} AND +m.workspace_id = ${workspaceId}
      AND m.status = ${status} AND m.blocks_since IS ${blocksSince} AND m.deleted_at IS NULL)`;

/** Puts them back into the queue, and their leads into their sequence. That they were blocked stays counted. */
export const giveBack = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly SendId[],
  now: UnixMs,
  guard: SQL,
): Statement[] => [
  db.run(sql`
    UPDATE ${campaignLeads} SET status = 'in_progress', finished_at = NULL
    WHERE id IN (SELECT s.enrolment_id FROM ${sends} s WHERE s.id IN ${among(ids)})
      AND +workspace_id = ${workspaceId} AND status = 'failed' AND ${guard}`),
  ...reopen(db, sendLedger, workspaceId, "failed", sql`l.id IN ${among(ids)} AND ${guard}`, now, {
    tries: 1,
    alongside: sql`bounced_at = NULL, bounce_type = NULL`,
  }),
];

/** Stops an active mailbox; what was refused until now no longer counts once it goes on. Last of its batch. */
export const stopBlocked = (
  db: Db,
  workspaceId: WorkspaceId,
  mailbox: Blocked,
  ids: readonly SendId[],
  stop: { message: string; now: UnixMs },
): Statement =>
  db.run(sql`
    UPDATE ${mailboxes} SET status = 'sending_error', status_message = ${stop.message},
      last_error_at = ${stop.now}, blocks_since = ${stop.now}, updated_at = ${stop.now}
    WHERE id = ${mailbox.id} AND +workspace_id = ${workspaceId} AND deleted_at IS NULL
      AND status = ${mailbox.status} AND blocks_since IS ${mailbox.blocksSince}
      AND (SELECT count(*) FROM ${sends} s WHERE s.id IN ${among(ids)} AND +s.workspace_id = ${workspaceId}
        AND s.state = 'queued') = ${ids.length}`);
