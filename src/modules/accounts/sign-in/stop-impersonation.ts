import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { endSession, selectActorSession } from "./impersonation-store.ts";
import { signSession } from "./token.ts";

/**
 * Ends an impersonated session and goes back to the admin's own, with what is left of its time.
 * Throws `invalid_state` where nobody is impersonated.
 */
export async function stopImpersonation(ctx: CallerCtx) {
  const person = personOf(ctx.caller);
  if (person.impersonator === null) {
    throw new AppError("invalid_state", "You are not acting as another user.");
  }
  const now = ctx.now();
  const own = await selectActorSession(ctx.install, person.sessionId, now);
  if (!own) throw new AppError("unauthenticated", "Your own session has ended; sign in.");
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "impersonation.stopped",
      target: { type: "user", id: person.userId },
    }),
    endSession(ctx.install, person.sessionId),
  ]);
  const token = await signSession(ctx.settings.AUTH_SECRET, {
    userId: own.id,
    sessionId: own.sessionId,
    sessionVersion: own.sessionVersion,
    actorId: null,
    expiresAt: own.expiresAt,
    now,
  });
  return { user: own, token, expiresAt: own.expiresAt };
}
