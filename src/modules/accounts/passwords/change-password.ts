import type { ChangePasswordBody } from "#modules/accounts/contract/accounts.ts";
import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertOwnSession, openSession } from "#modules/accounts/sign-in/sessions.ts";
import { verifyCounted } from "#modules/accounts/sign-in/login.ts";
import { hashPassword } from "./password.ts";
import { assertGoodPassword } from "./password-rules.ts";
import { replacePassword } from "./reset-store.ts";
import { countGuess } from "#modules/accounts/sign-in/sign-in-brake.ts";
import { findLogin } from "#modules/accounts/people/store.ts";
import { assertOwnWays } from "#modules/accounts/sso/sso-only.ts";

/**
 * Changes the caller's password, ends every session and opens a new one for this caller. Throws
 * `validation_failed` for a wrong present password or a weak new one, `rate_limited` after too many wrong ones,
 * `forbidden` while impersonating, `sso_required`.
 */
export async function changePassword(ctx: CallerCtx, body: ChangePasswordBody) {
  const person = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "A password cannot be changed while impersonating.");
  await assertOwnWays(ctx, person.userId);
  const login = await findLogin(ctx.install, person.username);
  const counted = await countGuess(ctx, {
    at: "current-password",
    userId: person.userId,
    name: person.username,
  });
  const stored = login?.passwordHash ?? null;
  if (!login || !(await verifyCounted(counted, body.current_password, stored))) {
    throw invalidField("current_password", "wrong", "This is not your current password.");
  }
  await assertGoodPassword(ctx, body.new_password, person, "new_password");
  const passwordHash = await hashPassword(body.new_password);
  const user = { id: person.userId, sessionVersion: login.sessionVersion + 1 };
  return openSession(ctx, user, person.method, [
    ...replacePassword(ctx.install, person.userId, passwordHash, ctx.now()),
    ...counted.right(),
    auditStatement(ctx, { action: "auth.password_changed" }),
  ]);
}
