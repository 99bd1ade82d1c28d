import type { LoginBody } from "#modules/accounts/contract/accounts.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { openSession } from "./sessions.ts";
import { verifyPassword } from "#modules/accounts/passwords/password.ts";
import { assertPasswordPlace } from "#modules/accounts/passwords/password-queue.ts";
import { askFactor } from "#modules/accounts/factors/finish-login.ts";
import { countOrRefuse, knowSource, type Try } from "./sign-in-brake.ts";
import { findLogin } from "#modules/accounts/people/store.ts";

/**
 * Signs in by username or email. Throws `invalid_credentials`, alike in words and time for a wrong
 * name and a wrong password, and `rate_limited` while an account is being guessed at or too many
 * passwords wait to be looked at. Where the person has a factor, it answers the step that is missing.
 */
export async function login(ctx: PublicCtx, body: LoginBody, request: Request) {
  assertPasswordPlace();
  const found = await findLogin(ctx.install, body.username);
  const user = found?.stands ? found : null;
  const counted = await countOrRefuse(ctx, {
    at: "sign-in",
    userId: user?.id ?? null,
    name: body.username,
  });
  const fits = await verifyCounted(counted, body.password, user?.passwordHash ?? null);
  if (!user || !fits) {
    await runBatch(ctx.install, [
      auditStatement(ctx, { action: "auth.sign_in_failed", userId: user?.id ?? null }),
    ]);
    throw new AppError("invalid_credentials", "Check your username and password.");
  }
  const factor = await askFactor(ctx, user, request);
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
    auditStatement(ctx, { action: "auth.signed_in", userId: user.id }),
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
