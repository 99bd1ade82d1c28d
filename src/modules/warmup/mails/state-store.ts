import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupDays, warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { warmupLedger } from "./ledger.ts";
import type { RunningState, WarmupSettings } from "#modules/warmup/rules/states.ts";

export type WarmupRow = typeof warmups.$inferSelect;

export async function selectWarmup(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
): Promise<WarmupRow | null> {
  const rows = await db
    .select()
    .from(warmups)
    .where(and(eq(warmups.mailboxId, id), eq(warmups.workspaceId, workspaceId)))
    .limit(1);
  return rows[0] ?? null;
}

/** A live mailbox, and whether it can be read. */
export async function selectReadable(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
): Promise<{ canRead: boolean } | null> {
  const rows = await db
    .select({ imapHost: mailboxes.imapHost })
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.id, id),
        eq(mailboxes.workspaceId, workspaceId),
        isNull(mailboxes.deletedAt),
      ),
    )
    .limit(1);
  return rows[0] ? { canRead: rows[0].imapHost !== null } : null;
}

const isOne = (workspaceId: WorkspaceId, id: MailboxId): SQL =>
  sql`mailbox_id = ${id} AND +workspace_id = ${workspaceId}`;

/** The warmup is in one of these states: the condition of what goes along with leaving it. */
const hasState = (workspaceId: WorkspaceId, id: MailboxId, states: readonly string[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${warmups} w WHERE w.mailbox_id = ${id} AND +w.workspace_id = ${workspaceId}
    AND +w.state IN (SELECT value FROM json_each(${JSON.stringify(states)})))`;

/** There is a mailbox that may have a warmup. */
export const mailboxStands = (workspaceId: WorkspaceId, id: MailboxId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${mailboxes} m WHERE m.id = ${id} AND +m.workspace_id = ${workspaceId} AND m.deleted_at IS NULL)`;

/** The mailbox has a warmup. */
export const warmupStands = (workspaceId: WorkspaceId, id: MailboxId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${warmups} w WHERE w.mailbox_id = ${id} AND +w.workspace_id = ${workspaceId})`;

/** Begins a warmup; one that is paused goes on where it was; a running one only takes the settings. */
export function startOrResume(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  settings: WarmupSettings,
  now: UnixMs,
): Statement {
  const s = settings;
  return db.run(sql`
    INSERT INTO ${warmups} (mailbox_id, workspace_id, state, start_volume, daily_increment, daily_limit, reply_rate,
      weekdays_only, window_start, window_end, rescue_spam, maintenance_min, maintenance_max, plan_due_at, started_at, updated_at)
    SELECT ${id}, ${workspaceId}, 'warming', ${s.startVolume}, ${s.dailyIncrement}, ${s.dailyLimit}, ${s.replyRate},
      ${s.weekdaysOnly ? 1 : 0}, ${s.windowStart}, ${s.windowEnd}, ${s.rescueSpam ? 1 : 0}, ${s.maintenanceMin},
      ${s.maintenanceMax}, ${now}, ${now}, ${now}
    WHERE ${mailboxStands(workspaceId, id)}
    ON CONFLICT (mailbox_id) DO UPDATE SET start_volume = excluded.start_volume, daily_increment = excluded.daily_increment,
      daily_limit = excluded.daily_limit, reply_rate = excluded.reply_rate, weekdays_only = excluded.weekdays_only,
      window_start = excluded.window_start, window_end = excluded.window_end, rescue_spam = excluded.rescue_spam,
      maintenance_min = excluded.maintenance_min, maintenance_max = excluded.maintenance_max,
      plan_due_at = CASE WHEN state = 'paused' THEN excluded.plan_due_at ELSE plan_due_at END,
      state = CASE WHEN state = 'paused' THEN coalesce(resume_state, 'warming') ELSE state END,
      resume_state = NULL, updated_at = excluded.updated_at
    WHERE workspace_id = excluded.workspace_id`);
}

/** One more to write to: those that had nobody yet are planned at once. */
export async function wakeLonely(db: Db, workspaceId: WorkspaceId, now: UnixMs): Promise<void> {
  await db.run(sql`
    UPDATE ${warmups} SET plan_due_at = ${now}
    WHERE workspace_id = ${workspaceId} AND last_day IS NULL AND plan_due_at > ${now}
      AND state NOT IN ('paused', 'quarantined')`);
}

/** What waits to leave the mailbox does not leave any more. */
const cancelWaiting = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  now: UnixMs,
  guard: SQL,
): Statement[] =>
  cancel(db, warmupLedger, workspaceId, sql`l.from_mailbox_id = ${id} AND ${guard}`, now);

const RUNNING = ["warming", "maintaining", "throttled", "quarantined"] as const;

/** The mailbox has a warmup that is not paused. */
export const warmupRuns = (workspaceId: WorkspaceId, id: MailboxId): SQL =>
  hasState(workspaceId, id, RUNNING);

/** Pauses a running warmup. The last statement answers a row when it did. */
export const pauseStatements = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  now: UnixMs,
): Statement[] => {
  const guard = warmupRuns(workspaceId, id);
  return [
    ...cancelWaiting(db, workspaceId, id, now, guard),
    db.all<{ id: MailboxId }>(sql`
      UPDATE ${warmups} SET resume_state = state, state = 'paused', updated_at = ${now}
      WHERE ${isOne(workspaceId, id)} AND state <> 'paused' RETURNING mailbox_id AS id`),
  ];
};

/** Ends a warmup and forgets its progress; mail that is on its way is recognised nevertheless. */
export const endStatements = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  now: UnixMs,
  guard: SQL = sql`1`,
): Statement[] => [
  ...cancelWaiting(db, workspaceId, id, now, guard),
  db.run(sql`DELETE FROM ${warmupDays} WHERE ${isOne(workspaceId, id)} AND ${guard}`),
  db.run(sql`DELETE FROM ${warmups} WHERE ${isOne(workspaceId, id)} AND ${guard}`),
];

/** What health makes of a running warmup. A quarantine takes half of the ramp back. */
export const throttleStatements = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  change: { from: RunningState; to: "throttled" | "quarantined"; reason: string; until: UnixMs },
  now: UnixMs,
): Statement[] => {
  const stops = change.to === "quarantined";
  const guard = hasState(workspaceId, id, [change.from]);
  return [
    ...(stops ? cancelWaiting(db, workspaceId, id, now, guard) : []),
    db.all<{ id: MailboxId }>(sql`
      UPDATE ${warmups} SET state = ${change.to}, state_reason = ${change.reason}, updated_at = ${now},
        quarantined_until = ${stops ? change.until : null}, judged_since = ${now},
        plan_due_at = CASE WHEN ${stops ? 1 : 0} THEN ${change.until} ELSE plan_due_at END,
        rung = CASE WHEN ${stops ? 1 : 0} THEN rung / 2 ELSE rung END
      WHERE ${isOne(workspaceId, id)} AND state = ${change.from} RETURNING mailbox_id AS id`),
  ];
};

/** Forgets mails that nothing depends on any more. */
export async function deleteOldWarmups(db: Db, before: UnixMs, limit: number): Promise<void> {
  await db.run(sql`
    DELETE FROM ${warmupMails} WHERE id IN (
      SELECT id FROM ${warmupMails} WHERE created_at < ${before} AND state NOT IN ('leased', 'sending')
      ORDER BY created_at LIMIT ${limit})`);
}
