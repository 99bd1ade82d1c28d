import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import type { worksForCampaign } from "#modules/warmup/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { queuedColumns } from "#modules/delivery/engine/moves.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupDays, warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import type { ExchangeId, MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { RecentMail } from "#modules/warmup/rules/pairing.ts";
import type { RunningState } from "#modules/warmup/rules/states.ts";
import type { WarmupRow } from "./state-store.ts";

/** Across workspaces: those with a warmup whose next day is to be planned. */
export async function selectWorkspacesToPlan(
  db: Db,
  now: UnixMs,
  limit: number,
): Promise<WorkspaceId[]> {
  const rows = await db.all<{ id: WorkspaceId }>(sql`
    SELECT workspace_id AS id FROM ${warmups} w
    WHERE w.plan_due_at <= ${now} AND w.state <> 'paused'
      AND EXISTS (SELECT 1 FROM ${workspaces} s WHERE s.id = w.workspace_id AND s.deleted_at IS NULL)
    ORDER BY w.plan_due_at LIMIT ${limit}`);
  return [...new Set(rows.map((row) => row.id))];
}

/** Every running warmup of a workspace with its mailbox: who is due, and who can be written to. */
export async function selectRunningWarmups(
  db: Db,
  workspaceId: WorkspaceId,
  inCampaign: AnswerTo<typeof worksForCampaign>,
) {
  return db
    .select({
      warmup: warmups,
      email: mailboxes.email,
      timezone: mailboxes.timezone,
      status: mailboxes.status,
      canRead: sql<number>`${mailboxes.imapHost} IS NOT NULL AND ${mailboxes.syncFailures} < 3`,
      inCampaign: sql<number>`${inCampaign(workspaceId, sql`${warmups.mailboxId}`)}`,
    })
    .from(warmups)
    .innerJoin(mailboxes, sql`${mailboxes.id} = ${warmups.mailboxId}`)
    .where(
      sql`${warmups.workspaceId} = ${workspaceId} AND ${warmups.state} <> 'paused' AND ${mailboxes.deletedAt} IS NULL`,
    )
    .orderBy(warmups.mailboxId);
}
export type Running = Awaited<ReturnType<typeof selectRunningWarmups>>[number];

/** Who was to write to whom since then. */
export async function selectRecentPairs(
  db: Db,
  workspaceId: WorkspaceId,
  since: UnixMs,
): Promise<RecentMail[]> {
  return db.all<RecentMail>(sql`
    SELECT from_mailbox_id AS "from", CASE WHEN to_mailbox_id = 0 THEN partner_email ELSE to_mailbox_id END AS "to",
      count(*) AS count FROM ${warmupMails}
    WHERE workspace_id = ${workspaceId} AND created_at > ${since} AND kind = 'starter' AND state NOT IN ('cancelled', 'skipped')
    GROUP BY 1, 2`);
}

/** What mailboxes sent on days of theirs, keyed `<mailbox> <day>`. */
export async function selectSentOn(
  db: Db,
  workspaceId: WorkspaceId,
  days: readonly { readonly id: MailboxId; readonly day: string }[],
): Promise<Map<string, number>> {
  const rows = await db.all<{ id: number; day: string; sent: number }>(sql`
    SELECT d.mailbox_id AS id, d.day AS day, d.sent AS sent
    FROM json_each(${JSON.stringify(days)}) j
    JOIN ${warmupDays} d ON d.mailbox_id = j.value->>'id' AND d.day = j.value->>'day'
    WHERE +d.workspace_id = ${workspaceId}`);
  return new Map(rows.map((row) => [`${row.id} ${row.day}`, row.sent]));
}

/** A partner outside of the workspace, as the mail names it. */
export type Outsider = {
  readonly email: string;
  readonly name: string;
  readonly timezone: string | null;
  readonly exchangeId: ExchangeId | null;
};

export type PlannedMail = {
  /** 0: it goes to the outsider. */
  readonly to: MailboxId | 0;
  readonly outsider: Outsider | null;
  readonly messageId: string;
  readonly seed: string;
  readonly language: string;
  readonly answerAfterMs: number | null;
  readonly dueAt: UnixMs;
};

export type DayPlan = {
  readonly day: string;
  readonly state: RunningState;
  readonly rung: number;
  readonly days: number;
  readonly target: number;
  readonly mails: readonly PlannedMail[];
  readonly expiresAt: UnixMs;
  readonly planDueAt: UnixMs;
};

/** The warmup is unchanged since it was read: nobody planned this day meanwhile. */
const unchangedSince = (row: WarmupRow): SQL =>
  sql`EXISTS (SELECT 1 FROM ${warmups} w WHERE w.mailbox_id = ${row.mailboxId} AND +w.workspace_id = ${row.workspaceId}
    AND +w.state = ${row.state} AND +w.plan_due_at = ${row.planDueAt} AND w.planned = ${row.planned})`;

/** Writes a day's mails, its target and the next day's planning, together and once. */
export function planStatements(db: Db, row: WarmupRow, plan: DayPlan, now: UnixMs): Statement[] {
  const guard = unchangedSince(row);
  const queued = queuedColumns(sql`value->>'dueAt'`);
  const healthy = plan.state === "warming" || plan.state === "maintaining";
  return [
    db.run(sql`
      INSERT INTO ${warmupMails} (workspace_id, kind, from_mailbox_id, to_mailbox_id, message_id, seed, language,
        answer_after_ms, ${queued.names}, expires_at, created_at, partner_email, partner_name, exchange_id)
      SELECT ${row.workspaceId}, 'starter', ${row.mailboxId}, value->>'to', value->>'messageId', value->>'seed',
        value->>'language', value->>'answerAfterMs', ${queued.values}, ${plan.expiresAt}, ${now},
        value->'outsider'->>'email', value->'outsider'->>'name', value->'outsider'->>'exchangeId'
      FROM json_each(${JSON.stringify(plan.mails)}) WHERE ${guard}
      ON CONFLICT (message_id) DO NOTHING`),
    db.run(sql`
      INSERT INTO ${warmupDays} (workspace_id, mailbox_id, day, target)
      SELECT ${row.workspaceId}, ${row.mailboxId}, ${plan.day}, ${plan.target} WHERE ${guard}
      ON CONFLICT (mailbox_id, day) DO UPDATE SET target = excluded.target`),
    db.all<{ id: MailboxId }>(sql`
      UPDATE ${warmups} SET state = ${plan.state}, rung = ${plan.rung}, days = ${plan.days}, last_day = ${plan.day},
        planned = planned + ${plan.mails.length}, plan_due_at = ${plan.planDueAt},
        state_reason = CASE WHEN ${healthy ? 1 : 0} THEN NULL ELSE state_reason END, updated_at = ${now}
      WHERE mailbox_id = ${row.mailboxId} AND workspace_id = ${row.workspaceId} AND ${guard}
      RETURNING mailbox_id AS id`),
  ];
}

/** Nothing can be planned now: when to look again. */
export async function delayPlan(db: Db, row: WarmupRow, planDueAt: UnixMs): Promise<void> {
  await db.run(sql`
    UPDATE ${warmups} SET plan_due_at = ${planDueAt}
    WHERE mailbox_id = ${row.mailboxId} AND workspace_id = ${row.workspaceId} AND state = ${row.state}
      AND plan_due_at = ${row.planDueAt}`);
}

/** The week of a quarantine is over: from now on a fresh sample decides. */
export async function endQuarantine(db: Db, row: WarmupRow, now: UnixMs): Promise<void> {
  await db.run(sql`
    UPDATE ${warmups} SET state = 'throttled', quarantined_until = NULL, judged_since = ${now},
      state_reason = 'After a week of rest it sends half until a fresh sample arrives clean.', updated_at = ${now}
    WHERE mailbox_id = ${row.mailboxId} AND workspace_id = ${row.workspaceId} AND state = 'quarantined'
      AND plan_due_at = ${row.planDueAt}`);
}
