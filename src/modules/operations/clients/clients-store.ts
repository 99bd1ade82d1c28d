import { and, count, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { containing } from "#platform/db/containing.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { pageOrder, type ListOrder } from "#platform/db/page-order.ts";
import {
  sessions,
  users,
  workspaceMembers,
  workspaces,
} from "#modules/accounts/schema/accounts.ts";
import { invitations } from "#modules/accounts/schema/invitations.ts";
import { idOfEmail, idOfSlug, isTaken, notBefore } from "#modules/accounts/people/made-sql.ts";
import type { Switch } from "#platform/access/switches.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type ClientRow = typeof workspaces.$inferSelect;

/** A client that was not deleted, or one that was. */
const inState = (status: "active" | "deleted") =>
  and(
    status === "active" ? isNull(workspaces.deletedAt) : isNotNull(workspaces.deletedAt),
    eq(workspaces.isClient, true),
  );

export function selectClients(
  db: InstallDb,
  status: "active" | "deleted",
  q: string,
  order: ListOrder,
  page: { limit: number; offset: number },
): Promise<ClientRow[]> {
  const { beyond, by } = pageOrder(workspaces.id, order, { name: workspaces.name });
  return db
    .select()
    .from(workspaces)
    .where(and(inState(status), named(q), beyond))
    .orderBy(...by)
    .limit(page.limit)
    .offset(page.offset);
}

export async function countClients(
  db: InstallDb,
  status: "active" | "deleted",
  q: string,
): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(workspaces)
    .where(and(inState(status), named(q)));
  return rows[0]?.n ?? 0;
}

const named = (q: string) =>
  q === "" ? undefined : or(containing(workspaces.name, q), containing(workspaces.slug, q));

/** A client, deleted or not; null for a workspace of another kind. */
export async function selectClient(db: InstallDb, id: WorkspaceId): Promise<ClientRow | null> {
  const rows = await db
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.id, id), eq(workspaces.isClient, true)))
    .limit(1);
  return rows[0] ?? null;
}

export async function selectClientOfSlug(db: InstallDb, slug: string): Promise<ClientRow | null> {
  const rows = await db.select().from(workspaces).where(eq(workspaces.slug, slug)).limit(1);
  return rows[0] ?? null;
}

/** The people who sign in to these clients. */
export async function selectClientUsers(db: InstallDb, ids: readonly WorkspaceId[]) {
  return db
    .select({
      workspaceId: workspaceMembers.workspaceId,
      id: users.id,
      name: users.name,
      email: users.email,
      username: users.username,
      role: users.role,
      language: users.language,
      createdAt: users.createdAt,
    })
    .from(workspaceMembers)
    .innerJoin(users, and(eq(users.id, workspaceMembers.userId), eq(users.role, "client")))
    .where(
      sql`${workspaceMembers.workspaceId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    )
    .orderBy(users.id);
}

/** A client's workspace, its login and its membership. Fails on the unique indexes of email and slug. */
export const insertClient = (
  db: InstallDb,
  workspace: { name: string; slug: string; clientSwitches: readonly Switch[] },
  user: { name: string; email: string; passwordHash: string },
  now: UnixMs,
) =>
  [
    db.insert(workspaces).values({ ...workspace, isClient: true, createdAt: now, updatedAt: now }),
    db.insert(users).values({
      ...user,
      username: user.email,
      role: "client",
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(workspaceMembers).values({
      userId: idOfEmail(user.email),
      workspaceId: idOfSlug(workspace.slug),
      createdAt: now,
    }),
  ] satisfies InstallStatement[];

/** A client's workspace whose first person is invited; none where their email is taken. Fails on the unique index of the slug. */
export const insertInvitedClient = (
  db: InstallDb,
  workspace: { name: string; slug: string; clientSwitches: readonly Switch[] },
  email: string,
  now: UnixMs,
): InstallStatement =>
  db.run(sql`
    INSERT INTO ${workspaces} (name, slug, client_switches, is_client, created_at, updated_at)
    SELECT ${workspace.name}, ${workspace.slug}, ${JSON.stringify(workspace.clientSwitches)}, 1, ${now}, ${now} WHERE NOT ${isTaken(email)}`);

/** What stands in the way of a new client. */
export async function selectTaken(db: InstallDb, email: string, slug: string) {
  const [row] = await db.all<{ email: number; invited: number; slug: number }>(sql`SELECT
    ${isTaken(email)} AS email,
    EXISTS (SELECT 1 FROM ${invitations} WHERE email = ${email}) AS invited,
    EXISTS (SELECT 1 FROM ${workspaces} WHERE slug = ${slug}) AS slug`);
  return { email: row?.email === 1, invited: row?.invited === 1, slug: row?.slug === 1 };
}

/** Ends every session of a client's people, while `guard` holds. */
export const endClientSessions = (
  db: InstallDb,
  id: WorkspaceId,
  now: UnixMs,
  guard: SQL,
): InstallStatement[] => {
  const people = sql`(SELECT m.user_id FROM ${workspaceMembers} m WHERE m.workspace_id = ${id})`;
  const ofClient = sql`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${sessions.userId} AND u.role = 'client')`;
  return [
    db.delete(sessions).where(sql`${sessions.userId} IN ${people} AND ${ofClient} AND ${guard}`),
    db
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1`, updatedAt: now })
      .where(sql`${users.id} IN ${people} AND ${users.role} = 'client' AND ${guard}`),
  ];
};

/** Answers a row when it was this call that deleted the client. */
export const markClientDeleted = (db: InstallDb, id: WorkspaceId, now: UnixMs): InstallStatement =>
  db
    .update(workspaces)
    .set({ deletedAt: now, updatedAt: notBefore(now) })
    .where(and(eq(workspaces.id, id), inState("active")))
    .returning();

const deletedSince = (id: WorkspaceId, since: UnixMs) =>
  and(eq(workspaces.id, id), inState("deleted"), gt(workspaces.deletedAt, since));

/** Whether the client was deleted after `since`. */
export const isRestorable = (id: WorkspaceId, since: UnixMs) =>
  sql`EXISTS (SELECT 1 FROM ${workspaces} WHERE ${deletedSince(id, since)})`;

/** Takes a deletion back; no row where it is too late. */
export const markRestored = (db: InstallDb, id: WorkspaceId, since: UnixMs, now: UnixMs) =>
  db
    .update(workspaces)
    .set({ deletedAt: null, updatedAt: notBefore(now) })
    .where(deletedSince(id, since))
    .returning();
