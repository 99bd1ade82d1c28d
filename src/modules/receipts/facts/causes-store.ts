import { gt, sql } from "drizzle-orm";
import { events } from "#modules/events/schema/events.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { suppressions } from "#modules/leads/schema/leads.ts";
import { receiptMarks } from "#modules/receipts/schema/receipts.ts";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

export type SuppressedRow = {
  readonly id: number;
  readonly workspaceId: WorkspaceId;
  readonly kind: "address" | "domain";
  readonly value: string | null;
  readonly hash: string;
  readonly hashKey: string | null;
  readonly reason: string;
  readonly createdAt: number;
};

/** The next entries of any workspace, in the order in which they were stored. */
export const selectSuppressedAfter = (
  db: Db,
  after: number,
  limit: number,
): Promise<SuppressedRow[]> =>
  db.all<SuppressedRow>(sql`
    SELECT id, workspace_id AS "workspaceId", kind, value, hash, hash_key AS "hashKey", reason,
      created_at AS "createdAt"
    FROM ${suppressions} WHERE id > ${after} ORDER BY id LIMIT ${limit}`);

export type ReportedRow = {
  readonly id: number;
  readonly workspaceId: WorkspaceId;
  readonly type: "lead.unsubscribed" | "lead.bounced";
  readonly at: number;
  readonly email: string;
  readonly detail: string | null;
  readonly step: string | null;
};

/** The last id of the next events. */
export async function lastEventAfter(db: Db, after: number, limit: number): Promise<number> {
  const [row] = await db.all<{ id: number | null }>(sql`
    SELECT max(id) AS id FROM (SELECT id FROM ${events} WHERE id > ${after} ORDER BY id LIMIT ${limit})`);
  return row?.id ?? after;
}

/** What these events say of people who left and of mail that came back. */
export const selectLeftAndBounced = (db: Db, after: number, to: number): Promise<ReportedRow[]> =>
  db.all<ReportedRow>(sql`
    SELECT e.id AS id, e.workspace_id AS "workspaceId", e.type AS "type", e.created_at AS "at",
      coalesce(e.body ->> '$.data.lead_email', '') AS "email",
      CASE e.type WHEN 'lead.bounced' THEN e.body ->> '$.data.bounce_type' ELSE e.body ->> '$.data.source' END AS "detail",
      (SELECT s.campaign_id || ':' || s.lead_id || ':' || s.step_id FROM ${sends} s
        WHERE s.id = e.send_id AND +s.workspace_id = e.workspace_id) AS "step"
    FROM ${events} e WHERE e.id > ${after} AND e.id <= ${to}
      AND +e.type IN ('lead.unsubscribed', 'lead.bounced') ORDER BY e.id`);

/** The newest id of either, where receipts begin. */
export async function newestIds(db: Db): Promise<{ suppression: number; event: number }> {
  const [row] = await db.all<{ suppression: number | null; event: number | null }>(sql`
    SELECT (SELECT max(id) FROM ${suppressions}) AS suppression, (SELECT max(id) FROM ${events}) AS event`);
  return { suppression: row?.suppression ?? 0, event: row?.event ?? 0 };
}

export const selectReceiptMarks = (db: Db, limit: number) =>
  db
    .select()
    .from(receiptMarks)
    .where(gt(receiptMarks.id, 0))
    .orderBy(receiptMarks.id)
    .limit(limit);
