import { and, count, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

const started = (workspaceId: WorkspaceId) =>
  and(
    eq(campaigns.workspaceId, workspaceId),
    isNull(campaigns.deletedAt),
    isNotNull(campaigns.startedAt),
  );

/** Campaigns that were started, the newest start first, and how many there are. */
export async function selectStarted(
  db: Db,
  workspaceId: WorkspaceId,
  page: { limit: number; offset: number },
) {
  const [rows, total] = await Promise.all([
    db
      .select({
        id: campaigns.id,
        name: campaigns.name,
        status: campaigns.status,
        startedAt: campaigns.startedAt,
      })
      .from(campaigns)
      .where(started(workspaceId))
      .orderBy(desc(campaigns.startedAt), desc(campaigns.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ n: count() }).from(campaigns).where(started(workspaceId)),
  ]);
  return { rows, total: total[0]?.n ?? 0 };
}
