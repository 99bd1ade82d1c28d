import { and, count, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaigns } from "#modules/campaigns/schema/campaigns.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

export async function selectIdBySlug(db: Db, slug: string): Promise<WorkspaceId | null> {
  const rows = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.slug, slug), isNull(workspaces.deletedAt)))
    .limit(1);
  return rows[0]?.id ?? null;
}

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
