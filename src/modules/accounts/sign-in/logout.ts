import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { deleteSession } from "#modules/accounts/people/store.ts";

/** Ends the caller's session; an impersonated one with the admin's own. */
export async function logout(ctx: CallerCtx): Promise<void> {
  await runBatch(ctx.db, [
    auditStatement(ctx, { action: "auth.signed_out" }),
    deleteSession(ctx.db, personOf(ctx.caller).sessionId),
  ]);
}
