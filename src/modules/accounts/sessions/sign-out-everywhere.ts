import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { findUser } from "#modules/accounts/people/store.ts";
import { mayResetFactors } from "#modules/accounts/rules/administer.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { endSessionsWhile, isStill } from "./store.ts";

/**
 * Ends all sessions of somebody else, for a lost or stolen device, and answers how many there were.
 * Password and factors stay. Throws `not_found`; `forbidden` for oneself, for a super_admin, for an
 * admin where the caller is no super_admin, and while impersonating.
 */
export async function signOutEverywhere(ctx: CallerCtx, userId: UserId): Promise<number> {
  const { install } = ctx;
  const caller = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Sessions of others cannot be ended while impersonating.");
  const user = await findUser(install, userId);
  if (!user) throw new AppError("not_found", "There is no such user.");
  if (user.id === caller.userId) {
    throw new AppError("forbidden", "These are your own sessions. End them in your account.");
  }
  if (!mayResetFactors(caller.role, user.role)) {
    throw new AppError("forbidden", "Your role cannot end the sessions of a user with this role.");
  }
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      { action: "auth.sessions_ended", target: { type: "user", id: userId } },
      isStill(userId, user.role),
    ),
    endSessionsWhile(install, userId, user.role),
  ]);
  return (results.at(-1) as unknown[]).length;
}
