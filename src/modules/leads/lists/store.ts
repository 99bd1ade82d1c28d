import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { containing } from "#platform/db/containing.ts";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { listLeads, lists } from "#modules/leads/schema/leads.ts";
import type { ListId, WorkspaceId } from "#platform/rules/ids.ts";

export type ListRow = typeof lists.$inferSelect;

const matching = (workspaceId: WorkspaceId, q: string) =>
  and(eq(lists.workspaceId, workspaceId), q === "" ? undefined : containing(lists.name, q));

/** Newest first, from below `before` (null: from the newest); `q` is looked for in names. */
export async function selectLists(
  db: Db,
  workspaceId: WorkspaceId,
  find: { q: string; before: number | null; limit: number; offset: number },
): Promise<ListRow[]> {
  return db
    .select()
    .from(lists)
    .where(
      and(
        matching(workspaceId, find.q),
        find.before === null ? undefined : lt(lists.id, find.before as ListId),
      ),
    )
    .orderBy(desc(lists.id))
    .limit(find.limit)
    .offset(find.offset);
}

export async function countLists(db: Db, workspaceId: WorkspaceId, q: string): Promise<number> {
  const rows = await db
    .select({ n: sql<number>`count(*)` })
    .from(lists)
    .where(matching(workspaceId, q));
  return rows[0]?.n ?? 0;
}

export async function selectList(
  db: Db,
  workspaceId: WorkspaceId,
  id: ListId,
): Promise<ListRow | null> {
  const rows = await db
    .select()
    .from(lists)
    .where(and(eq(lists.workspaceId, workspaceId), eq(lists.id, id)));
  return rows[0] ?? null;
}

/** Names a list; null when there is none. */
export async function renameListRow(
  db: Db,
  workspaceId: WorkspaceId,
  id: ListId,
  name: string,
): Promise<ListRow | null> {
  const rows = await db
    .update(lists)
    .set({ name })
    .where(and(eq(lists.workspaceId, workspaceId), eq(lists.id, id)))
    .returning();
  return rows[0] ?? null;
}

/** Removes a list and its places, in one batch with what else forgets it; its leads stay. False when there was none. */
/** The condition of an audit line: the list is there. */
export const whileList = (workspaceId: WorkspaceId, id: ListId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${lists} WHERE id = ${id} AND +workspace_id = ${workspaceId})`;

export async function deleteListRow(
  db: Db,
  workspaceId: WorkspaceId,
  id: ListId,
  forgetting: readonly Statement[],
): Promise<boolean> {
  const results = await runBatch(db, [
    db
      .delete(listLeads)
      .where(and(eq(listLeads.listId, id), eq(listLeads.workspaceId, workspaceId))),
    ...forgetting,
    db
      .delete(lists)
      .where(and(eq(lists.workspaceId, workspaceId), eq(lists.id, id)))
      .returning({ id: lists.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}
