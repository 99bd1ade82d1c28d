import { and, count, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { containing } from "#platform/db/containing.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { pageOrder, type ListOrder } from "#platform/db/page-order.ts";
import { installKeysOf } from "#modules/accounts/install-keys/made-by-sql.ts";
import { apiKeys, installKeys } from "#modules/accounts/schema/access.ts";
import {
  sessions,
  users,
  workspaceMembers,
  workspaces,
} from "#modules/accounts/schema/accounts.ts";
import { TABLES_OF_PERSON } from "#modules/accounts/schema/sso.ts";
import { STAFF_ROLES, type StaffRole } from "#modules/accounts/rules/administer.ts";
import type { Role } from "#platform/access/permissions.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";

/* People who work for the install. They belong to no workspace, so nothing here is a tenant's. */

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  username: users.username,
  role: users.role,
  language: users.language,
  createdAt: users.createdAt,
  workspaces: sql<number>`(SELECT count(*) FROM ${workspaceMembers} m
    JOIN ${workspaces} w ON w.id = m.workspace_id AND w.deleted_at IS NULL WHERE m.user_id = users.id)`,
};

export type EmployeeFilter = { readonly role: StaffRole | undefined; readonly q: string };

const matching = ({ role, q }: EmployeeFilter) =>
  and(
    inArray(users.role, role === undefined ? [...STAFF_ROLES] : [role]),
    q === "" ? undefined : or(containing(users.name, q), containing(users.email, q)),
  );

export function selectEmployees(
  db: InstallDb,
  filter: EmployeeFilter,
  order: ListOrder,
  page: { limit: number; offset: number },
) {
  const { beyond, by } = pageOrder(users.id, order, { name: users.name, email: users.email });
  return db
    .select(columns)
    .from(users)
    .where(and(matching(filter), beyond))
    .orderBy(...by)
    .limit(page.limit)
    .offset(page.offset);
}
export type EmployeeRow = Awaited<ReturnType<typeof selectEmployees>>[number];

export async function countEmployees(db: InstallDb, filter: EmployeeFilter): Promise<number> {
  const rows = await db.select({ n: count() }).from(users).where(matching(filter));
  return rows[0]?.n ?? 0;
}

/** Any user, whatever its role. */
export async function selectUser(db: InstallDb, id: UserId): Promise<EmployeeRow | null> {
  const rows = await db.select(columns).from(users).where(eq(users.id, id)).limit(1);
  return rows[0] ?? null;
}

/** Fails on the unique index where the email is taken. */
export const insertEmployee = (
  db: InstallDb,
  user: { name: string; email: string; passwordHash: string; role: StaffRole },
  now: UnixMs,
) =>
  db
    .insert(users)
    .values({ ...user, username: user.email, createdAt: now, updatedAt: now })
    .returning(columns);

/** A user as it was judged by. */
type Seen = { readonly id: UserId; readonly role: Role };

/** Whether it still has that role: guard of what goes with a change. */
const asSeen = ({ id, role }: Seen) =>
  sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${id} AND u.role = ${role})`;

/** The same for an audit line. */
export const asSeenSource = (seen: Seen) => sql`WHERE ${asSeen(seen)}`;

/**
 * Changes the columns that are given; a username that was the email follows it. No row where the
 * user has another role by now.
 */
export const updateEmployeeRow = (
  db: InstallDb,
  seen: Seen,
  change: {
    name?: string | undefined;
    email?: string | undefined;
    role?: StaffRole | undefined;
    passwordHash?: string | undefined;
  },
  now: UnixMs,
) =>
  db
    .update(users)
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.email === undefined
        ? {}
        : {
            email: change.email,
            username: sql`CASE WHEN ${users.username} = ${users.email} THEN ${change.email} ELSE ${users.username} END`,
          }),
      ...(change.role === undefined ? {} : { role: change.role }),
      ...(change.passwordHash === undefined
        ? {}
        : {
            passwordHash: change.passwordHash,
            sessionVersion: sql`${users.sessionVersion} + 1`,
          }),
      updatedAt: now,
    })
    .where(and(eq(users.id, seen.id), eq(users.role, seen.role)))
    .returning(columns);

export const endSessionsOf = (db: InstallDb, seen: Seen): InstallStatement =>
  db.delete(sessions).where(and(eq(sessions.userId, seen.id), asSeen(seen)));

/** With the person go their second factors and their account at the provider. */
export const forgetPersonAsSeen = (db: InstallDb, seen: Seen): InstallStatement[] =>
  TABLES_OF_PERSON.map((table) =>
    db.delete(table).where(and(eq(table.userId, seen.id), asSeen(seen))),
  );

export const leaveWorkspaces = (db: InstallDb, seen: Seen): InstallStatement =>
  db.delete(workspaceMembers).where(and(eq(workspaceMembers.userId, seen.id), asSeen(seen)));

/** Answers a row when it was this call that deleted the user. */
export const deleteUser = (db: InstallDb, seen: Seen): InstallStatement =>
  db
    .delete(users)
    .where(and(eq(users.id, seen.id), eq(users.role, seen.role)))
    .returning({ id: users.id });

/** Keys that hang on a person: those they made, but for the ones that an admin adopted, and those they adopted. */
const standingKeysOf = (id: UserId) =>
  and(
    or(and(eq(apiKeys.createdBy, id), isNull(apiKeys.adoptedBy)), eq(apiKeys.adoptedBy, id)),
    isNull(apiKeys.revokedAt),
  );

/** The standing keys that a person answers for, in whichever workspace. */
export const selectKeysMadeBy = (db: InstallDb, id: UserId) =>
  db.select().from(apiKeys).where(standingKeysOf(id)).orderBy(apiKeys.id);
export type MadeKey = Awaited<ReturnType<typeof selectKeysMadeBy>>[number];

/** One audit line per key that is about to end: workspace and key of each. */
export const eachKeyMadeBy = (seen: Seen) => ({
  workspaceId: sql`${apiKeys.workspaceId}`,
  keyId: sql`${apiKeys.id}`,
  source: sql`FROM ${apiKeys} WHERE ${standingKeysOf(seen.id)} AND ${asSeen(seen)}`,
});

export const revokeKeysMadeBy = (db: InstallDb, seen: Seen, now: UnixMs): InstallStatement =>
  db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(standingKeysOf(seen.id), asSeen(seen)));

/** One audit line per key of the install that is about to end. */
export const eachInstallKeyMadeBy = (seen: Seen) =>
  sql`FROM ${installKeys} WHERE ${installKeysOf(seen.id)} AND ${asSeen(seen)}`;

export const revokeInstallKeysMadeBy = (db: InstallDb, seen: Seen, now: UnixMs): InstallStatement =>
  db
    .update(installKeys)
    .set({ revokedAt: now })
    .where(and(installKeysOf(seen.id), asSeen(seen)));
