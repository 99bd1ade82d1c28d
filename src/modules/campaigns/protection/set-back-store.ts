import { sql } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/** Across workspaces: active campaigns that were started last at this time or before. */
export const selectStartedBefore = (db: Db, at: UnixMs) =>
  db
    .select({ id: campaigns.id, workspaceId: campaigns.workspaceId })
    .from(campaigns)
    .where(
      sql`${campaigns.status} = 'active' AND ${campaigns.deletedAt} IS NULL
        AND max(coalesce(${campaigns.startedAt}, 0), coalesce(${campaigns.restartedAt}, 0)) <= ${at}`,
    );
