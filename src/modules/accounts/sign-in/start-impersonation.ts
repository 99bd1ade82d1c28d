import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { mayImpersonate } from "#modules/accounts/rules/administer.ts";
import { IMPERSONATION_MINUTES } from "#platform/rules/choices.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertOwnSession } from "./sessions.ts";
import { findUser, insertSession } from "#modules/accounts/people/store.ts";
import { signSession } from "./token.ts";

/**
 * Opens a session of one hour as somebody else. It stands on the caller's own
 * session and ends with it. Throws `not_found`, and `forbidden` for oneself, for a role that the
 * caller may not act as, and while impersonating.
 */
export async function startImpersonation(ctx: CallerCtx, userId: UserId) {
  const actor = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Go back to your own account first.");
  const user = await findUser(ctx.install, userId);
  if (!user) throw new AppError("not_found", "There is no such user.");
  if (user.id === actor.userId) throw new AppError("forbidden", "You are this user already.");
  if (!mayImpersonate(actor.role, user.role)) {
    throw new AppError("forbidden", "Your role cannot act as a user with this role.");
  }
  const now = ctx.now();
  const expiresAt = later(now, IMPERSONATION_MINUTES * MINUTE_MS);
  const sessionId = crypto.randomUUID();
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "impersonation.started",
      target: { type: "user", id: user.id },
      details: { role: user.role },
    }),
    insertSession(ctx.install, {
      id: sessionId,
      userId: user.id,
      actorId: actor.userId,
      actorSessionId: actor.sessionId,
      createdAt: now,
      expiresAt,
    }),
  ]);
  const token = await signSession(ctx.settings.AUTH_SECRET, {
    userId: user.id,
    sessionId,
    sessionVersion: user.sessionVersion,
    actorId: actor.userId,
    expiresAt,
    now,
  });
  return { user, actor, token, expiresAt };
}
