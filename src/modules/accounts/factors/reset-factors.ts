import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { findUser } from "#modules/accounts/people/store.ts";
import { mayResetFactors } from "#modules/accounts/rules/administer.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { tellPerson } from "./notices.ts";
import { resetFactorRows, selectFactorStanding, whileResettable } from "./store.ts";

/**
 * Takes all factors from a person who lost them, ends their sessions and tells them by mail. Throws
 * `not_found`; `forbidden` for oneself, for a super_admin, and for an admin where the caller is no
 * super_admin; `invalid_state` for a person without a factor; `conflict` when their role changed meanwhile.
 */
export async function resetFactors(ctx: CallerCtx, userId: UserId): Promise<void> {
  const { install } = ctx;
  const caller = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Factors cannot be reset while impersonating.");
  const user = await findUser(install, userId);
  if (!user) throw new AppError("not_found", "There is no such user.");
  if (user.id === caller.userId) {
    throw new AppError("forbidden", "These are your own factors. Remove them in your account.");
  }
  if (!mayResetFactors(caller.role, user.role)) {
    throw new AppError("forbidden", "Your role cannot reset the factors of a user with this role.");
  }
  if (!(await selectFactorStanding(install, userId, null))) {
    throw new AppError("invalid_state", "This person has no second factor.");
  }
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      {
        action: "factor.reset",
        target: { type: "user", id: userId },
        details: { role: user.role },
      },
      whileResettable(userId, user.role),
    ),
    ...resetFactorRows(install, userId, user.role, ctx.now()),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) {
    throw new AppError("conflict", "This person was changed by someone else. Try again.");
  }
  await tellPerson(ctx, userId, "factors_reset");
}
