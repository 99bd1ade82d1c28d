import { type CallerCtx, personOf } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import { mayImpersonate } from "#domain/access/administer.ts";
import { IMPERSONATION_MINUTES } from "#domain/choices.ts";
import { AppError } from "#domain/errors.ts";
import type { UserId } from "#domain/ids.ts";
import { later, MINUTE_MS } from "#domain/time.ts";
import { auditStatement } from "#features/audit/audit-statement.ts";
import { assertOwnSession } from "./own-session.ts";
import { findUser, insertSession } from "./store.ts";
import { signSession } from "./token.ts";

/**
 * Opens a session of one hour as somebody else (contract 1.1). It stands on the caller's own
 * session and ends with it. Throws `not_found`, and `forbidden` for oneself, for a role that the
 * caller may not act as, and while impersonating.
 */
export async function startImpersonation(ctx: CallerCtx, userId: UserId) {
  const actor = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "Go back to your own account first.");
  const user = await findUser(ctx.db, userId);
  if (!user) throw new AppError("not_found", "There is no such user.");
  if (user.id === actor.userId) throw new AppError("forbidden", "You are this user already.");
  if (!mayImpersonate(actor.role, user.role)) {
    throw new AppError("forbidden", "Your role may not act as a user of this role.");
  }
  const now = ctx.now();
  const expiresAt = later(now, IMPERSONATION_MINUTES * MINUTE_MS);
  const sessionId = crypto.randomUUID();
  await runBatch(ctx.db, [
    auditStatement(ctx, {
      action: "impersonation.started",
      target: { type: "user", id: user.id },
      details: { role: user.role },
    }),
    insertSession(ctx.db, {
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
