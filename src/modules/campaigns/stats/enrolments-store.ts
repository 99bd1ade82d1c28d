import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/**
 * Takes the leads of `places` (rows of `campaign_id`, `entered_at`) off totals and days; where they
 * leave without a trace, it belongs before the statement that deletes them.
 */
export const subtractLeads = (db: Db, workspaceId: WorkspaceId, places: SQL): Statement =>
  db.run(sql`
    INSERT INTO ${stats} (workspace_id, campaign_id, dimension, key, leads)
    WITH gone AS (
      SELECT campaign_id, strftime('%Y-%m-%d', entered_at / 1000, 'unixepoch') AS day, count(*) AS n
      FROM (${places}) GROUP BY 1, 2)
    SELECT ${workspaceId}, campaign_id, dimension, key, -n FROM (
      SELECT 0 AS campaign_id, 'total' AS dimension, '' AS key, sum(n) AS n FROM gone
      UNION ALL SELECT 0, 'day', day, sum(n) FROM gone GROUP BY day
      UNION ALL SELECT campaign_id, 'total', '', sum(n) FROM gone GROUP BY campaign_id
      UNION ALL SELECT campaign_id, 'day', day, n FROM gone)
    WHERE n > 0
    ON CONFLICT (workspace_id, campaign_id, dimension, key) DO UPDATE SET leads = leads + excluded.leads`);
