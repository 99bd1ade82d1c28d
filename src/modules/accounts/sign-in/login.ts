import type { LoginBody } from "#modules/accounts/contract/accounts.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertEntersHere } from "./enter-here.ts";
import { emergencyAccount, ssoRequired } from "#modules/accounts/sso/sso-only.ts";
import { openSession } from "./sessions.ts";
import { verifyPassword } from "#modules/accounts/passwords/password.ts";
import { assertPasswordPlace } from "#modules/accounts/passwords/password-queue.ts";
import { askFactor } from "#modules/accounts/factors/finish-login.ts";
import { countOrRefuse, knowSource, type Try } from "./sign-in-brake.ts";
import { findLogin } from "#modules/accounts/people/store.ts";

/**
 * Signs in by username or email. Throws `invalid_credentials`, alike in words and time for a wrong
 * name and a wrong password (`sso_required` where single sign-on is the only way in), and
 * `rate_limited` while an account is being guessed at or too many passwords wait to be looked at;
 * `workspace_forbidden` at a workspace's own host where the person may not enter. Where the person has
 * a factor, it answers the step that is missing.
 */
export async function login(ctx: PublicCtx, body: LoginBody, request: Request) {
  assertPasswordPlace();
  const [found, emergency] = await Promise.all([
    findLogin(ctx.install, body.username),
    emergencyAccount(ctx),
  ]);
  const mayTry = emergency === null || found?.id === emergency;
  const user = found?.stands && mayTry ? found : null;
  const counted = await countOrRefuse(ctx, {
    at: "sign-in",
    userId: user?.id ?? null,
    name: body.username,
  });
  const fits = await verifyCounted(counted, body.password, user?.passwordHash ?? null);
  if (!user || !fits) {
    await runBatch(ctx.install, [
      auditStatement(ctx, {
        action: "auth.sign_in_failed",
        userId: user?.id ?? null,
        details: { method: "password" },
      }),
    ]);
    // The same for everybody, so that nobody learns who the emergency account is.
    throw emergency === null
      ? new AppError("invalid_credentials", "Check your username and password.")
      : ssoRequired();
  }
  await assertEntersHere(ctx, user.id, counted.right());
  const factor = await askFactor(ctx, user, request, "password");
  if (factor) {
    await runBatch(ctx.install, [
      ...counted.right(),
      factor.statement,
      auditStatement(ctx, { action: "auth.factor_asked", userId: user.id }),
    ]);
    return { factor: factor.answer, signedIn: null };
  }
  const session = await openSession(ctx, user, "password", [
    ...counted.right(),
    knowSource(ctx, user.id),
    auditStatement(ctx, {
      action: "auth.signed_in",
      userId: user.id,
      details: { method: "password" },
    }),
  ]);
  return { factor: null, signedIn: { user, session } };
}

/** Whether the password fits; a try that was turned away before the look does not count. */
export async function verifyCounted(
  counted: Try,
  password: string,
  stored: string | null,
): Promise<boolean> {
  try {
    return await verifyPassword(password, stored);
  } catch (cause) {
    await counted.undo();
    throw cause;
  }
}
