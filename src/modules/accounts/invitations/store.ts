import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNull,
  lt,
  lte,
  sql,
  type SQL,
} from "drizzle-orm";
import { containing } from "#platform/db/containing.ts";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { InvitedRole } from "#modules/accounts/rules/administer.ts";
import { installKeys } from "#modules/accounts/schema/access.ts";
import { users, workspaceMembers, workspaces } from "#modules/accounts/schema/accounts.ts";
import { invitations, invitationWorkspaces } from "#modules/accounts/schema/invitations.ts";
import { idOfEmail, isTaken } from "#modules/accounts/people/made-sql.ts";
import type { ReaderLanguage } from "#platform/rules/choices.ts";
import type { InvitationId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

/* People who are not there yet belong to no workspace: nothing here is a tenant's. */

/**
 * Whether who made it may still invite for that role, and a client's workspace is there: what an
 * admin offered ends with the admin. For statements over `invitations` under that name.
 */
const stands = sql<number>`(CASE WHEN invitations.install_key_id IS NOT NULL
    THEN EXISTS (SELECT 1 FROM ${installKeys} k WHERE k.id = invitations.install_key_id AND k.revoked_at IS NULL)
    ELSE EXISTS (SELECT 1 FROM ${users} i WHERE i.id = invitations.invited_by
      AND (i.role = 'super_admin' OR (i.role = 'admin' AND invitations.role <> 'admin'))) END
  AND (invitations.role <> 'client' OR EXISTS (SELECT 1 FROM ${invitationWorkspaces} n
    JOIN ${workspaces} w ON w.id = n.workspace_id AND w.deleted_at IS NULL WHERE n.invitation_id = invitations.id)))`;

const columns = {
  ...getTableColumns(invitations),
  stands,
  inviterName: sql<
    string | null
  >`(SELECT u.name FROM ${users} u WHERE u.id = invitations.invited_by)`,
  /** JSON: the workspaces that stand. */
  named: sql<string>`(SELECT json_group_array(json_object('id', w.id, 'name', w.name)) FROM ${invitationWorkspaces} n
    JOIN ${workspaces} w ON w.id = n.workspace_id AND w.deleted_at IS NULL WHERE n.invitation_id = invitations.id)`,
};
const selected = (db: InstallDb) => db.select(columns).from(invitations);
export type InvitationRow = Awaited<ReturnType<typeof selected>>[number];

const named = (q: string) => (q === "" ? undefined : containing(invitations.email, q));

/** Newest first, from below `before`. */
export const selectInvitations = (
  db: InstallDb,
  find: { q: string; before: number | null; limit: number; offset: number },
) =>
  selected(db)
    .where(
      and(
        named(find.q),
        find.before === null ? undefined : lt(invitations.id, sql<InvitationId>`${find.before}`),
      ),
    )
    .orderBy(desc(invitations.id))
    .limit(find.limit)
    .offset(find.offset);

export async function countInvitations(db: InstallDb, q: string): Promise<number> {
  const rows = await db.select({ n: count() }).from(invitations).where(named(q));
  return rows[0]?.n ?? 0;
}

export async function findInvitation(
  db: InstallDb,
  id: InvitationId,
): Promise<InvitationRow | null> {
  const rows = await selected(db).where(eq(invitations.id, id)).limit(1);
  return rows[0] ?? null;
}

export const invitationOfHash = (db: InstallDb, hash: string) =>
  selected(db).where(eq(invitations.hash, hash)).limit(1);

const open = (now: UnixMs) => and(gt(invitations.expiresAt, now), stands);

/** Which of these are workspaces that stand, and whether each is a client's. */
export async function selectInvitable(db: InstallDb, ids: readonly WorkspaceId[]) {
  const rows = await db
    .select({ id: workspaces.id, isClient: workspaces.isClient })
    .from(workspaces)
    .where(
      and(
        isNull(workspaces.deletedAt),
        sql`${workspaces.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );
  return new Map(rows.map(({ id, isClient }) => [id, isClient]));
}

export type NewInvitation = {
  readonly email: string;
  readonly role: InvitedRole;
  readonly invitedBy: UserId | null;
  readonly installKeyId: number | null;
  readonly language: ReaderLanguage | null;
  readonly seed: string;
  readonly hash: string;
  readonly sentAt: UnixMs;
  readonly expiresAt: UnixMs;
  readonly mailAt: UnixMs | null;
};

/** The workspaces of an invitation, by their ids or by what finds them in the same batch. */
export type Opened = readonly WorkspaceId[] | SQL;
const idsOf = (opened: Opened): SQL =>
  Array.isArray(opened)
    ? sql`SELECT value FROM json_each(${JSON.stringify(opened)})`
    : sql`SELECT ${opened as SQL}`;

/**
 * Adds an invitation with its workspaces, in place of one to the same address that can not be
 * accepted any more. Adds none where the address is taken; fails on the unique index where another
 * invitation to it is open.
 */
export const insertInvitation = (
  db: InstallDb,
  invitation: NewInvitation,
  opened: Opened,
): InstallStatement[] => {
  const { email, hash, sentAt: now } = invitation;
  const over = sql`${invitations.email} = ${email} AND NOT (${open(now)})`;
  return [
    db
      .delete(invitationWorkspaces)
      .where(
        sql`${invitationWorkspaces.invitationId} IN (SELECT invitations.id FROM ${invitations} WHERE ${over})`,
      ),
    db.delete(invitations).where(over),
    db.run(sql`
      INSERT INTO ${invitations} (email, role, invited_by, install_key_id, language, created_at, sent_at, expires_at, seed, hash, mail_at)
      SELECT ${email}, ${invitation.role}, ${invitation.invitedBy}, ${invitation.installKeyId}, ${invitation.language},
        ${now}, ${now},
        ${invitation.expiresAt}, ${invitation.seed}, ${hash}, ${invitation.mailAt}
      WHERE NOT ${isTaken(email)}`),
    db.run(sql`
      INSERT INTO ${invitationWorkspaces} (invitation_id, workspace_id)
      SELECT v.id, w.id FROM ${invitations} v JOIN ${workspaces} w ON w.id IN (${idsOf(opened)}) WHERE v.hash = ${hash}`),
  ];
};

/** The id of the invitation with that hash, for the audit line of the same batch. */
export const idOfHash = (hash: string) =>
  sql<InvitationId>`(SELECT id FROM ${invitations} WHERE hash = ${hash})`;

/** The audit line's condition: it was made. */
export const ifInvited = (hash: string): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${invitations} WHERE hash = ${hash})`;

/** An invitation as it was judged by. */
type Seen = { readonly id: InvitationId; readonly role: InvitedRole; readonly hash: string };

/** The audit line's condition: it is still the same. */
export const whileSame = (seen: Seen): SQL =>
  sql`WHERE EXISTS (SELECT 1 FROM ${invitations} WHERE id = ${seen.id} AND role = ${seen.role} AND hash = ${seen.hash})`;

/** Gives an invitation another link; who does that answers for it. A row where it was still the same. */
export const renewInvitation = (
  db: InstallDb,
  seen: Seen,
  to: Omit<NewInvitation, "email" | "role" | "language">,
): InstallStatement =>
  db
    .update(invitations)
    .set({ ...to, mailedAt: null })
    .where(and(eq(invitations.id, seen.id), eq(invitations.hash, seen.hash)))
    .returning({ id: invitations.id });

/** Takes an invitation back. The last statement answers a row when it was this call. */
export const deleteInvitation = (db: InstallDb, seen: Seen): InstallStatement[] => [
  db
    .delete(invitationWorkspaces)
    .where(
      sql`${invitationWorkspaces.invitationId} = (SELECT v.id FROM ${invitations} v WHERE v.id = ${seen.id} AND v.hash = ${seen.hash})`,
    ),
  db
    .delete(invitations)
    .where(and(eq(invitations.id, seen.id), eq(invitations.hash, seen.hash)))
    .returning({ id: invitations.id }),
];

/** An invitation that can be accepted. */
export async function findOpen(
  db: InstallDb,
  hash: string,
  now: UnixMs,
): Promise<InvitationRow | null> {
  const rows = await selected(db)
    .where(and(eq(invitations.hash, hash), open(now)))
    .limit(1);
  return rows[0] ?? null;
}

/** The invitation of an address that can be accepted. */
export async function findOpenOf(
  db: InstallDb,
  email: string,
  now: UnixMs,
): Promise<InvitationRow | null> {
  const rows = await selected(db)
    .where(and(eq(invitations.email, email), open(now)))
    .limit(1);
  return rows[0] ?? null;
}

/** Guard of what accepting does. */
const stillOpen = (hash: string, now: UnixMs): SQL =>
  sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${invitations.hash} = ${hash} AND ${open(now)})`;

/** The audit line's condition. */
export const whileAcceptable = (hash: string, now: UnixMs): SQL =>
  sql`WHERE ${stillOpen(hash, now)}`;

/**
 * Makes the account of an open invitation with its workspaces, and uses it up. The last statement
 * answers a row when it was this call. Fails on a unique index where the address is taken.
 */
export const acceptInvitation = (
  db: InstallDb,
  seen: InvitationRow,
  user: { name: string; passwordHash: string },
  now: UnixMs,
): InstallStatement[] => {
  const { email, role, hash } = seen;
  const guard = stillOpen(hash, now);
  return [
    db.run(sql`
      INSERT INTO ${users} (name, email, username, password_hash, role, language, created_at, updated_at)
      SELECT ${user.name}, ${email}, ${email}, ${user.passwordHash}, ${role}, ${seen.language}, ${now}, ${now} WHERE ${guard}`),
    db.run(sql`
      INSERT INTO ${workspaceMembers} (user_id, workspace_id, created_at)
      SELECT ${idOfEmail(email)}, w.id, ${now} FROM ${invitationWorkspaces} n
      JOIN ${workspaces} w ON w.id = n.workspace_id AND w.deleted_at IS NULL
      WHERE n.invitation_id = ${seen.id} AND ${guard}`),
    ...deleteInvitation(db, seen),
  ];
};

/** Notes that the mail was handed over; nothing where the link is another by now. */
export async function noteInvitationMailed(
  db: InstallDb,
  hash: string,
  now: UnixMs,
): Promise<void> {
  await db
    .update(invitations)
    .set({ mailedAt: now, mailAt: null })
    .where(eq(invitations.hash, hash));
}

/** Those whose mail is due, each for this call alone until `next`. */
export const takeDueInvitations = (db: InstallDb, now: UnixMs, next: UnixMs, limit: number) =>
  db
    .update(invitations)
    .set({ mailAt: next })
    .where(
      sql`${invitations.id} IN (SELECT v.id FROM ${invitations} v WHERE v.mail_at <= ${now} ORDER BY v.mail_at LIMIT ${limit})`,
    )
    .returning({ id: invitations.id });

/** Forgets those that ended before `until`. */
export const deleteEndedInvitations = (db: InstallDb, until: UnixMs): InstallStatement[] => [
  db
    .delete(invitationWorkspaces)
    .where(
      sql`${invitationWorkspaces.invitationId} IN (SELECT v.id FROM ${invitations} v WHERE v.expires_at <= ${until})`,
    ),
  db.delete(invitations).where(lte(invitations.expiresAt, until)),
];
