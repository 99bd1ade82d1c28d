import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { cancel, dueAtInstead } from "#modules/delivery/engine/moves.ts";
import { campaignLeads, campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import { stopRulesOfStep } from "#modules/campaigns/follow-ups/stop-store.ts";
import { tasks } from "#modules/campaigns/schema/follow-ups.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { endTasks } from "#modules/campaigns/tasks/tasks-store.ts";
import { deleteContestsOf } from "#modules/campaigns/winners/contest-store.ts";
import type { CampaignId, StepId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type StepRow = typeof steps.$inferSelect;
export type StepValues = Pick<
  StepRow,
  "delay" | "delayUnit" | "subject" | "bodyHtml" | "bodyText" | "variants"
> & { readonly task?: StepRow["task"] };

const ofCampaign = (workspaceId: WorkspaceId, campaignId: CampaignId) =>
  and(eq(steps.workspaceId, workspaceId), eq(steps.campaignId, campaignId));

/** In order. */
export const selectStepsOfCampaign = async (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
): Promise<StepRow[]> =>
  db
    .select()
    .from(steps)
    .where(ofCampaign(workspaceId, campaignId))
    .orderBy(asc(steps.position), asc(steps.id));

const stands = (workspaceId: WorkspaceId, campaignId: CampaignId): SQL =>
  sql`EXISTS (SELECT 1 FROM ${campaigns} c WHERE c.id = ${campaignId} AND c.workspace_id = ${workspaceId} AND c.deleted_at IS NULL)`;

const count = (workspaceId: WorkspaceId, campaignId: CampaignId): SQL =>
  sql`(SELECT count(*) FROM ${steps} s WHERE s.workspace_id = ${workspaceId} AND s.campaign_id = ${campaignId})`;

/** Moves the leads that have had `after` steps and wait for the next, by the difference of two waits. */
const shiftWaiting = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  after: SQL | number,
  byMs: number,
  guard: SQL,
): Statement[] =>
  byMs === 0
    ? []
    : [
        db.run(sql`
          UPDATE ${campaignLeads} SET next_send_at = next_send_at + ${byMs}
          WHERE +workspace_id = ${workspaceId} AND campaign_id = ${campaignId}
            AND status IN ('pending', 'in_progress', 'paused') AND next_send_at IS NOT NULL
            AND (held_until IS NULL OR status = 'paused') AND current_step = ${after} AND ${guard}`),
      ];

type NewStep = StepValues & {
  readonly position: number | null;
  readonly shiftMs: number;
  readonly now: UnixMs;
  readonly max: number;
  readonly line: ((guard: SQL) => Statement) | null;
  /** Of a step that comes back: its id, so that it reaches no lead twice. */
  readonly id?: StepId | null;
};

/**
 * Puts a step at a position, or at the end for null, and moves the later ones back with the leads
 * that have had them. The last statement answers its id; no row where the campaign is gone or has
 * `max` steps.
 */
export function insertStepRow(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  step: NewStep,
): Statement[] {
  const guard = sql`${stands(workspaceId, campaignId)} AND ${count(workspaceId, campaignId)} < ${step.max}`;
  const end = sql`${count(workspaceId, campaignId)} + 1`;
  const position = step.position === null ? end : sql`min(${step.position}, ${end})`;
  const shifts =
    step.position === null
      ? []
      : [
          ...shiftWaiting(db, workspaceId, campaignId, step.position - 1, step.shiftMs, guard),
          db.run(sql`
            UPDATE ${campaignLeads} SET current_step = current_step + 1
            WHERE +workspace_id = ${workspaceId} AND campaign_id = ${campaignId}
              AND current_step >= ${step.position} AND ${guard}`),
          db.run(sql`
            UPDATE ${steps} SET position = position + 1
            WHERE workspace_id = ${workspaceId} AND campaign_id = ${campaignId}
              AND position >= ${step.position} AND ${guard}`),
        ];
  return [
    ...(step.line ? [step.line(guard)] : []),
    ...shifts,
    db.all<{ id: StepId }>(sql`
      INSERT INTO ${steps} (id, workspace_id, campaign_id, position, delay, delay_unit, subject,
        body_html, body_text, variants, task, version, created_at, updated_at)
      SELECT ${step.id ?? null}, ${workspaceId}, ${campaignId}, ${position}, ${step.delay}, ${step.delayUnit},
        ${step.subject}, ${step.bodyHtml}, ${step.bodyText}, ${JSON.stringify(step.variants)},
        ${step.task ? JSON.stringify(step.task) : null},
        ${step.id ? step.now : 1}, ${step.now}, ${step.now}
      WHERE ${guard}
      RETURNING id`),
  ];
}

/** Does it, and answers the step; null where the campaign is gone or has `max` steps. */
export async function insertStep(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  step: NewStep,
): Promise<StepRow | null> {
  const results = await runBatch(db, insertStepRow(db, workspaceId, campaignId, step));
  const id = (results.at(-1) as { id: StepId }[])[0]?.id;
  return id === undefined ? null : selectStep(db, workspaceId, campaignId, id);
}

export async function selectStep(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  id: StepId,
): Promise<StepRow | null> {
  const rows = await db
    .select()
    .from(steps)
    .where(and(ofCampaign(workspaceId, campaignId), eq(steps.id, id)))
    .limit(1);
  return rows[0] ?? null;
}

/**
 * Changes a step. `shiftMs` moves the leads that wait for it, by the difference of old and new
 * wait. No row where the step is gone.
 */
export function updateStepRow(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  id: StepId,
  patch: Partial<StepValues> & {
    /** The comparison of its variants starts again. */
    readonly startsAgain?: boolean;
  },
  shiftMs: number,
  now: UnixMs,
  version: number | null,
): Statement[] {
  const { startsAgain = false, ...values } = patch;
  // Asked before the step itself changes, so that all of it happens or nothing.
  const unchanged =
    version === null
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM ${steps} g WHERE g.id = ${id} AND g.workspace_id = ${workspaceId} AND g.version = ${version})`;
  const waiting = sql`(SELECT position - 1 FROM ${steps} WHERE id = ${id} AND campaign_id = ${campaignId})`;
  return [
    ...shiftWaiting(db, workspaceId, campaignId, waiting, shiftMs, unchanged),
    // What waited because the step could not be rendered.
    dueAtInstead(
      db,
      sendLedger,
      workspaceId,
      sql`l.campaign_id = ${campaignId} AND l.step_id = ${id} AND l.state = 'queued'
        AND l.evidence = 'template_error' AND ${unchanged}`,
      sql`${now}`,
    ),
    db
      .update(steps)
      .set({
        ...values,
        ...(startsAgain && { contest: sql`${steps.contest} + 1` }),
        version: sql`${steps.version} + 1`,
        updatedAt: now,
      })
      .where(
        and(
          ofCampaign(workspaceId, campaignId),
          eq(steps.id, id),
          version === null ? undefined : eq(steps.version, version),
        ),
      )
      .returning(),
  ];
}

/**
 * Deletes a step: what of it has not reached a server is cancelled and its leads go on to the step
 * that follows, `shiftMs` later; later steps move up with the leads that have had them. No row
 * where it is gone.
 */
export function deleteStepRow(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  id: StepId,
  shiftMs: number,
  now: UnixMs,
): Statement[] {
  const position = sql`(SELECT position FROM ${steps} WHERE id = ${id} AND campaign_id = ${campaignId} AND workspace_id = ${workspaceId})`;
  return [
    ...shiftWaiting(db, workspaceId, campaignId, sql`${position} - 1`, shiftMs, sql`1`),
    db.run(sql`
      UPDATE ${campaignLeads} SET next_send_at = ${now + Math.max(0, shiftMs)}
      FROM ${sends} s
      WHERE s.enrolment_id = ${campaignLeads}.id AND s.step_id = ${id}
        AND s.workspace_id = ${workspaceId} AND s.campaign_id = ${campaignId}
        AND s.state IN ('queued', 'leased') AND ${campaignLeads}.workspace_id = ${workspaceId}
        AND ${campaignLeads}.status IN ('in_progress', 'paused')
        AND ${campaignLeads}.next_send_at IS NULL AND ${position} IS NOT NULL`),
    db.run(sql`
      UPDATE ${campaignLeads} SET next_send_at = ${now + Math.max(0, shiftMs)}
      FROM ${tasks} o
      WHERE o.workspace_id = ${workspaceId} AND o.campaign_id = ${campaignId} AND o.step_id = ${id}
        AND o.state = 'open' AND ${campaignLeads}.id = o.enrolment_id
        AND +${campaignLeads}.workspace_id = ${workspaceId}
        AND ${campaignLeads}.status IN ('pending', 'in_progress', 'paused')
        AND ${campaignLeads}.next_send_at IS NULL AND ${position} IS NOT NULL`),
    endTasks(
      db,
      workspaceId,
      sql`campaign_id = ${campaignId} AND step_id = ${id} AND ${position} IS NOT NULL`,
      now,
    ),
    stopRulesOfStep(db, workspaceId, campaignId, id, now),
    ...cancel(
      db,
      sendLedger,
      workspaceId,
      sql`l.workspace_id = ${workspaceId} AND l.campaign_id = ${campaignId} AND l.step_id = ${id}
        AND ${position} IS NOT NULL`,
      now,
    ),
    db.run(sql`
      UPDATE ${campaignLeads} SET current_step = current_step - 1
      WHERE +workspace_id = ${workspaceId} AND campaign_id = ${campaignId}
        AND current_step >= ${position}`),
    db.run(sql`
      UPDATE ${steps} SET position = position - 1
      WHERE workspace_id = ${workspaceId} AND campaign_id = ${campaignId}
        AND position > ${position}`),
    deleteContestsOf(db, workspaceId, id),
    db
      .delete(steps)
      .where(and(ofCampaign(workspaceId, campaignId), eq(steps.id, id)))
      .returning({ id: steps.id }),
  ];
}

/** The condition of an audit line: the step is there. */
export const whileStep = (workspaceId: WorkspaceId, campaignId: CampaignId, id: StepId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${steps} WHERE id = ${id} AND campaign_id = ${campaignId} AND +workspace_id = ${workspaceId})`;

/**
 * Gives the steps the order of `ids`, and each lead the new position of the step that it had last.
 * Writes nothing unless `ids` are exactly the campaign's steps; answers the rows moved.
 */
export function reorderStepRows(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  ids: readonly StepId[],
  now: UnixMs,
): Statement[] {
  const order = JSON.stringify(ids);
  const place = (stepId: SQL): SQL =>
    sql`(SELECT j.key + 1 FROM json_each(${order}) j WHERE j.value = ${stepId})`;
  const guard = sql`${count(workspaceId, campaignId)} = ${ids.length} AND NOT EXISTS (
    SELECT 1 FROM ${steps} s WHERE s.workspace_id = ${workspaceId} AND s.campaign_id = ${campaignId}
      AND s.id NOT IN (SELECT value FROM json_each(${order})))`;
  return [
    db.run(sql`
      UPDATE ${campaignLeads} SET current_step = (
        SELECT ${place(sql`s.id`)} FROM ${steps} s WHERE s.workspace_id = ${workspaceId}
          AND s.campaign_id = ${campaignId} AND s.position = ${campaignLeads}.current_step)
      WHERE +workspace_id = ${workspaceId} AND campaign_id = ${campaignId} AND current_step > 0
        AND EXISTS (SELECT 1 FROM ${steps} s WHERE s.workspace_id = ${workspaceId}
          AND s.campaign_id = ${campaignId} AND s.position = ${campaignLeads}.current_step)
        AND ${guard}`),
    db
      .update(steps)
      .set({ position: sql`${place(sql`${steps.id}`)}`, updatedAt: now })
      .where(and(ofCampaign(workspaceId, campaignId), guard))
      .returning({ id: steps.id }),
  ];
}

export const deleteStepsOf = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  guard: SQL,
): Statement => db.delete(steps).where(and(ofCampaign(workspaceId, campaignId), guard));
