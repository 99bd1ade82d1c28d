import { type SQL, sql } from "drizzle-orm";
import {
  campaignLeads,
  campaignMailboxes,
  campaigns,
  steps,
} from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { mayBeWrittenTo } from "#modules/campaigns/sends/leaving-sql.ts";
import { leadZone } from "#modules/leads/leads/lead-sql.ts";
import type { Db } from "#platform/db/db.ts";
import type {
  CampaignId,
  EnrolmentId,
  LeadId,
  MailboxId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";
import { paceColumns } from "#modules/campaigns/sends/pace-sql.ts";

/** A lead whose turn comes, as the claim would find it. */
export type WaitingRow = {
  readonly campaignId: CampaignId;
  readonly leadId: LeadId;
  readonly enrolmentId: EnrolmentId;
  readonly mailboxId: MailboxId | null;
  readonly currentStep: number;
  readonly dueAt: UnixMs;
  readonly heldUntil: UnixMs | null;
  readonly isPaused: number;
  readonly isRetry: number;
  readonly domain: string;
  readonly timezone: string | null;
  readonly provider: string | null;
  readonly host: string | null;
  readonly email: string;
  /** The installation keeps its first mail back until then. */
  readonly notBefore?: UnixMs;
};

/** A campaign's leads of one kind in order of due time, behind one of them. */
export type Line = {
  readonly campaignId: CampaignId;
  readonly status: "pending" | "in_progress";
  readonly after: { readonly dueAt: number; readonly enrolmentId: number };
};

/** What is asked of each lead, under the names that the rules use. */
const columnsOf = (dueAt: SQL, mailbox: SQL, isRetry: 0 | 1) =>
  [
    ["campaignId", sql`e.campaign_id`],
    ["leadId", sql`e.lead_id`],
    ["enrolmentId", sql`e.id`],
    ["mailboxId", mailbox],
    ["currentStep", sql`e.current_step`],
    ["dueAt", dueAt],
    ["heldUntil", sql`e.held_until`],
    ["isPaused", sql`e.status = 'paused'`],
    ["isRetry", sql`${isRetry}`],
    ["domain", sql`x.domain`],
    ["timezone", leadZone(sql`x.custom`)],
    ["provider", sql`json_extract(x.validation, '$.mx.provider')`],
    ["host", sql`json_extract(x.validation, '$.mx.hosts[0]')`],
    ["email", sql`x.email`],
  ] as const satisfies readonly (readonly [keyof WaitingRow, SQL])[];
const DUE = columnsOf(sql`e.next_send_at`, sql`e.mailbox_id`, 0);
const named = (columns: ReturnType<typeof columnsOf>): SQL =>
  sql.join(
    columns.map(([name, value]) => sql`${value} AS ${sql.raw(name)}`),
    sql`, `,
  );
const joined = sql`JOIN ${campaigns} k ON k.id = e.campaign_id JOIN ${leads} x ON x.id = e.lead_id`;

/**
 * The next leads of each line that may be written to as far as SQL can tell. Each line comes as one
 * JSON text, which is read several times as quickly as rows are.
 */
export async function selectLines(
  db: Db,
  workspaceId: WorkspaceId,
  lines: readonly Line[],
  each: number,
): Promise<readonly (readonly WaitingRow[])[]> {
  const asked = lines.map(({ campaignId, status, after }) => [
    campaignId,
    status,
    after.dueAt,
    after.enrolmentId,
  ]);
  const names = sql.raw(DUE.map(([name]) => name).join(", "));
  const rows = await db.all<{ leads: string }>(sql`
    SELECT (SELECT json_group_array(json_array(${names})) FROM (
      SELECT ${named(DUE)} FROM ${campaignLeads} e ${joined}
      WHERE e.campaign_id = c.value->>0 AND e.status = c.value->>1 AND +e.workspace_id = ${workspaceId}
        AND e.next_send_at >= c.value->>2 AND (e.next_send_at > c.value->>2 OR e.id > c.value->>3)
        AND ${mayBeWrittenTo}
      ORDER BY e.next_send_at, e.id LIMIT ${each})) AS leads
    FROM json_each(${JSON.stringify(asked)}) c`);
  // Written by the query above.
  return rows.map((row) => (JSON.parse(row.leads) as unknown[][]).map(toRow));
}

const toRow = (values: readonly unknown[]): WaitingRow =>
  Object.fromEntries(DUE.map(([name], i) => [name, values[i]])) as unknown as WaitingRow;

/** Mails of these campaigns that wait to be tried again, first those that are due first; and one lead whatever stands against it. */
export const selectTriedAgain = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
  watched: EnrolmentId | null,
  limit: number,
): Promise<WaitingRow[]> =>
  // A step that can't be rendered holds its mails until somebody fixes it.
  db.all<WaitingRow>(sql`
    SELECT * FROM (
      SELECT ${named(columnsOf(sql`s.due_at`, sql`s.mailbox_id`, 1))}
      FROM ${sends} s JOIN ${campaignLeads} e ON e.id = s.enrolment_id ${joined}
      WHERE s.state = 'queued' AND s.due_at > 0 AND +s.workspace_id = ${workspaceId}
        AND +s.campaign_id IN (SELECT value FROM json_each(${JSON.stringify(campaignIds)}))
        AND (e.id IS ${watched}
          OR e.status = 'in_progress' AND s.evidence IS NOT 'template_error' AND ${mayBeWrittenTo})
      ORDER BY s.due_at LIMIT ${limit})
    UNION ALL SELECT ${named(DUE)} FROM ${campaignLeads} e ${joined}
      WHERE e.id = ${watched} AND +e.workspace_id = ${workspaceId} AND e.next_send_at IS NOT NULL`);

/** The mailboxes of each of these campaigns that can send. */
export async function selectSharing(
  db: Db,
  workspaceId: WorkspaceId,
  campaignIds: readonly CampaignId[],
): Promise<ReadonlyMap<CampaignId, readonly MailboxId[]>> {
  const rows = await db.all<{ id: CampaignId; boxes: string }>(sql`
    SELECT j.value AS id, (SELECT json_group_array(m.id) FROM ${campaignMailboxes} a
      JOIN ${mailboxes} m ON m.id = a.mailbox_id
      WHERE a.campaign_id = j.value AND +a.workspace_id = ${workspaceId} AND m.workspace_id = ${workspaceId}
        AND m.status = 'active' AND m.deleted_at IS NULL) AS boxes
    FROM json_each(${JSON.stringify(campaignIds)}) j`);
  // Written by the query above.
  return new Map(rows.map((row) => [row.id, JSON.parse(row.boxes) as MailboxId[]]));
}

/** What decides how much these mailboxes may send, and when. */
export const selectSendingBoxes = (db: Db, workspaceId: WorkspaceId, ids: readonly MailboxId[]) =>
  db
    .select({
      id: mailboxes.id,
      email: mailboxes.email,
      ...paceColumns,
    })
    .from(mailboxes)
    .where(
      sql`+${mailboxes.workspaceId} = ${workspaceId}
        AND ${mailboxes.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
export type SenderRow = Awaited<ReturnType<typeof selectSendingBoxes>>[number];

/** The steps of these campaigns in order, with their waits. */
export const selectWaits = (db: Db, workspaceId: WorkspaceId, campaignIds: readonly CampaignId[]) =>
  db
    .select({
      id: steps.id,
      campaignId: steps.campaignId,
      position: steps.position,
      delay: steps.delay,
      delayUnit: steps.delayUnit,
      task: steps.task,
    })
    .from(steps)
    .where(
      sql`${steps.workspaceId} = ${workspaceId}
        AND ${steps.campaignId} IN (SELECT value FROM json_each(${JSON.stringify(campaignIds)}))`,
    )
    .orderBy(steps.campaignId, steps.position);
