import { and, desc, eq, sql } from "drizzle-orm";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { Db } from "#platform/db/db.ts";
import { jobs } from "#modules/leads/schema/jobs.ts";

type Job = typeof jobs.$inferSelect;

/** Jobs of a kind, newest first, from below `before` (null: from the newest). */
export const selectJobsOfKind = (
  db: Db,
  workspaceId: WorkspaceId,
  kind: Job["kind"],
  before: number | null,
  page: { limit: number; offset: number },
): Promise<Job[]> =>
  db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.workspaceId, workspaceId),
        eq(jobs.kind, kind),
        before === null ? undefined : sql`${jobs.id} < ${before}`,
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(page.limit)
    .offset(page.offset);

export async function countJobsOfKind(
  db: Db,
  workspaceId: WorkspaceId,
  kind: Job["kind"],
): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)` })
    .from(jobs)
    .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.kind, kind)));
  return row?.n ?? 0;
}
