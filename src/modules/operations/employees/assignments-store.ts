import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { InstallDb } from "#platform/db/db.ts";
import { pageOrder, type ListOrder } from "#platform/db/page-order.ts";
import { apiKeys } from "#modules/accounts/schema/access.ts";
import { users, workspaceMembers, workspaces } from "#modules/accounts/schema/accounts.ts";
import type { UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type AssignmentFilter = {
  readonly employeeId: UserId | undefined;
  readonly workspaceId: WorkspaceId | undefined;
};

/** Memberships of employees in workspaces that stand. Those of clients are no assignments. */
const matching = (filter: AssignmentFilter) =>
  and(
    eq(users.role, "employee"),
    isNull(workspaces.deletedAt),
    filter.employeeId === undefined ? undefined : eq(workspaceMembers.userId, filter.employeeId),
    filter.workspaceId === undefined
      ? undefined
      : eq(workspaceMembers.workspaceId, filter.workspaceId),
  );

const joined = (db: InstallDb) =>
  db
    .select({
      id: workspaceMembers.id,
      userId: workspaceMembers.userId,
      userName: users.name,
      userEmail: users.email,
      workspaceId: workspaceMembers.workspaceId,
      workspaceName: workspaces.name,
      workspaceSlug: workspaces.slug,
      createdAt: workspaceMembers.createdAt,
    })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId));

export function selectAssignments(
  db: InstallDb,
  filter: AssignmentFilter,
  order: ListOrder,
  page: { limit: number; offset: number },
) {
  const { beyond, by } = pageOrder(workspaceMembers.id, order);
  return joined(db)
    .where(and(matching(filter), beyond))
    .orderBy(...by)
    .limit(page.limit)
    .offset(page.offset);
}
export type AssignmentRow = Awaited<ReturnType<typeof selectAssignments>>[number];

export async function countAssignments(db: InstallDb, filter: AssignmentFilter): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(matching(filter));
  return rows[0]?.n ?? 0;
}

export async function selectAssignment(db: InstallDb, id: number): Promise<AssignmentRow | null> {
  const rows = await joined(db)
    .where(
      and(eq(workspaceMembers.id, id), matching({ employeeId: undefined, workspaceId: undefined })),
    )
    .limit(1);
  return rows[0] ?? null;
}

/** What of a pair is there: the user's role, and whether the workspace stands. */
export async function selectPair(
  db: InstallDb,
  pair: { userId: UserId; workspaceId: WorkspaceId },
) {
  const [person, place] = await db.batch([
    db.select({ role: users.role }).from(users).where(eq(users.id, pair.userId)),
    db
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(and(eq(workspaces.id, pair.workspaceId), isNull(workspaces.deletedAt))),
  ]);
  return { role: person[0]?.role ?? null, workspace: place.length > 0 };
}

/** Adds an assignment of an employee to a workspace that stands; no row otherwise. Fails on the unique pair. */
export const insertAssignment = (
  db: InstallDb,
  pair: { userId: UserId; workspaceId: WorkspaceId },
  now: UnixMs,
) =>
  db.run(sql`
    INSERT INTO ${workspaceMembers} (workspace_id, user_id, created_at)
    SELECT w.id, u.id, ${now} FROM ${workspaces} w, ${users} u
    WHERE w.id = ${pair.workspaceId} AND w.deleted_at IS NULL AND u.id = ${pair.userId} AND u.role = 'employee'`);

/**
 * A creator who comes back answers for their keys again: those that an update had let go on without
 * them stop, as any other, when they leave once more.
 */
export const resumeKeysOf = (db: InstallDb, pair: { userId: UserId; workspaceId: WorkspaceId }) =>
  db
    .update(apiKeys)
    .set({ keptWithoutCreator: false })
    .where(
      and(
        eq(apiKeys.workspaceId, pair.workspaceId),
        eq(apiKeys.createdBy, pair.userId),
        apiKeys.keptWithoutCreator,
      ),
    );

export async function selectPairRow(
  db: InstallDb,
  pair: { userId: UserId; workspaceId: WorkspaceId },
): Promise<AssignmentRow | null> {
  const rows = await joined(db)
    .where(
      and(
        eq(workspaceMembers.workspaceId, pair.workspaceId),
        eq(workspaceMembers.userId, pair.userId),
      ),
    )
    .limit(1);
  return rows[0] ?? null;
}

/** The row that was added just now, for the audit line of the same batch. */
export const idOfPair = (pair: { userId: UserId; workspaceId: WorkspaceId }, now: UnixMs) => ({
  id: sql`${workspaceMembers.id}`,
  source: sql`FROM ${workspaceMembers} WHERE workspace_id = ${pair.workspaceId} AND user_id = ${pair.userId} AND created_at = ${now}`,
});

/** While the assignment stands: an audit line's condition. */
export const whileAssigned = (id: number) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${workspaceMembers} m WHERE m.id = ${id})`;

export const deleteAssignmentRow = (db: InstallDb, id: number) =>
  db
    .delete(workspaceMembers)
    .where(eq(workspaceMembers.id, id))
    .returning({ id: workspaceMembers.id });
