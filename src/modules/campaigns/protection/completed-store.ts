import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { EnrolmentId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { utcDay } from "#platform/rules/time.ts";

/**
 * Counts leads that have had every step: those of `ids` that are still under way, with a mail in
 * flight or due. Stands before the statement that ends them, so that exactly what it ends is counted.
 */
export function countCompleted(
  db: Db,
  workspaceId: WorkspaceId,
  enrolments: { readonly ids: readonly EnrolmentId[]; readonly place: "in_flight" | "due" },
  now: UnixMs,
  guard: SQL = sql`1`,
): Statement {
  const day = utcDay(now);
  const places = JSON.stringify([
    [0, "total", ""],
    [0, "day", day],
    [1, "total", ""],
    [1, "day", day],
  ]);
  return db.run(sql`
    INSERT INTO ${stats} (workspace_id, campaign_id, dimension, key, completed)
    SELECT ${workspaceId}, e.campaign_id * (p.value->>0), p.value->>1, p.value->>2, count(*)
    FROM json_each(${JSON.stringify(enrolments.ids)}) i JOIN ${campaignLeads} e ON e.id = i.value
      JOIN json_each(${places}) p
    WHERE +e.workspace_id = ${workspaceId} AND e.status IN ('pending', 'in_progress', 'paused')
      AND (e.next_send_at IS NOT NULL) = ${enrolments.place === "due" ? 1 : 0} AND ${guard}
    GROUP BY 2, 3, 4
    ON CONFLICT (workspace_id, campaign_id, dimension, key)
      DO UPDATE SET completed = completed + excluded.completed`);
}
