import { type CallerCtx, personOf } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import { auditStatement } from "#features/audit/audit-statement.ts";
import { deleteSession } from "./store.ts";

/** Ends the caller's session; an impersonated one with the admin's own. */
export async function logout(ctx: CallerCtx): Promise<void> {
  await runBatch(ctx.db, [
    auditStatement(ctx, { action: "auth.signed_out" }),
    deleteSession(ctx.db, personOf(ctx.caller).sessionId),
  ]);
}
