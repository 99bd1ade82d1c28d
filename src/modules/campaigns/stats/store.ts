import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { CampaignId, WorkspaceId } from "#platform/rules/ids.ts";

/** The counters of `stats`, by column. */
export const METRICS = [
  "leads",
  "contacted",
  "sent",
  "refused",
  "failed",
  "unknown",
  "opens",
  "unique_opens",
  "machine_opens",
  "clicks",
  "unique_clicks",
  "machine_clicks",
  "replies",
  "unique_replies",
  "auto_replies",
  "bounces",
  "soft_bounces",
  "unsubscribes",
  "complaints",
  "meetings_booked",
  "positive_replies",
  "completed",
] as const;
export type Metric = (typeof METRICS)[number];

export type StatRow = {
  readonly campaignId: CampaignId | 0;
  readonly dimension: "total" | "day" | "step" | "variant" | "mailbox" | "mailbox_day";
  readonly key: string;
  readonly metric: Metric;
  readonly by: number;
};

/**
 * Adds to several counters in one statement; `guard` is a condition on the old state, `times` a
 * number that only the database knows.
 */
export function addToStats(
  db: Db,
  workspaceId: WorkspaceId,
  rows: readonly StatRow[],
  guard: SQL = sql`1`,
  times: SQL = sql`1`,
): Statement {
  if (rows.length === 0) return db.run(sql`SELECT 1 WHERE 0`);
  const totals = new Map<string, number[]>();
  for (const row of rows) {
    const id = JSON.stringify([row.campaignId, row.dimension, row.key]);
    const counts = totals.get(id) ?? METRICS.map(() => 0);
    const column = METRICS.indexOf(row.metric);
    counts[column] = (counts[column] ?? 0) + row.by;
    totals.set(id, counts);
  }
  const used = METRICS.filter((_, i) => [...totals.values()].some((counts) => counts[i] !== 0));
  const payload = JSON.stringify(
    [...totals].map(([id, counts]) => [
      ...(JSON.parse(id) as unknown[]),
      ...used.map((metric) => counts[METRICS.indexOf(metric)]),
    ]),
  );
  const columns = sql.raw(used.join(", "));
  const values = sql.join(
    used.map((_, i) => sql`(value->>${sql.raw(`${i + 3}`)}) * ${times}`),
    sql`, `,
  );
  const additions = sql.raw(
    used.map((metric) => `${metric} = ${metric} + excluded.${metric}`).join(", "),
  );
  return db.run(sql`
    INSERT INTO ${stats} (workspace_id, campaign_id, dimension, key, ${columns})
    SELECT ${workspaceId}, value->>0, value->>1, value->>2, ${values}
    FROM json_each(${payload}) WHERE ${guard}
    ON CONFLICT (workspace_id, campaign_id, dimension, key) DO UPDATE SET ${additions}`);
}
