import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { SegmentFilter } from "#modules/leads/contract/leads.ts";
import { segments } from "#modules/leads/schema/tags.ts";
import { containing } from "#platform/db/containing.ts";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import type { SegmentId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type SegmentRow = typeof segments.$inferSelect;

const own = (workspaceId: WorkspaceId, id: SegmentId) =>
  and(eq(segments.workspaceId, workspaceId), eq(segments.id, id));
const matching = (workspaceId: WorkspaceId, q: string) =>
  and(eq(segments.workspaceId, workspaceId), q === "" ? undefined : containing(segments.name, q));

/** Newest first, from below `before` (null: from the newest); `q` is looked for in names. */
export const selectSegments = (
  db: Db,
  workspaceId: WorkspaceId,
  find: { q: string; before: number | null; limit: number; offset: number },
): Promise<SegmentRow[]> =>
  db
    .select()
    .from(segments)
    .where(
      and(
        matching(workspaceId, find.q),
        find.before === null ? undefined : sql`${segments.id} < ${find.before}`,
      ),
    )
    .orderBy(desc(segments.id))
    .limit(find.limit)
    .offset(find.offset);

export async function countSegments(db: Db, workspaceId: WorkspaceId, q: string): Promise<number> {
  const rows = await db
    .select({ n: sql<number>`count(*)` })
    .from(segments)
    .where(matching(workspaceId, q));
  return rows[0]?.n ?? 0;
}

export async function selectSegment(
  db: Db,
  workspaceId: WorkspaceId,
  id: SegmentId,
): Promise<SegmentRow | null> {
  const rows = await db.select().from(segments).where(own(workspaceId, id));
  return rows[0] ?? null;
}

export async function insertSegment(
  db: Db,
  workspaceId: WorkspaceId,
  made: { readonly name: string; readonly filter: SegmentFilter },
  now: UnixMs,
): Promise<SegmentRow> {
  const rows = await db
    .insert(segments)
    .values({ workspaceId, ...made, createdAt: now, updatedAt: now })
    .returning();
  return rows[0] as SegmentRow; // an INSERT of one row answers it
}

export async function updateSegmentRow(
  db: Db,
  workspaceId: WorkspaceId,
  id: SegmentId,
  patch: { readonly name?: string | undefined; readonly filter?: SegmentFilter | undefined },
  now: UnixMs,
): Promise<SegmentRow | null> {
  const rows = await db
    .update(segments)
    .set({ ...patch, updatedAt: now })
    .where(own(workspaceId, id))
    .returning();
  return rows[0] ?? null;
}

/** The condition of an audit line: the segment is there. */
export const whileSegment = (workspaceId: WorkspaceId, id: SegmentId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${segments} WHERE id = ${id} AND +workspace_id = ${workspaceId})`;

/** Removes a segment; false when there was none. */
export async function deleteSegmentRow(
  db: Db,
  workspaceId: WorkspaceId,
  id: SegmentId,
  before: readonly Statement[],
): Promise<boolean> {
  const results = await runBatch(db, [
    ...before,
    db.delete(segments).where(own(workspaceId, id)).returning({ id: segments.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}
