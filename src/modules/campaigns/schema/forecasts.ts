import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json, time, workspaceColumn } from "#platform/db/columns.ts";
import type { CampaignId } from "#platform/rules/ids.ts";

/** What was foreseen of a campaign on a day, to be held against what happened. */
export const forecasts = sqliteTable(
  "forecasts",
  {
    workspaceId: workspaceColumn(),
    campaignId: integer("campaign_id").notNull().$type<CampaignId>(),
    /** YYYY-MM-DD, UTC. */
    madeOn: text("made_on").notNull(),
    madeAt: time("made_at").notNull(),
    /** Emails of that UTC day, those that had left by then included, and of each day after it. */
    expected: json<readonly number[]>("expected").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.campaignId, t.madeOn] }),
    index("forecasts_old").on(t.madeOn),
  ],
);
