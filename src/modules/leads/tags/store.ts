import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { containing } from "#platform/db/containing.ts";
import { type Db, runBatch, type Statement } from "#platform/db/db.ts";
import { tagKey } from "#modules/leads/rules/tag-name.ts";
import { leadTags, segments, tags } from "#modules/leads/schema/tags.ts";
import type { TagId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type TagRow = typeof tags.$inferSelect;

const own = (workspaceId: WorkspaceId, id: TagId) =>
  and(eq(tags.workspaceId, workspaceId), eq(tags.id, id));
const matching = (workspaceId: WorkspaceId, q: string) =>
  and(eq(tags.workspaceId, workspaceId), q === "" ? undefined : containing(tags.name, q));

/** Newest first, from below `before` (null: from the newest); `q` is looked for in names. */
export const selectLeadTags = (
  db: Db,
  workspaceId: WorkspaceId,
  find: { q: string; before: number | null; limit: number; offset: number },
): Promise<TagRow[]> =>
  db
    .select()
    .from(tags)
    .where(
      and(
        matching(workspaceId, find.q),
        find.before === null ? undefined : sql`${tags.id} < ${find.before}`,
      ),
    )
    .orderBy(desc(tags.id))
    .limit(find.limit)
    .offset(find.offset);

export async function countTags(db: Db, workspaceId: WorkspaceId, q: string): Promise<number> {
  const rows = await db
    .select({ n: sql<number>`count(*)` })
    .from(tags)
    .where(matching(workspaceId, q));
  return rows[0]?.n ?? 0;
}

export async function selectTag(
  db: Db,
  workspaceId: WorkspaceId,
  id: TagId,
): Promise<TagRow | null> {
  const rows = await db.select().from(tags).where(own(workspaceId, id));
  return rows[0] ?? null;
}

export async function selectTagNamed(
  db: Db,
  workspaceId: WorkspaceId,
  name: string,
): Promise<TagRow | null> {
  const rows = await db
    .select()
    .from(tags)
    .where(and(eq(tags.workspaceId, workspaceId), eq(tags.key, tagKey(name))));
  return rows[0] ?? null;
}

/** The names as rows `j`: key, name. */
export const namesAsRows = (names: readonly string[]): SQL =>
  sql`json_each(${JSON.stringify(names.map((name) => [tagKey(name), name]))}) j`;

/** Creates those of these tags that are not there. */
export const insertTags = (
  db: Db,
  workspaceId: WorkspaceId,
  names: readonly string[],
  now: UnixMs,
): Statement =>
  db.run(sql`
    INSERT INTO ${tags} (workspace_id, key, name, created_at)
    SELECT ${workspaceId}, j.value->>0, j.value->>1, ${now} FROM ${namesAsRows(names)} WHERE true
    ON CONFLICT (workspace_id, key) DO NOTHING`);

/** Renames a tag, and follows it in the filters of segments. Fails on the index where the name is taken. */
export async function renameTagRow(
  db: Db,
  workspaceId: WorkspaceId,
  { id, name: before }: Pick<TagRow, "id" | "name">,
  name: string,
  now: UnixMs,
): Promise<TagRow | null> {
  const results = await runBatch(db, [
    db.run(sql`
      UPDATE ${segments} SET filter = json_set(filter, '$.tag', ${name}), updated_at = ${now}
      WHERE workspace_id = ${workspaceId} AND filter->>'tag' = ${before}
        AND EXISTS (SELECT 1 FROM ${tags} WHERE id = ${id} AND +workspace_id = ${workspaceId})`),
    db
      .update(tags)
      .set({ name, key: tagKey(name) })
      .where(own(workspaceId, id))
      .returning(),
  ]);
  return (results.at(-1) as TagRow[])[0] ?? null;
}

/** The condition of an audit line: the tag is there. */
export const whileTag = (workspaceId: WorkspaceId, id: TagId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${tags} WHERE id = ${id} AND +workspace_id = ${workspaceId})`;

/** Removes a tag from its leads; false when there was none. */
export async function deleteTagRow(
  db: Db,
  workspaceId: WorkspaceId,
  id: TagId,
  before: readonly Statement[],
): Promise<boolean> {
  const results = await runBatch(db, [
    ...before,
    db
      .delete(leadTags)
      .where(and(eq(leadTags.tagId, id), sql`+${leadTags.workspaceId} = ${workspaceId}`)),
    db.delete(tags).where(own(workspaceId, id)).returning({ id: tags.id }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}
