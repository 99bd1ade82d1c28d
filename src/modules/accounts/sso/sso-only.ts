import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { SsoOnlyBody } from "#modules/accounts/contract/sso.ts";
import { tellPerson } from "#modules/accounts/factors/notices.ts";
import { installStatement, readInstall } from "#modules/accounts/install/install-values.ts";
import { NO_PASSWORD } from "#modules/accounts/passwords/password.ts";
import { findPasswordOf, findUser } from "#modules/accounts/people/store.ts";
import { type CallerCtx, type Deps, personOf, type PublicCtx } from "#platform/ctx/ctx.ts";
import { type InstallStatement, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import type { SignInMethod } from "#platform/rules/choices.ts";
import { isProved, ssoOf } from "./read-sso.ts";
import { endOtherWays, selectAdminIds } from "./store.ts";

/** More admins than any install has; a notice is one mail each. */
const MOST_NOTIFIED = 100;

/** Who may still use a password where single sign-on is the only way in; null: it is not. */
export async function emergencyAccount(deps: Deps): Promise<UserId | null> {
  const { sso_only: only } = await readInstall(deps, ["sso_only"]);
  return only?.emergency_account ?? null;
}

/** Throws `sso_required` where single sign-on is the only way in, but for the emergency account. */
export async function assertOwnWays(deps: Deps, userId: UserId | null): Promise<void> {
  const emergency = await emergencyAccount(deps);
  if (emergency !== null && emergency !== userId) throw ssoRequired();
}

export const ssoRequired = (): AppError =>
  new AppError(
    "sso_required",
    "Sign in with single sign-on. Only the emergency account may use its password here.",
  );

/**
 * Statements for the batch of a sign-in, and what follows it. Throws `sso_required` where it would
 * lead around single sign-on.
 */
export async function judgeSignIn(
  ctx: PublicCtx,
  userId: UserId,
  method: SignInMethod,
): Promise<{ readonly statements: InstallStatement[]; readonly after: () => Promise<void> }> {
  const emergency = method.startsWith("sso") ? null : await emergencyAccount(ctx);
  if (emergency === null) return { statements: [], after: async () => {} };
  if (emergency !== userId) throw ssoRequired();
  return {
    statements: [
      auditStatement(ctx, { action: "auth.emergency_sign_in", userId, details: { method } }),
    ],
    async after() {
      const admins = await selectAdminIds(ctx.install, MOST_NOTIFIED);
      for (const { id } of admins) await tellPerson(ctx, id, "emergency_sign_in");
    },
  };
}

/**
 * Makes single sign-on the only way in, or one of several again. Sessions that were opened otherwise
 * end, but for those of the emergency account. Throws `validation_failed` for an emergency account
 * that is no super admin with a password, `invalid_state` while nobody has signed in with the present
 * settings, `oauth_client_missing`.
 */
export async function setSsoOnly(ctx: CallerCtx, body: SsoOnlyBody): Promise<void> {
  const { install } = ctx;
  if (!body.only) {
    await runBatch(install, [
      installStatement(ctx, "sso_only", { emergency_account: null }),
      auditStatement(ctx, { action: "sso.only_changed", details: { only: false } }),
    ]);
    return;
  }
  const id = body.emergency_account ?? personOf(ctx.caller).userId;
  await assertEmergency(ctx, id);
  if (!(await isProved(ctx, await ssoOf(ctx)))) {
    throw new AppError(
      "invalid_state",
      "Sign in with single sign-on once, with these settings, before you make it the only way in.",
    );
  }
  await runBatch(install, [
    installStatement(ctx, "sso_only", { emergency_account: id }),
    auditStatement(ctx, {
      action: "sso.only_changed",
      target: { type: "user", id },
      details: { only: true },
    }),
    endOtherWays(install, id),
  ]);
}

async function assertEmergency(ctx: CallerCtx, id: UserId): Promise<void> {
  const user = await findUser(ctx.install, id);
  const problem =
    user?.role !== "super_admin"
      ? "Choose a super admin."
      : (await findPasswordOf(ctx.install, id)) === NO_PASSWORD
        ? "This account has no password. Set one first."
        : null;
  if (problem) throw invalidField("emergency_account", "not_possible", problem);
}
