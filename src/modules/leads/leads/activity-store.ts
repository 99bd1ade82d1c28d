import { type SQL, sql } from "drizzle-orm";
import type { LeadActivity } from "#modules/leads/contract/activity.ts";
import type { Db } from "#platform/db/db.ts";
import { events } from "#modules/events/schema/events.ts";
import { ofLead } from "./lead-sql.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import type { LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Whose activity is read, and what later modules add to it. */
export type ActivityOf = {
  readonly lead: { readonly id: LeadId; readonly email: string; readonly domain: string };
  /** A SELECT for each of their tables, with the columns that `everything` has. */
  readonly later: readonly SQL[];
};

export type ActivityRow = {
  at: UnixMs;
  type: LeadActivity["type"];
  /** Of the row that it comes from, unique within its type. */
  ref: number;
  campaignId: number | null;
  campaignName: string | null;
  step: number | null;
  threadId: number | null;
  subject: string | null;
  detail: string | null;
};

/** The place of a row among those of a lead. */
export type ActivityPlace = readonly [at: number, type: string, ref: number];

/** What happened to a lead, newest first, from behind a place. */
export const selectActivity = (
  db: Db,
  workspaceId: WorkspaceId,
  of: ActivityOf,
  nameOf: (campaignId: SQL) => SQL,
  after: ActivityPlace | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<ActivityRow[]> => {
  const place = after
    ? sql`WHERE (a.at, a.type, a.ref) < (${after[0]}, ${after[1]}, ${after[2]})`
    : sql``;
  return db.all<ActivityRow>(sql`
    SELECT a.*, ${nameOf(sql`a."campaignId"`)} AS "campaignName"
    FROM (${everything(workspaceId, of)}) a ${place}
    ORDER BY a.at DESC, a.type DESC, a.ref DESC LIMIT ${limit} OFFSET ${offset}`);
};

export async function countActivity(
  db: Db,
  workspaceId: WorkspaceId,
  of: ActivityOf,
): Promise<number> {
  const rows = await db.all<{ n: number }>(
    sql`SELECT count(*) AS n FROM (${everything(workspaceId, of)})`,
  );
  return rows[0]?.n ?? 0;
}

/** Every table with activity of a lead, each read by its index on leads. */
function everything(
  workspaceId: WorkspaceId,
  { lead: { id, email, domain }, later }: ActivityOf,
): SQL {
  const itself = sql`${leads} WHERE id = ${id} AND +workspace_id = ${workspaceId}`;
  const suppressed = (kind: "address" | "domain", value: string): SQL => sql`
    SELECT created_at, 'suppressed', id, NULL, NULL, NULL, NULL,
      CASE kind WHEN 'domain' THEN 'domain: ' ELSE '' END || reason
    FROM ${suppressions} WHERE workspace_id = ${workspaceId} AND kind = ${kind} AND value = ${value}`;
  return union([
    sql`SELECT created_at AS at, 'created' AS type, id AS ref, NULL AS "campaignId", NULL AS step,
        NULL AS "threadId", NULL AS subject, NULL AS detail FROM ${itself}`,
    sql`SELECT validated_at, 'validated', id, NULL, NULL, NULL, NULL, validation_status || ', ' || score
        FROM ${itself} AND validated_at IS NOT NULL`,
    suppressed("address", email),
    suppressed("domain", domain),
    // Not replies: their mails say so themselves, and an event is fired for the first alone.
    sql`SELECT created_at, replace(replace(type, 'lead.', ''), 'meeting.', 'meeting_'), id, campaign_id,
          body->>'$.data.step', body->>'$.data.thread_id', NULL,
          coalesce(body->>'$.data.url', trim((body->>'$.data.code') || ' ' || (body->>'$.data.reason')))
        FROM ${events} WHERE ${ofLead(workspaceId, id)}
          AND type IN ('lead.opened', 'lead.clicked', 'lead.bounced', 'lead.unsubscribed', 'meeting.booked')`,
    ...later,
  ]);
}

/** D1 joins no more SELECTs in one compound. */
const MOST_TERMS = 5;

function union(selects: readonly SQL[]): SQL {
  if (selects.length <= MOST_TERMS) return sql.join([...selects], sql` UNION ALL `);
  const groups: SQL[] = [];
  for (let at = 0; at < selects.length; at += MOST_TERMS) {
    groups.push(sql`SELECT * FROM (${union(selects.slice(at, at + MOST_TERMS))})`);
  }
  return union(groups);
}
