import { and, desc, eq, isNull } from "drizzle-orm";
import { campaigns, steps } from "#modules/campaigns/schema/campaigns.ts";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** Steps of which links are looked for. */
const MOST_STEPS = 500;

/** The texts of the steps that a workspace's active campaigns send, the newest first. */
export async function selectSentTexts(db: Db, workspaceId: WorkspaceId): Promise<string[]> {
  const rows = await db
    .select({ html: steps.bodyHtml, text: steps.bodyText, variants: steps.variants })
    .from(campaigns)
    // In this order: a workspace has few active campaigns, and steps of all that ever were.
    .crossJoin(steps)
    .where(
      and(
        eq(steps.campaignId, campaigns.id),
        eq(steps.workspaceId, workspaceId),
        eq(campaigns.workspaceId, workspaceId),
        eq(campaigns.status, "active"),
        isNull(campaigns.deletedAt),
      ),
    )
    .orderBy(desc(campaigns.id))
    .limit(MOST_STEPS);
  return rows.flatMap(({ html, text, variants }) => [
    html,
    text,
    ...variants.flatMap((variant) => [variant.body_html ?? "", variant.body_text ?? ""]),
  ]);
}
