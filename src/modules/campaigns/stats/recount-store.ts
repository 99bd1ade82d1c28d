import { type SQL, sql } from "drizzle-orm";
import { type Db, runBatch } from "#platform/db/db.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { events, hits } from "#modules/events/schema/events.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { IMPORTED } from "#modules/campaigns/rules/variants.ts";
import { sends, stats } from "#modules/campaigns/schema/sending.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { Metric, StatRow } from "./store.ts";

/** What rows say of one place: a campaign's step, variant and mailbox; null where a count has no such place. */
export type Recounted = {
  readonly metric: Metric;
  readonly campaignId: number;
  readonly stepId: number | null;
  readonly variant: string | null;
  readonly mailboxId: number | null;
  readonly n: number;
};

/** A server said at once that the address does not exist. */
const REFUSED = sql`(s.state = 'failed' AND s.bounce_type = 'hard')`;

/** What each counter counts, as a condition on sends. */
const OF_SENDS: readonly (readonly [Metric, SQL])[] = [
  ["sent", sql`s.state = 'sent'`],
  ["refused", REFUSED],
  ["failed", sql`s.state = 'failed' AND s.bounce_type IS NOT 'hard'`],
  ["unknown", sql`s.state = 'unknown'`],
  [
    "contacted",
    sql`(s.state IN ('sent', 'unknown') OR ${REFUSED}) AND NOT EXISTS (SELECT 1 FROM ${sends} b
      WHERE b.enrolment_id = s.enrolment_id AND b.step < s.step AND b.variant <> ${IMPORTED}
        AND (b.state IN ('sent', 'unknown') OR (b.state = 'failed' AND b.bounce_type = 'hard')))`,
  ],
  ["unique_opens", sql`s.opened_at IS NOT NULL`],
  ["unique_clicks", sql`s.clicked_at IS NOT NULL`],
  ["bounces", sql`s.bounce_type = 'hard'`],
  ["complaints", sql`s.complained_at IS NOT NULL`],
  ["positive_replies", sql`s.positive_at IS NOT NULL`],
  [
    "unique_replies",
    sql`s.replied_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${sends} b
      WHERE b.enrolment_id = s.enrolment_id AND b.replied_at IS NOT NULL
        AND (b.replied_at, b.id) < (s.replied_at, s.id))`,
  ],
];

/** What is counted by rows that name a send, which a workspace may have forgotten by now. */
const BY_SEND: readonly (readonly [Metric, SQL])[] = [
  ["opens", sql`${hits} x WHERE x.kind = 'open' AND x.verdict = 'human'`],
  ["machine_opens", sql`${hits} x WHERE x.kind = 'open' AND x.verdict IN ('machine', 'proxy')`],
  ["clicks", sql`${hits} x WHERE x.kind = 'click' AND x.verdict = 'human'`],
  ["machine_clicks", sql`${hits} x WHERE x.kind = 'click' AND x.verdict IN ('machine', 'proxy')`],
  ["replies", sql`${messages} x WHERE x.direction = 'inbound' AND x.type = 'reply'`],
  ["auto_replies", sql`${messages} x WHERE x.direction = 'inbound' AND x.type = 'auto_reply'`],
  ["unsubscribes", sql`${events} x WHERE x.type = 'lead.unsubscribed'`],
  ["meetings_booked", sql`${events} x WHERE x.type = 'meeting.booked'`],
  [
    "soft_bounces",
    sql`${events} x WHERE x.type = 'lead.bounced' AND x.dedupe_key NOT GLOB 'bounce:message:*'
      AND (x.dedupe_key GLOB 'bounce:*:soft' OR x.dedupe_key GLOB 'bounce:*:block')`,
  ],
];
export const FORGETTABLE: ReadonlySet<Metric> = new Set(BY_SEND.map(([metric]) => metric));

const PLACE = sql.raw(
  's.campaign_id AS "campaignId", s.step_id AS "stepId", s.variant AS "variant", s.mailbox_id AS "mailboxId", count(*) AS "n"',
);
const GROUPED = sql.raw("GROUP BY s.campaign_id, s.step_id, s.variant, s.mailbox_id");

/** Counts everything again from its rows. Walks all rows of the workspace. */
export async function recountRows(db: Db, workspaceId: WorkspaceId): Promise<Recounted[]> {
  const counts: Recounted[] = [];
  const add = async (metric: Metric, query: SQL): Promise<void> => {
    for (const row of await db.all<Omit<Recounted, "metric">>(query)) {
      counts.push({ ...row, metric });
    }
  };
  await add(
    "leads",
    sql`SELECT e.campaign_id AS "campaignId", NULL AS "stepId", NULL AS "variant", NULL AS "mailboxId", count(*) AS "n"
      FROM ${campaignLeads} e WHERE e.workspace_id = ${workspaceId} GROUP BY e.campaign_id`,
  );
  for (const [metric, condition] of OF_SENDS) {
    await add(
      metric,
      sql`SELECT ${PLACE} FROM ${sends} s WHERE s.workspace_id = ${workspaceId} AND s.variant <> ${IMPORTED} AND ${condition} ${GROUPED}`,
    );
  }
  for (const [metric, rows] of BY_SEND) {
    await add(
      metric,
      sql`SELECT ${PLACE} FROM (SELECT x.send_id FROM ${rows} AND x.workspace_id = ${workspaceId}) y
        JOIN ${sends} s ON s.id = y.send_id AND +s.workspace_id = ${workspaceId}
          AND s.variant <> ${IMPORTED} ${GROUPED}`,
    );
  }
  return counts;
}

export const selectAllStats = (db: Db, workspaceId: WorkspaceId) =>
  db
    .select()
    .from(stats)
    .where(sql`${stats.workspaceId} = ${workspaceId}`);

/** Sets counters, making their lines where there are none. */
export async function setCounters(
  db: Db,
  workspaceId: WorkspaceId,
  values: readonly StatRow[],
): Promise<void> {
  const statements = values.map(({ campaignId, dimension, key, metric, by }) =>
    db.run(sql`
      INSERT INTO ${stats} (workspace_id, campaign_id, dimension, key, ${sql.identifier(metric)})
      VALUES (${workspaceId}, ${campaignId}, ${dimension}, ${key}, ${by})
      ON CONFLICT (workspace_id, campaign_id, dimension, key)
        DO UPDATE SET ${sql.identifier(metric)} = excluded.${sql.identifier(metric)}`),
  );
  for (let i = 0; i < statements.length; i += 500) {
    await runBatch(db, statements.slice(i, i + 500));
  }
}
