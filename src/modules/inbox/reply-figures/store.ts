import { sql } from "drizzle-orm";
import { messages } from "#modules/delivery/schema/messages.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { Db } from "#platform/db/db.ts";
import type { CampaignId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type ReplyFigureRow = {
  readonly date: string;
  readonly category_said: ReplyCategory;
  readonly messages: number;
};

/** Messages of leads in a campaign's threads since then, by UTC day and category. What machines wrote stays theirs. */
export const selectReplyFigures = (
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  since: UnixMs,
): Promise<ReplyFigureRow[]> =>
  db.all<ReplyFigureRow>(sql`
    SELECT strftime('%Y-%m-%d', m.sent_at / 1000, 'unixepoch') AS date,
      CASE WHEN t.category_source = 'person' AND t.category IS NOT NULL
          AND m.category NOT IN ('out_of_office', 'automatic', 'bounce')
        THEN t.category ELSE m.category END AS category_said,
      count(*) AS messages
    FROM ${threads} t CROSS JOIN ${messages} m
    WHERE t.workspace_id = ${workspaceId} AND t.campaign_id = ${campaignId} AND t.lead_id IS NOT NULL
      AND m.workspace_id = ${workspaceId} AND m.thread_id = t.id AND m.sent_at >= ${since}
      AND m.direction = 'inbound' AND m.category IS NOT NULL
    GROUP BY date, category_said ORDER BY date, category_said`);
