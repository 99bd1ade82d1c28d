import { and, count, desc, eq, exists, isNull, or, sql } from "drizzle-orm";
import { containing } from "#platform/db/containing.ts";
import { type InstallDb, runBatch, type InstallStatement } from "#platform/db/db.ts";
import { pageOrder, type ListOrder } from "#platform/db/page-order.ts";
import { writtenOnce } from "#platform/db/written-once.ts";
import { installKeyWorkspaces } from "#modules/accounts/schema/access.ts";
import { workspaceMembers, workspaces } from "#modules/accounts/schema/accounts.ts";
import { notBefore } from "#modules/accounts/people/made-sql.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type WorkspaceRow = typeof workspaces.$inferSelect;

/** Which workspaces a caller sees. */
export type Visibility =
  | "all"
  | { readonly member: UserId }
  | { readonly only: WorkspaceId }
  /** Those that a key of the install names. */
  | { readonly namedBy: number };

function visibleTo(db: InstallDb, visibility: Visibility) {
  const standing = isNull(workspaces.deletedAt);
  if (visibility === "all") return standing;
  if ("only" in visibility) return and(standing, eq(workspaces.id, visibility.only));
  if ("namedBy" in visibility) {
    const naming = db
      .select({ one: sql`1` })
      .from(installKeyWorkspaces)
      .where(
        and(
          eq(installKeyWorkspaces.workspaceId, workspaces.id),
          eq(installKeyWorkspaces.keyId, visibility.namedBy),
        ),
      );
    return and(standing, exists(naming));
  }
  const membership = db
    .select({ one: sql`1` })
    .from(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaces.id),
        eq(workspaceMembers.userId, visibility.member),
      ),
    );
  return and(standing, exists(membership));
}

/** Of those, what comes next: below `before` (null: from the newest), `q` in name or slug. */
export type WorkspaceSearch = { readonly q: string; readonly order: ListOrder };

const found = (q: string) =>
  q === "" ? undefined : or(containing(workspaces.name, q), containing(workspaces.slug, q));

/** Newest first. `whose` is the user, the workspace or the key of the visibility. */
const pageOf = (whose: "all" | "member" | "only" | "namedBy") =>
  writtenOnce((db: InstallDb) => {
    // Placeholders stand where drizzle's types want the branded ids themselves.
    const id = sql.placeholder("whose") as unknown as UserId & WorkspaceId;
    const visibility: Record<typeof whose, Visibility> = {
      all: "all",
      member: { member: id },
      only: { only: id },
      namedBy: { namedBy: id },
    };
    return db
      .select()
      .from(workspaces)
      .where(visibleTo(db, visibility[whose]))
      .orderBy(desc(workspaces.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"));
  });
const pages = {
  all: pageOf("all"),
  member: pageOf("member"),
  only: pageOf("only"),
  namedBy: pageOf("namedBy"),
};

export async function selectWorkspaces(
  db: InstallDb,
  visibility: Visibility,
  { q, order, ...page }: WorkspaceSearch & { limit: number; offset: number },
): Promise<WorkspaceRow[]> {
  if (q !== "" || order.after !== null || order.by !== null || !order.down) {
    const { beyond, by } = pageOrder(workspaces.id, order, { name: workspaces.name });
    return db
      .select()
      .from(workspaces)
      .where(and(visibleTo(db, visibility), found(q), beyond))
      .orderBy(...by)
      .limit(page.limit)
      .offset(page.offset);
  }
  if (visibility === "all") return pages.all(db, page);
  if ("member" in visibility) return pages.member(db, { ...page, whose: visibility.member });
  if ("namedBy" in visibility) return pages.namedBy(db, { ...page, whose: visibility.namedBy });
  return pages.only(db, { ...page, whose: visibility.only });
}

/** All that a caller sees. */
export const selectVisible = (
  db: InstallDb,
  visibility: Visibility,
): Promise<{ workspaceId: WorkspaceId; name: string }[]> =>
  db
    .select({ workspaceId: workspaces.id, name: workspaces.name })
    .from(workspaces)
    .where(visibleTo(db, visibility))
    .orderBy(workspaces.id);

/** Whether a workspace is among those that a caller sees. */
export async function seesWorkspace(
  db: InstallDb,
  visibility: Visibility,
  id: WorkspaceId,
): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(workspaces)
    .where(and(eq(workspaces.id, id), visibleTo(db, visibility)))
    .limit(1);
  return rows.length > 0;
}

export async function countWorkspaces(
  db: InstallDb,
  visibility: Visibility,
  q: string,
): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(workspaces)
    .where(and(visibleTo(db, visibility), found(q)));
  return rows[0]?.n ?? 0;
}

/** For the audit line of the batch that makes a workspace: whether it made it. */
export const whileMade = (slug: string, creator: UserId, now: UnixMs) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${workspaces} WHERE slug = ${slug} AND created_by = ${creator} AND created_at = ${now})`;

/**
 * Adds a workspace with its creator as member, while they have made fewer than `limit` that stand;
 * `also` runs in the same batch, after them. Null: the limit is reached. Fails on the unique index for a
 * taken slug.
 */
export async function insertWorkspace(
  db: InstallDb,
  workspace: { name: string; slug: string },
  creator: UserId,
  limit: number | null,
  now: UnixMs,
  also: readonly InstallStatement[],
): Promise<WorkspaceRow | null> {
  const within =
    limit === null
      ? sql`true`
      : sql`(SELECT count(*) FROM ${workspaces} w WHERE w.created_by = ${creator} AND w.deleted_at IS NULL) < ${limit}`;
  // Made at this moment: one of the same slug from before is none of it.
  const made = and(
    eq(workspaces.slug, workspace.slug),
    eq(workspaces.createdBy, creator),
    eq(workspaces.createdAt, now),
  );
  const results = await runBatch(db, [
    db.run(sql`
      INSERT INTO ${workspaces} (name, slug, created_at, updated_at, created_by)
      SELECT ${workspace.name}, ${workspace.slug}, ${now}, ${now}, ${creator} WHERE ${within}`),
    db.run(sql`
      INSERT INTO ${workspaceMembers} (user_id, workspace_id, created_at)
      SELECT ${creator}, id, ${now} FROM ${workspaces} WHERE ${made}`),
    ...also,
    db.select().from(workspaces).where(made),
  ]);
  return (results.at(-1) as WorkspaceRow[])[0] ?? null;
}

export async function selectWorkspace(
  db: InstallDb,
  id: WorkspaceId,
): Promise<WorkspaceRow | null> {
  const rows = await db.select().from(workspaces).where(eq(workspaces.id, id)).limit(1);
  return rows[0] ?? null;
}

/** Whether a workspace is there and was not deleted. */
export async function isStanding(db: InstallDb, id: WorkspaceId): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(workspaces)
    .where(and(eq(workspaces.id, id), isNull(workspaces.deletedAt)))
    .limit(1);
  return rows.length > 0;
}

/** Of all workspaces, deleted or not. */
export async function selectIds(db: InstallDb): Promise<WorkspaceId[]> {
  const rows = await db.select({ id: workspaces.id }).from(workspaces).orderBy(workspaces.id);
  return rows.map((row) => row.id);
}

/** Gives a workspace another name; `also` runs in the same batch, after it. */
export async function renameRow(
  db: InstallDb,
  id: WorkspaceId,
  name: string,
  now: UnixMs,
  also: readonly InstallStatement[],
): Promise<WorkspaceRow | null> {
  const results = await runBatch(db, [
    db
      .update(workspaces)
      .set({ name, updatedAt: notBefore(now) })
      .where(eq(workspaces.id, id))
      .returning(),
    ...also,
  ]);
  return (results[0] as WorkspaceRow[])[0] ?? null;
}
