import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { tellPerson } from "#modules/accounts/factors/notices.ts";
import {
  acceptInvitation,
  findOpenOf,
  selectInvitable,
  type InvitationRow,
  whileAcceptable,
} from "#modules/accounts/invitations/store.ts";
import { NO_PASSWORD } from "#modules/accounts/passwords/password.ts";
import { idOfEmail } from "#modules/accounts/people/made-sql.ts";
import { findUser } from "#modules/accounts/people/store.ts";
import { type Access, type Described, mayLinkByEmail } from "#modules/accounts/rules/sso.ts";
import type { Role } from "#platform/access/permissions.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { type InstallStatement, isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";
import { giveAccess, insertPerson, selectMemberships, takeAccess } from "./access-store.ts";
import type { Sso } from "./read-sso.ts";
import {
  dropOtherWays,
  endIdentity,
  findByEmail,
  findLinked,
  followEmail,
  insertIdentity,
  type LinkedRow,
  type PersonRow,
  type Subject,
  touchIdentity,
  whileEmailFree,
  whileGiven,
} from "./store.ts";

/** Somebody who has just proved who they are at the provider. */
export type Arrived = Described &
  Subject & {
    /** When they signed in there; null: the provider does not say. */
    readonly signedInAt: UnixMs | null;
  };

type Admitted = Arrived & { readonly email: string; readonly access: Access | "set_here" };

/**
 * The account of somebody who came from the provider, with the role and workspaces that it says:
 * the one that is linked, else the one with their address, else a new one. Throws
 * `sso_email_unverified`, `sso_domain_not_allowed`, `sso_no_access`, `sso_link_required`.
 */
export async function findPerson(ctx: PublicCtx, sso: Sso, arrived: Arrived) {
  const linked = await findLinked(ctx.install, arrived);
  if (linked && linked.role !== "super_admin" && arrived.access === null) {
    await endAccess(ctx, linked, arrived);
  }
  const id = await accountOf(ctx, sso, admitted(arrived, linked?.role ?? null), 0);
  const user = await findUser(ctx.install, id);
  if (!user) throw noAccess();
  return user;
}

/** Throws where the provider says too little, or gives no access to anybody but a super admin. */
export function admitted(arrived: Arrived, role: Role | null): Admitted {
  const { email, access } = arrived;
  if (access === null && role !== "super_admin") throw noAccess();
  if (email === null) {
    throw new AppError(
      "sso_email_unverified",
      "The provider does not confirm your email address. Ask its admin to verify it.",
    );
  }
  if (!arrived.hasAllowedDomain) {
    throw new AppError(
      "sso_domain_not_allowed",
      `Addresses such as ${email} may not sign in here. Choose your work account.`,
    );
  }
  return { ...arrived, email, access: access ?? "set_here" };
}

async function accountOf(
  ctx: PublicCtx,
  sso: Sso,
  who: Admitted,
  attempt: number,
): Promise<UserId> {
  const linked = await findLinked(ctx.install, who);
  if (linked) return enter(ctx, linked, who);
  const known = await findByEmail(ctx.install, who.email, who.issuer);
  const made = known
    ? link(ctx, known, who)
    : make(ctx, sso, who, await findOpenOf(ctx.install, who.email, ctx.now()));
  return made.catch(async (cause: unknown) => {
    if (!isUniqueViolation(cause)) throw cause;
    // Another tab of theirs was first, or somebody has the address as user name.
    if (attempt > 0) throw linkRequired(cause);
    return accountOf(ctx, sso, who, attempt + 1);
  });
}

/** A linked person signs in again. */
async function enter(ctx: PublicCtx, linked: LinkedRow, who: Admitted): Promise<UserId> {
  const { id } = linked;
  const { email } = who;
  const isOwn = linked.role === "super_admin" || linked.providerEmail === email;
  const moved = isOwn ? null : email;
  await runBatch(ctx.install, [
    // What the provider changed is changed here; what the person changed here stays.
    ...(moved === null
      ? []
      : [
          auditStatement(
            ctx,
            {
              action: "auth.email_changed",
              userId: id,
              details: { from: linked.email, to: moved },
            },
            whileEmailFree(id, moved),
          ),
          followEmail(ctx.install, id, moved, ctx.now()),
        ]),
    ...(await accessStatements(ctx, linked, who)),
    touchIdentity(ctx.install, who, ctx.now()),
  ]);
  return id;
}

/** An account with the same address is linked, silently only where that gives nobody more than they had. */
async function link(ctx: PublicCtx, known: PersonRow, who: Admitted): Promise<UserId> {
  const { id } = known;
  if (known.isLinked === 1 || !mayLinkByEmail(known.role, who.access)) {
    throw linkRequired();
  }
  const now = ctx.now();
  await runBatch(ctx.install, [
    ...(known.signedUp ? dropOtherWays(ctx.install, id, NO_PASSWORD, now) : []),
    ...insertIdentity(ctx.install, who, id, now),
    auditStatement(ctx, {
      action: "sso.linked",
      userId: id,
      details: { by: "email", email: who.email, password_ended: known.signedUp },
    }),
    ...(await accessStatements(ctx, known, who)),
  ]);
  await tellPerson(ctx, id, known.signedUp ? "sso_took_over" : "sso_linked");
  return id;
}

/** A new account: of an invitation, or because the provider's people get one. */
async function make(
  ctx: PublicCtx,
  sso: Sso,
  who: Admitted,
  invitation: InvitationRow | null,
): Promise<UserId> {
  const { install } = ctx;
  const now = ctx.now();
  const { email, name, access } = who;
  if (invitation && !mayLinkByEmail(invitation.role, access)) throw linkRequired();
  if (!invitation && !sso.create_people) throw noAccess();
  const id = idOfEmail(email);
  const role = access === "set_here" ? "employee" : access.role;
  const person: InstallStatement[] = invitation
    ? [
        auditStatement(
          ctx,
          {
            action: "invitation.accepted",
            target: { type: "invitation", id: invitation.id },
            details: { email, role: invitation.role },
          },
          whileAcceptable(invitation.hash, now),
        ),
        ...acceptInvitation(install, invitation, { name, passwordHash: NO_PASSWORD }, now),
      ]
    : [insertPerson(install, { name, email, role, noPassword: NO_PASSWORD }, now)];
  await runBatch(install, [
    ...person,
    ...insertIdentity(install, who, id, now),
    ...(access === "set_here" ? [] : giveAccess(install, id, access, now)),
    auditStatement(
      ctx,
      {
        action: "auth.registered",
        userId: id,
        details: { method: "sso", role: access === "set_here" ? (invitation?.role ?? role) : role },
      },
      whileGiven(who),
    ),
  ]);
  const made = await findLinked(install, who);
  if (!made) throw noAccess();
  return made.id;
}

/** What changes a person's role and workspaces, with a line of the audit log where they do change. */
async function accessStatements(
  ctx: PublicCtx,
  { id, role }: Pick<PersonRow, "id" | "role">,
  { access }: Admitted,
): Promise<InstallStatement[]> {
  if (access === "set_here" || role === "super_admin") return [];
  const had = await selectMemberships(ctx.install, id);
  const known = await selectInvitable(ctx.install, access.workspaces);
  const standing = access.workspaces.filter(
    (one) => known.has(one) && (access.role !== "client" || known.get(one)),
  );
  const added = standing.filter((one) => !had.includes(one));
  const removed = access.keepsOthers ? [] : had.filter((one) => !access.workspaces.includes(one));
  if (role === access.role && added.length === 0 && removed.length === 0) return [];
  return [
    auditStatement(ctx, {
      action: "sso.access_changed",
      userId: id,
      target: { type: "user", id },
      details: { from: role, to: access.role, added, removed },
    }),
    ...giveAccess(ctx.install, id, access, ctx.now()),
  ];
}

/** The provider gives this person nothing any more. */
async function endAccess(ctx: PublicCtx, { id, role }: LinkedRow, who: Subject): Promise<void> {
  const { install } = ctx;
  const now = ctx.now();
  await runBatch(install, [
    auditStatement(
      ctx,
      {
        action: "sso.access_ended",
        userId: id,
        target: { type: "user", id },
        details: { role },
      },
      whileGiven(who),
    ),
    ...takeAccess(install, id, now),
    endIdentity(install, who, now),
  ]);
}

const linkRequired = (cause?: unknown): AppError =>
  new AppError(
    "sso_link_required",
    "Single sign-on alone cannot open this account. Sign in another way and link it in your account, or ask an admin.",
    { cause },
  );

const noAccess = (): AppError =>
  new AppError(
    "sso_no_access",
    "You have no access to this installation. Ask an admin to invite you, or the provider's admin for a group.",
  );
