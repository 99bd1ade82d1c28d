import type { LoginBody } from "#contract/accounts.ts";
import type { PublicCtx } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import { AppError } from "#domain/errors.ts";
import { auditStatement } from "#features/audit/audit-statement.ts";
import { openSession } from "./open-session.ts";
import { verifyPassword } from "./password.ts";
import { assertNotBraked, forgetFailedSignIns, noteFailedSignIn } from "./sign-in-brake.ts";
import { findLogin } from "./store.ts";

/**
 * Signs in by username or email. Throws `invalid_credentials`, alike in words and time for a wrong
 * name and a wrong password, and `rate_limited` while an account is being guessed at.
 */
export async function login(ctx: PublicCtx, body: LoginBody) {
  await assertNotBraked(ctx, body.username);
  const found = await findLogin(ctx.db, body.username);
  const user = found?.stands ? found : null;
  const fits = await verifyPassword(body.password, user?.passwordHash ?? null);
  if (!user || !fits) {
    await noteFailedSignIn(ctx, body.username);
    await runBatch(ctx.db, [
      auditStatement(ctx, { action: "auth.sign_in_failed", userId: user?.id ?? null }),
    ]);
    throw new AppError("invalid_credentials", "Check the username and the password.");
  }
  await forgetFailedSignIns(ctx, body.username);
  const session = await openSession(ctx, user, [
    auditStatement(ctx, { action: "auth.signed_in", userId: user.id }),
  ]);
  return { user, session };
}
