import { sql } from "drizzle-orm";
import type { mailboxWarmupsPaused, mailboxWarmupsStarted } from "#modules/mailboxes/hooks.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import { warmupLedger } from "#modules/warmup/mails/ledger.ts";
import { MAX_WARMUP_VOLUME, WARMUP_DEFAULTS } from "#modules/warmup/rules/states.ts";
import { warmups } from "#modules/warmup/schema/warmup.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";

/** Starts warmups of many mailboxes: a paused one goes on with its settings, a running one stays as it is. */
export const startWarmups: AnswerTo<typeof mailboxWarmupsStarted> = (ctx, those) => {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const s = WARMUP_DEFAULTS;
  const limit = sql`min(${MAX_WARMUP_VOLUME}, coalesce(w.daily_limit, ${s.dailyLimit}))`;
  return [
    db.run(sql`
      INSERT INTO ${warmups} (mailbox_id, workspace_id, state, start_volume, daily_increment, daily_limit, reply_rate,
        weekdays_only, window_start, window_end, rescue_spam, maintenance_min, maintenance_max, plan_due_at, started_at,
        updated_at)
      SELECT m.id, m.workspace_id, 'warming', min(${s.startVolume}, ${limit}), ${s.dailyIncrement}, ${limit},
        ${s.replyRate}, ${s.weekdaysOnly ? 1 : 0}, ${s.windowStart}, ${s.windowEnd}, ${s.rescueSpam ? 1 : 0},
        min(${s.maintenanceMin}, ${limit}), min(${s.maintenanceMax}, ${limit}), ${now}, ${now}, ${now}
      FROM ${those} w CROSS JOIN ${mailboxes} m ON m.id = w.id
      WHERE +m.workspace_id = ${workspaceId} AND m.deleted_at IS NULL AND m.imap_host IS NOT NULL
      ON CONFLICT (mailbox_id) DO UPDATE SET state = coalesce(resume_state, 'warming'), resume_state = NULL,
        plan_due_at = excluded.plan_due_at, updated_at = excluded.updated_at
      WHERE state = 'paused' AND workspace_id = excluded.workspace_id`),
    // More to write to: those that had nobody yet are planned at once.
    db.run(sql`
      UPDATE ${warmups} SET plan_due_at = ${now}
      WHERE workspace_id = ${workspaceId} AND last_day IS NULL AND plan_due_at > ${now}
        AND state NOT IN ('paused', 'quarantined')`),
  ];
};

/** Pauses warmups of many mailboxes: what they still planned does not leave, their progress is kept. */
export const pauseWarmups: AnswerTo<typeof mailboxWarmupsPaused> = (ctx, those) => {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const running = sql`SELECT w.mailbox_id FROM ${warmups} w
    WHERE w.mailbox_id IN ${those} AND +w.workspace_id = ${workspaceId} AND w.state <> 'paused'`;
  return [
    ...cancel(db, warmupLedger, workspaceId, sql`l.from_mailbox_id IN (${running})`, now),
    db.run(sql`
      UPDATE ${warmups} SET resume_state = state, state = 'paused', updated_at = ${now}
      WHERE mailbox_id IN ${those} AND +workspace_id = ${workspaceId} AND state <> 'paused'`),
  ];
};
