import {
  and,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import { containing } from "#platform/db/containing.ts";
import { apiKeys, passwordResets } from "#modules/accounts/schema/access.ts";
import { sessions, users } from "#modules/accounts/schema/accounts.ts";
import { TABLES_OF_FACTORS } from "#modules/accounts/schema/factors.ts";
import { emailChanges } from "#modules/accounts/schema/invitations.ts";
import { ssoIdentities } from "#modules/accounts/schema/sso.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";

/* People and their accounts at the provider belong to no workspace. */

/** Who somebody is at the provider. */
export type Subject = { readonly issuer: string; readonly subject: string };

const isSubject = ({ issuer, subject }: Subject): SQL | undefined =>
  and(eq(ssoIdentities.issuer, issuer), eq(ssoIdentities.subject, subject));

const person = {
  id: users.id,
  role: users.role,
  name: users.name,
  email: users.email,
  signedUp: users.signedUp,
};

/** The account that somebody of the provider has here. */
export async function findLinked(db: InstallDb, who: Subject) {
  const rows = await db
    .select({
      ...person,
      providerEmail: ssoIdentities.email,
      endedAt: ssoIdentities.endedAt,
    })
    .from(ssoIdentities)
    .innerJoin(users, eq(users.id, ssoIdentities.userId))
    .where(isSubject(who))
    .limit(1);
  return rows[0] ?? null;
}
export type LinkedRow = NonNullable<Awaited<ReturnType<typeof findLinked>>>;

/** The account with that email, and whether it is linked to anybody of the issuer. */
export async function findByEmail(db: InstallDb, email: string, issuer: string) {
  const rows = await db
    .select({
      ...person,
      isLinked: sql<number>`EXISTS (SELECT 1 FROM ${ssoIdentities} n WHERE n.user_id = users.id AND n.issuer = ${issuer})`,
    })
    .from(users)
    .where(eq(users.email, email))
    .limit(1);
  return rows[0] ?? null;
}
export type PersonRow = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

/** Whose identity it is: an id, or what finds it in the same batch. */
export type Whose = UserId | SQL<UserId>;

/**
 * Links an account to somebody of the provider, where it is there, in place of a link at an earlier
 * provider. Fails on a unique index where either is linked by now.
 */
export const insertIdentity = (
  db: InstallDb,
  who: Subject & { readonly email: string },
  whose: Whose,
  now: UnixMs,
): InstallStatement[] => [
  db
    .delete(ssoIdentities)
    .where(and(sql`${ssoIdentities.userId} = ${whose}`, ne(ssoIdentities.issuer, who.issuer))),
  db.run(sql`
    INSERT INTO ${ssoIdentities} (issuer, subject, user_id, email, linked_at, last_sign_in_at)
    SELECT ${who.issuer}, ${who.subject}, u.id, ${who.email}, ${now}, ${now} FROM ${users} u WHERE u.id = ${whose}`),
];

/** Notes a sign-in, and that the provider gives access. Answers a row where the link still stands. */
export const touchIdentity = (
  db: InstallDb,
  who: Subject & { readonly email: string },
  now: UnixMs,
): InstallStatement =>
  db
    .update(ssoIdentities)
    .set({ email: who.email, lastSignInAt: now, endedAt: null })
    .where(isSubject(who))
    .returning({ userId: ssoIdentities.userId });

/**
 * Nobody who had the account before keeps a way into it, nor a key: of one whose address was never
 * confirmed it may have been a stranger.
 */
export const dropOtherWays = (
  db: InstallDb,
  id: UserId,
  noPassword: string,
  now: UnixMs,
): InstallStatement[] => [
  db.delete(sessions).where(eq(sessions.userId, id)),
  ...TABLES_OF_FACTORS.map((table) => db.delete(table).where(eq(table.userId, id))),
  db.delete(passwordResets).where(eq(passwordResets.userId, id)),
  db.delete(emailChanges).where(eq(emailChanges.userId, id)),
  db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.createdBy, id), isNull(apiKeys.adoptedBy), isNull(apiKeys.revokedAt))),
  db
    .update(users)
    .set({
      passwordHash: noPassword,
      signedUp: false,
      sessionVersion: sql`${users.sessionVersion} + 1`,
      updatedAt: now,
    })
    .where(eq(users.id, id)),
];

/** For audit lines: while the provider's access has not been ended. */
export const whileGiven = (who: Subject): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${ssoIdentities} WHERE ${isSubject(who)} AND ended_at IS NULL)`;

/** Notes that the provider gives no access any more. */
export const endIdentity = (db: InstallDb, who: Subject, now: UnixMs): InstallStatement =>
  db
    .update(ssoIdentities)
    .set({ endedAt: now })
    .where(and(isSubject(who), isNull(ssoIdentities.endedAt)));

/** The email of an account, where nobody else has it: as email or as user name. */
export const followEmail = (
  db: InstallDb,
  id: UserId,
  email: string,
  now: UnixMs,
): InstallStatement =>
  db.run(sql`
    UPDATE ${users} SET username = CASE WHEN username = email THEN ${email} ELSE username END, email = ${email}, updated_at = ${now}
    WHERE id = ${id} AND NOT ${isAnothers(id, email)}`);

const isAnothers = (id: UserId, email: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users} o WHERE o.id <> ${id} AND (o.email = ${email} OR o.username = ${email}))`;

/** For audit lines: while an account could take that email, which is not its own. */
export const whileEmailFree = (id: UserId, email: string): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${id} AND u.email <> ${email}) AND NOT ${isAnothers(id, email)}`;

/** The link of a person at the present issuer. */
export async function findIdentityOf(db: InstallDb, id: UserId, issuer: string) {
  const rows = await db
    .select()
    .from(ssoIdentities)
    .where(and(eq(ssoIdentities.userId, id), eq(ssoIdentities.issuer, issuer)))
    .limit(1);
  return rows[0] ?? null;
}

/** For audit lines: while a person is linked at all. */
export const whileLinked = (id: UserId): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${ssoIdentities} WHERE user_id = ${id})`;

/** Unlinks a person. Answers a row where they were linked. */
export const deleteIdentity = (db: InstallDb, id: UserId): InstallStatement =>
  db
    .delete(ssoIdentities)
    .where(eq(ssoIdentities.userId, id))
    .returning({ subject: ssoIdentities.subject });

// What admins see.

export type LinkedFilter = { readonly q: string; readonly ended: boolean | null };

const matching = ({ q, ended }: LinkedFilter): SQL | undefined =>
  and(
    q === "" ? undefined : or(containing(users.name, q), containing(users.email, q)),
    ended === null ? undefined : eq(isNotNull(ssoIdentities.endedAt), sql`${ended ? 1 : 0}`),
  );

/** Linked people, newest account first, from below `before`. */
export const selectLinked = (
  db: InstallDb,
  filter: LinkedFilter,
  before: number | null,
  page: { limit: number; offset: number },
) =>
  db
    .select({
      ...person,
      issuer: ssoIdentities.issuer,
      linkedAt: ssoIdentities.linkedAt,
      lastSignInAt: ssoIdentities.lastSignInAt,
      endedAt: ssoIdentities.endedAt,
    })
    .from(ssoIdentities)
    .innerJoin(users, eq(users.id, ssoIdentities.userId))
    .where(
      and(matching(filter), before === null ? undefined : lt(users.id, sql<UserId>`${before}`)),
    )
    .orderBy(desc(users.id))
    .limit(page.limit)
    .offset(page.offset);
export type LinkedPersonRow = Awaited<ReturnType<typeof selectLinked>>[number];

export async function countLinked(db: InstallDb, filter: LinkedFilter): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(ssoIdentities)
    .innerJoin(users, eq(users.id, ssoIdentities.userId))
    .where(matching(filter));
  return rows[0]?.n ?? 0;
}

/** When somebody signed in at an issuer last; null: never. */
export async function selectLastSignIn(db: InstallDb, issuer: string): Promise<UnixMs | null> {
  const rows = await db
    .select({ at: sql<UnixMs | null>`max(${ssoIdentities.lastSignInAt})` })
    .from(ssoIdentities)
    .where(eq(ssoIdentities.issuer, issuer));
  return rows[0]?.at ?? null;
}

/** Admins whose account is not linked at an issuer, without one of them. */
export async function countUnlinkedAdmins(
  db: InstallDb,
  issuer: string,
  but: UserId | null,
): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(users)
    .where(
      and(
        inArray(users.role, ["super_admin", "admin"]),
        but === null ? undefined : not(eq(users.id, but)),
        sql`NOT EXISTS (SELECT 1 FROM ${ssoIdentities} n WHERE n.user_id = users.id AND n.issuer = ${issuer} AND n.ended_at IS NULL)`,
      ),
    );
  return rows[0]?.n ?? 0;
}

export const selectAdminIds = (db: InstallDb, limit: number) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.role, ["super_admin", "admin"]))
    .orderBy(users.id)
    .limit(limit);

/** Ends the sessions that people opened otherwise than by the provider, but for those of one of them. */
export const endOtherWays = (db: InstallDb, but: UserId): InstallStatement =>
  db
    .delete(sessions)
    .where(
      and(
        not(eq(sessions.userId, but)),
        isNull(sessions.actorId),
        sql`${sessions.method} NOT LIKE 'sso%'`,
      ),
    );

/** What a provider vouched for counts no more: its people prove a second factor here. */
export const forgetStrongSignIns = (db: InstallDb): InstallStatement =>
  db.update(sessions).set({ method: "sso" }).where(eq(sessions.method, "sso+mfa"));
