import type { ResetPasswordBody } from "#modules/accounts/contract/accounts.ts";
import type { Deps, PublicCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { type AppError, invalidField } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { hashPassword } from "./password.ts";
import { assertGoodPassword } from "./password-rules.ts";
import {
  deleteExpiredResets,
  resetIsOpen,
  replacePassword,
  selectResetUser,
  spendResets,
  whileOpen,
} from "./reset-store.ts";
import { resetHash } from "./mail-reset.ts";
import { forgetGuesses, knowSource } from "#modules/accounts/sign-in/sign-in-brake.ts";
import { findUser } from "#modules/accounts/people/store.ts";
import { assertOwnWays } from "#modules/accounts/sso/sso-only.ts";

/**
 * Sets a new password by the token of a mail, once, and ends every session. Throws
 * `validation_failed` for a token that is unknown, used, an hour old or older than the account's
 * last change, and for a weak password, which does not use the token up; `sso_required`.
 */
export async function resetByToken(ctx: PublicCtx, body: ResetPasswordBody): Promise<void> {
  const { install } = ctx;
  const hash = resetHash(body.token);
  const userId = await selectResetUser(install, hash, ctx.now());
  const user = userId === null ? null : await findUser(install, userId);
  if (!user) throw overdue();
  await assertOwnWays(ctx, user.id);
  await assertGoodPassword(ctx, body.new_password, user, "new_password");
  const passwordHash = await hashPassword(body.new_password);
  const now = ctx.now();
  const results = await runBatch(install, [
    auditStatement(ctx, { action: "auth.password_reset", userId: user.id }, whileOpen(hash, now)),
    ...replacePassword(install, user.id, passwordHash, now, resetIsOpen(hash, now)),
    spendResets(install, user.id),
  ]);
  if ((results.at(-2) as unknown[]).length === 0) throw overdue();
  // The person who reads the account's mail is let in from here, even while others guess.
  await runBatch(install, [knowSource(ctx, user.id)]);
  await forgetGuesses(ctx, user.id);
}

const overdue = (): AppError =>
  invalidField("token", "overdue", "This link was already used or has expired. Request a new one.");

/** Sweep: resets whose hour is over. */
export const forgetExpiredResets = (deps: Deps): Promise<void> =>
  deleteExpiredResets(deps.install, deps.now());
