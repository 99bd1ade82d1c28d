import { type SQL, sql } from "drizzle-orm";
import {
  judged,
  type EnrolOutcome,
  type EnrolTarget,
} from "#modules/campaigns/enrolments/enrol-store.ts";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
} from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { sendLedger } from "#modules/campaigns/sends/ledger.ts";
import { subtractLeads } from "#modules/campaigns/stats/enrolments-store.ts";
import { endTasks } from "#modules/campaigns/tasks/tasks-store.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import type { Part } from "#modules/leads/choices/lead-filter-sql.ts";
import { leadIdRows } from "#modules/leads/leads/lead-sql.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { OPEN } from "./choose-store.ts";

/** Open places of these leads in a campaign. */
const openOf = (workspaceId: WorkspaceId, campaignId: CampaignId, ids: readonly LeadId[]): SQL =>
  sql`campaign_id = ${campaignId} AND lead_id IN ${leadIdRows(ids)}
    AND +workspace_id = ${workspaceId} AND status IN ${OPEN}`;

/** The condition of an audit line: one of these leads has a place that has not ended. */
export const whileAnyOpen = (
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  ids: readonly LeadId[],
): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${campaignLeads} WHERE ${openOf(workspaceId, campaignId, ids)})`;

/** A place from which nothing was ever planned: it can go without a trace. */
const untouched = sql`NOT EXISTS (SELECT 1 FROM ${sends} s WHERE s.enrolment_id = ${campaignLeads.id})`;

/** Tasks of these leads that the campaign's sequence waits for. */
const ofSequence = (campaignId: CampaignId, ids: readonly LeadId[]): SQL =>
  sql`campaign_id = ${campaignId} AND lead_id IN ${leadIdRows(ids)} AND enrolment_id IS NOT NULL`;

/** Deletes places without a trace, and no longer counts them. */
const forget = (db: Db, workspaceId: WorkspaceId, those: SQL): Statement[] => [
  subtractLeads(
    db,
    workspaceId,
    sql`SELECT campaign_id, entered_at FROM ${campaignLeads} WHERE ${those} AND ${untouched}`,
  ),
  db.run(sql`DELETE FROM ${campaignLeads} WHERE ${those} AND ${untouched}`),
];

/** Cancels what has not reached a server. */
const cancelOf = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  leadIds: SQL,
  now: UnixMs,
): Statement[] =>
  cancel(
    db,
    sendLedger,
    workspaceId,
    sql`l.workspace_id = ${workspaceId} AND l.campaign_id = ${campaignId} AND l.lead_id IN ${leadIds}`,
    now,
  );

/**
 * Takes leads out of a campaign: what waits is cancelled, what was sent stays. The first statement
 * answers who is taken out.
 */
export const removeStatements = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  ids: readonly LeadId[],
  now: UnixMs,
  why: "removed" | "stopped_by_rule" = "removed",
): Statement[] => {
  const open = openOf(workspaceId, campaignId, ids);
  return [
    db.all<{ id: LeadId }>(sql`SELECT lead_id AS id FROM ${campaignLeads} WHERE ${open}`),
    ...cancelOf(
      db,
      workspaceId,
      campaignId,
      sql`(SELECT o.lead_id FROM ${campaignLeads} o WHERE ${openOf(workspaceId, campaignId, ids)})`,
      now,
    ),
    endTasks(db, workspaceId, ofSequence(campaignId, ids), now),
    ...forget(db, workspaceId, open),
    db.run(sql`
      UPDATE ${campaignLeads} SET status = 'skipped', skip_reason = NULL, skip_detail = ${why},
        next_send_at = NULL, held_until = NULL, finished_at = ${now} WHERE ${open}`),
  ];
};

/** Where leads go from one campaign to another. */
export type Transfer = {
  readonly from: CampaignId;
  readonly target: EnrolTarget;
  /** The leads in question, and the same as one condition. */
  readonly ids: readonly LeadId[];
  readonly those: Part;
  /** Steps of the target, and when each is due for who comes now: by the position before it. */
  readonly dueAt: readonly UnixMs[];
  /** The position at which all begin; null: each where it stands. */
  readonly place: number | null;
  /** The first mail there replies to the last one here, from the same mailbox where both have it. */
  readonly inThread?: boolean;
  readonly now: UnixMs;
};

/**
 * The position of a place `e` in the target. A mail that is past the gate, or whose outcome is
 * unknown, counts as sent, so that nobody gets the same step twice.
 */
const placeOf = ({ place }: Transfer): SQL =>
  place === null
    ? sql`max(e.current_step, coalesce((SELECT max(s.step) FROM ${sends} s WHERE s.enrolment_id = e.id
        AND s.state IN ('sending', 'sent', 'unknown')), 0))`
    : sql`${place}`;

/** Whether the target has a step behind that position; who has had none yet may come to an empty campaign. */
const hasStep = (transfer: Transfer): SQL =>
  sql`(${placeOf(transfer)} < ${Math.max(1, transfer.dueAt.length)})`;

export type Foreseen = {
  readonly outcome: EnrolOutcome | "past_last_step";
  /** The position in the target. */
  readonly place: number;
  readonly n: number;
};

/** What would become of the leads, by outcome and position. */
export const foreseeMoves = (
  db: Db,
  workspaceId: WorkspaceId,
  transfer: Transfer,
): Promise<Foreseen[]> =>
  db.all<Foreseen>(sql`
    SELECT CASE WHEN j.outcome = 'added' AND NOT ${hasStep(transfer)} THEN 'past_last_step' ELSE j.outcome END
        AS outcome, ${placeOf(transfer)} AS place, count(*) AS n
    FROM (${judged(workspaceId, transfer.target, [transfer.those])}) j
      CROSS JOIN ${campaignLeads} e ON e.campaign_id = ${transfer.from} AND e.lead_id = j.id
    WHERE +e.workspace_id = ${workspaceId} AND e.status IN ${OPEN}
    GROUP BY 1, 2`);

/**
 * Moves leads: marks those that can go, gives them their place in the target, and ends the old one.
 * All in one batch, each statement after the first on what that marked. `counted` stands right
 * behind the places that it counts. Before the last two, one answers who moved.
 */
export function moveStatements(
  db: Db,
  workspaceId: WorkspaceId,
  transfer: Transfer,
  counted: Statement,
): { readonly statements: Statement[]; readonly movedAt: number } {
  const { from, target, now, dueAt, place, inThread = false } = transfer;
  const mark = `moved_to_campaign:${target.campaignId}`;
  const marked = (row: "e" | "campaign_leads"): SQL =>
    sql.raw(
      `${row}.campaign_id = ${from} AND ${row}.finished_at = ${now} AND ${row}.skip_detail = '${mark}'`,
    ).append(sql` AND ${sql.raw(`${row}.lead_id`)} IN ${leadIdRows(transfer.ids)}
        AND +${sql.raw(`${row}.workspace_id`)} = ${workspaceId}`);
  const due = sql`(SELECT d.value FROM json_each(${JSON.stringify(dueAt.length > 0 ? dueAt : [now])}) d
    WHERE d.key = ${placeOf(transfer)})`;
  const keeps = sql`((${inThread ? 1 : 0} OR ${placeOf(transfer)} > 0) AND EXISTS (SELECT 1 FROM ${campaignMailboxes} b
    WHERE b.campaign_id = ${target.campaignId} AND b.mailbox_id = e.mailbox_id))`;
  const statements = [
    db.run(sql`
      UPDATE ${campaignLeads} AS e SET skip_detail = ${mark}, finished_at = ${now}
      WHERE e.campaign_id = ${from} AND +e.workspace_id = ${workspaceId} AND e.status IN ${OPEN}
        AND e.lead_id IN (SELECT id FROM (${judged(workspaceId, target, [transfer.those])}) WHERE outcome = 'added')
        AND EXISTS (SELECT 1 FROM ${campaigns} k WHERE k.id = ${target.campaignId}
          AND k.workspace_id = ${workspaceId} AND k.deleted_at IS NULL)
        AND ${hasStep(transfer)}`),
    ...cancelOf(
      db,
      workspaceId,
      from,
      sql`(SELECT e.lead_id FROM ${campaignLeads} e WHERE ${marked("e")} AND e.status IN ${OPEN})`,
      now,
    ),
    db.run(sql`
      INSERT INTO ${campaignLeads} (workspace_id, campaign_id, lead_id, status, current_step, next_send_at,
        held_until, mailbox_id, entered_at, continues_id)
      SELECT ${workspaceId}, ${target.campaignId}, e.lead_id,
        CASE WHEN e.status = 'paused' THEN 'paused' WHEN ${keeps} THEN 'in_progress' ELSE 'pending' END,
        ${placeOf(transfer)},
        max(${place === null ? sql`coalesce(e.next_send_at, ${due})` : due}, coalesce(e.held_until, 0)),
        e.held_until, CASE WHEN ${keeps} THEN e.mailbox_id END, ${now},
        CASE WHEN ${inThread ? 1 : 0} AND ${keeps} THEN e.id END
      FROM ${campaignLeads} e WHERE ${marked("e")} AND e.status IN ${OPEN}
      ON CONFLICT (campaign_id, lead_id) DO NOTHING`),
    counted,
    db.all<{ id: LeadId }>(sql`
      UPDATE ${campaignLeads} SET status = 'skipped', skip_reason = NULL, next_send_at = NULL, held_until = NULL
      WHERE ${marked("campaign_leads")} AND status IN ${OPEN} RETURNING lead_id AS id`),
  ];
  const left = sql`EXISTS (SELECT 1 FROM ${campaignLeads} e WHERE e.id = enrolment_id AND e.status = 'skipped')`;
  return {
    statements: [
      ...statements,
      endTasks(db, workspaceId, sql`${ofSequence(from, transfer.ids)} AND ${left}`, now),
      ...forget(db, workspaceId, sql`${marked("campaign_leads")} AND status = 'skipped'`),
    ],
    movedAt: statements.length - 1,
  };
}
