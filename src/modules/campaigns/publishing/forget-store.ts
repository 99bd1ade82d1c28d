import { type SQL, sql } from "drizzle-orm";
import {
  campaignApprovals,
  campaignDrafts,
  campaignVersions,
} from "#modules/campaigns/schema/publishing.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { CampaignId, WorkspaceId } from "#platform/rules/ids.ts";

/** What goes with a campaign that is deleted: its draft, its versions, and who was asked about them. */
export const forgetPublishing = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  guard: SQL,
): Statement[] =>
  [campaignDrafts, campaignVersions, campaignApprovals].map((table) =>
    db.run(sql`DELETE FROM ${table} WHERE workspace_id = ${workspaceId} AND campaign_id = ${campaignId}
      AND ${guard}`),
  );
