import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { users, workspaceMembers, workspaces } from "#modules/accounts/schema/accounts.ts";
import { workspaceBrands, workspaceHosts } from "#modules/accounts/schema/brands.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

const columns = {
  workspaceId: workspaceBrands.workspaceId,
  name: workspaceBrands.name,
  accent: workspaceBrands.accent,
  senderName: workspaceBrands.senderName,
  senderEmail: workspaceBrands.senderEmail,
  logoHash: workspaceBrands.logoHash,
  updatedAt: workspaceBrands.updatedAt,
  /** Links lead there; null where it has none that works. Written out: a column alone would be that of `h`. */
  host: sql<string | null>`(SELECT h.host FROM ${workspaceHosts} h
    WHERE h.workspace_id = workspace_brands.workspace_id AND h.status = 'verified')`.as("host"),
};
const selected = (db: InstallDb) => db.select(columns).from(workspaceBrands);
export type BrandRow = Awaited<ReturnType<typeof selected>>[number];

export async function selectBrand(
  db: InstallDb,
  workspaceId: WorkspaceId,
): Promise<BrandRow | null> {
  const rows = await selected(db).where(eq(workspaceBrands.workspaceId, workspaceId)).limit(1);
  return rows[0] ?? null;
}

export const selectBrands = (db: InstallDb, ids: readonly WorkspaceId[]): Promise<BrandRow[]> =>
  selected(db).where(
    sql`${workspaceBrands.workspaceId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );

/** The brand of a client's workspace, of `preferred` where they belong to it; null for staff. */
export async function selectBrandOfClient(
  db: InstallDb,
  userId: UserId,
  preferred: WorkspaceId | null,
): Promise<BrandRow | null> {
  const rows = await selected(db)
    .innerJoin(workspaceMembers, eq(workspaceMembers.workspaceId, workspaceBrands.workspaceId))
    .innerJoin(users, and(eq(users.id, workspaceMembers.userId), eq(users.role, "client")))
    .innerJoin(
      workspaces,
      and(eq(workspaces.id, workspaceBrands.workspaceId), isNull(workspaces.deletedAt)),
    )
    .where(eq(workspaceMembers.userId, userId))
    .orderBy(sql`${workspaceBrands.workspaceId} IS NOT ${preferred}`, workspaceBrands.workspaceId)
    .limit(1);
  return rows[0] ?? null;
}

/** The picture of that hash, of one workspace where it is given. */
export async function selectLogo(
  db: InstallDb,
  hash: string,
  workspaceId: WorkspaceId | null,
): Promise<string | null> {
  const rows = await db
    .select({ logo: workspaceBrands.logo })
    .from(workspaceBrands)
    .where(
      and(
        eq(workspaceBrands.logoHash, hash),
        workspaceId === null ? undefined : eq(workspaceBrands.workspaceId, workspaceId),
      ),
    )
    .limit(1);
  return rows[0]?.logo ?? null;
}

/** What a brand's icon is made of. */
export async function selectIcon(db: InstallDb, workspaceId: WorkspaceId) {
  const { name, accent, logo } = workspaceBrands;
  const rows = await db
    .select({ name, accent, logo })
    .from(workspaceBrands)
    .where(eq(workspaceBrands.workspaceId, workspaceId))
    .limit(1);
  return rows[0] ?? null;
}

export type BrandValues = Partial<
  Pick<
    typeof workspaceBrands.$inferInsert,
    "name" | "accent" | "senderName" | "senderEmail" | "logo" | "logoHash"
  >
>;

/** Changes what is given. With a name it makes the brand of a workspace that has none; else that stays without. */
export const saveBrandRow = (
  db: InstallDb,
  workspaceId: WorkspaceId,
  values: BrandValues,
  now: UnixMs,
): InstallStatement => {
  const set = { ...values, updatedAt: now };
  if (values.name === undefined) {
    return db.update(workspaceBrands).set(set).where(eq(workspaceBrands.workspaceId, workspaceId));
  }
  return db
    .insert(workspaceBrands)
    .values({ ...values, name: values.name, workspaceId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: workspaceBrands.workspaceId, set });
};

const withoutHost = (id: WorkspaceId): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${workspaceHosts} WHERE workspace_id = ${id})`;

/** For the audit line of a removal. */
export const whileBranded = (id: WorkspaceId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${workspaceBrands} WHERE workspace_id = ${id}) AND ${withoutHost(id)}`;

/** Answers the row where it was this call; none while the workspace has a host. */
export const deleteBrandRow = (db: InstallDb, id: WorkspaceId): InstallStatement =>
  db
    .delete(workspaceBrands)
    .where(and(eq(workspaceBrands.workspaceId, id), withoutHost(id)))
    .returning({ workspaceId: workspaceBrands.workspaceId });

/** Whether a person may enter a workspace that stands, as `identify` judges it. */
export async function entersWorkspace(
  db: InstallDb,
  userId: UserId,
  workspaceId: WorkspaceId,
): Promise<boolean> {
  const rows = await db.all<{ one: number }>(sql`
    SELECT 1 AS one FROM ${users} u JOIN ${workspaces} w ON w.id = ${workspaceId} AND w.deleted_at IS NULL
    WHERE u.id = ${userId} AND (u.role IN ('super_admin', 'admin')
      OR EXISTS (SELECT 1 FROM ${workspaceMembers} m WHERE m.workspace_id = w.id AND m.user_id = u.id))`);
  return rows.length > 0;
}
