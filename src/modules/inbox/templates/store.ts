import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { replyTemplates } from "#modules/inbox/schema/inbox.ts";
import type { TemplateId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type TemplateRow = typeof replyTemplates.$inferSelect;

const own = (workspaceId: WorkspaceId, id: TemplateId) =>
  and(eq(replyTemplates.id, id), sql`+${replyTemplates.workspaceId} = ${workspaceId}`);

/** Newest first, from below `before` (null: from the newest). */
export async function selectTemplates(
  db: Db,
  workspaceId: WorkspaceId,
  page: { before: number | null; limit: number; offset: number },
): Promise<TemplateRow[]> {
  return db
    .select()
    .from(replyTemplates)
    .where(
      and(
        eq(replyTemplates.workspaceId, workspaceId),
        page.before === null ? undefined : lt(replyTemplates.id, page.before as TemplateId),
      ),
    )
    .orderBy(desc(replyTemplates.id))
    .limit(page.limit)
    .offset(page.offset);
}

export async function countTemplates(db: Db, workspaceId: WorkspaceId): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(replyTemplates)
    .where(eq(replyTemplates.workspaceId, workspaceId));
  return rows[0]?.n ?? 0;
}

export async function selectTemplate(
  db: Db,
  workspaceId: WorkspaceId,
  id: TemplateId,
): Promise<TemplateRow | null> {
  const rows = await db.select().from(replyTemplates).where(own(workspaceId, id));
  return rows[0] ?? null;
}

/** Whether another template than `but` has this name. */
export async function isNameTaken(
  db: Db,
  workspaceId: WorkspaceId,
  name: string,
  but: TemplateId | null,
): Promise<boolean> {
  const rows = await db
    .select({ id: replyTemplates.id })
    .from(replyTemplates)
    .where(and(eq(replyTemplates.workspaceId, workspaceId), eq(replyTemplates.name, name)));
  return rows.some(({ id }) => id !== but);
}

/** Adds a template while the workspace has fewer than `limit` and the name is free; else null. */
export async function insertTemplate(
  db: Db,
  workspaceId: WorkspaceId,
  template: { name: string; body: string },
  limit: number,
  now: UnixMs,
): Promise<TemplateRow | null> {
  const [added] = await db.all<{ id: TemplateId }>(sql`
    INSERT INTO ${replyTemplates} (workspace_id, name, body, created_at, updated_at)
    SELECT ${workspaceId}, ${template.name}, ${template.body}, ${now}, ${now}
    WHERE (SELECT count(*) FROM ${replyTemplates} WHERE workspace_id = ${workspaceId}) < ${limit}
    ON CONFLICT (workspace_id, name) DO NOTHING RETURNING id`);
  return added ? selectTemplate(db, workspaceId, added.id) : null;
}

/** Changes a template; null where there is none, or another one has that name. */
export async function changeTemplate(
  db: Db,
  workspaceId: WorkspaceId,
  id: TemplateId,
  change: { name?: string; body?: string },
  now: UnixMs,
): Promise<TemplateRow | null> {
  const rows = await db
    .update(replyTemplates)
    .set({ ...change, updatedAt: now })
    .where(
      and(
        own(workspaceId, id),
        change.name === undefined
          ? undefined
          : sql`NOT EXISTS (SELECT 1 FROM ${replyTemplates} o
              WHERE o.workspace_id = ${workspaceId} AND o.name = ${change.name} AND o.id <> ${id})`,
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/** False when there was none. */
export async function removeTemplate(
  db: Db,
  workspaceId: WorkspaceId,
  id: TemplateId,
  line: Statement,
): Promise<boolean> {
  const results = await runBatch(db, [
    line,
    db.delete(replyTemplates).where(own(workspaceId, id)).returning({ id: replyTemplates.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}

/** The condition of an audit line: the template is there. */
export const whileTemplate = (workspaceId: WorkspaceId, id: TemplateId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${replyTemplates} WHERE ${own(workspaceId, id)})`;
