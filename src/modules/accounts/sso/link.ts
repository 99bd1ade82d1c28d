import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { SsoLink } from "#modules/accounts/contract/sso.ts";
import { tellPerson } from "#modules/accounts/factors/notices.ts";
import { selectPasskeys } from "#modules/accounts/factors/passkey-store.ts";
import { NO_PASSWORD } from "#modules/accounts/passwords/password.ts";
import { findPasswordOf } from "#modules/accounts/people/store.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { type CallerCtx, personOf, type PublicCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { iso } from "#platform/rules/time.ts";
import type { Landing } from "./callback.ts";
import { admitted } from "./find-person.ts";
import type { Back } from "./finish-sign-in.ts";
import { readSso, type Sso } from "./read-sso.ts";
import { emergencyAccount } from "./sso-only.ts";
import { type Begun, personOfFlow, startLink } from "./start-sso.ts";
import {
  deleteIdentity,
  findIdentityOf,
  findLinked,
  insertIdentity,
  whileGiven,
  whileLinked,
} from "./store.ts";

const OWN = "An account cannot be linked while impersonating.";

/** The caller's account at the provider. Throws `forbidden` while impersonating. */
export async function showLink(ctx: CallerCtx): Promise<SsoLink> {
  const { userId } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, OWN);
  const sso = await readSso(ctx);
  const row = sso && (await findIdentityOf(ctx.install, userId, sso.issuer));
  return {
    available: sso !== null,
    name: sso?.name ?? null,
    linked: row && {
      email: row.email,
      linked_at: iso(row.linkedAt),
      last_sign_in_at: iso(row.lastSignInAt),
    },
    password_set: (await findPasswordOf(ctx.install, userId)) !== NO_PASSWORD,
  };
}

/** Begins to link it. Throws as `startLink`, `forbidden` while impersonating. */
export async function beginLink(ctx: CallerCtx, request: Request): Promise<Begun> {
  assertOwnSession(ctx.caller, OWN);
  return startLink(ctx, request);
}

/**
 * Links the account of the session that asked for it, whatever its role: its person has proved both
 * ends. Throws `unauthenticated`, `other_account` where either is linked to somebody else, and as
 * `admitted`.
 */
export async function finishLink(
  ctx: PublicCtx,
  _sso: Sso,
  { flow, arrived, request }: Back,
): Promise<Landing> {
  const person = await personOfFlow(ctx, flow, request);
  const who = admitted(arrived, person.role);
  const done = { page: flow.next, setCookie: null };
  const linked = await findLinked(ctx.install, who);
  if (linked?.id === person.userId) return done;
  await runBatch(ctx.install, [
    ...insertIdentity(ctx.install, who, person.userId, ctx.now()),
    auditStatement(
      { ...ctx, caller: person },
      { action: "sso.linked", details: { by: "person", email: who.email } },
      whileGiven(who),
    ),
  ]).catch((cause: unknown) => {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError(
      "other_account",
      "This account at the provider, or your account here, is linked to another one. Unlink that first.",
      { cause },
    );
  });
  await tellPerson(ctx, person.userId, "sso_linked");
  return done;
}

/**
 * Unlinks the caller's account. Throws `not_found`; `invalid_state` where it would be left without a
 * way in, or where the provider decides about its access; `forbidden` while impersonating.
 */
export async function unlinkOwn(ctx: CallerCtx): Promise<void> {
  const { userId, role } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, OWN);
  const sso = await readSso(ctx);
  const emergency = await emergencyAccount(ctx);
  if (emergency !== null && emergency !== userId) {
    throw new AppError("invalid_state", "Single sign-on is the only way in here.");
  }
  if (sso && sso.roles.length > 0 && role !== "super_admin") {
    throw new AppError("invalid_state", "The provider decides about your access. Ask an admin.");
  }
  if (!(await hasOtherWay(ctx))) {
    throw new AppError(
      "invalid_state",
      "You would have no way in. Set a password by “Forgot password?”, or add a passkey first.",
    );
  }
  const results = await runBatch(ctx.install, [
    auditStatement(ctx, { action: "sso.unlinked" }, whileLinked(userId)),
    deleteIdentity(ctx.install, userId),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) {
    throw new AppError("not_found", "Your account is not linked.");
  }
  await tellPerson(ctx, userId, "sso_unlinked");
}

async function hasOtherWay(ctx: CallerCtx): Promise<boolean> {
  const { userId } = personOf(ctx.caller);
  const [password, passkeys] = await Promise.all([
    findPasswordOf(ctx.install, userId),
    selectPasskeys(ctx.install, userId),
  ]);
  return password !== NO_PASSWORD || passkeys.length > 0;
}
