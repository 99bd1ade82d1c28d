import type { MemberCtx } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import { notFound } from "#domain/errors.ts";
import { auditStatement } from "#features/audit/audit-statement.ts";
import { revokeKey } from "./store.ts";

/** Ends a key: the next request with it is refused. Throws `not_found`. */
export async function endKey(ctx: MemberCtx, id: number): Promise<void> {
  const { db, workspaceId } = ctx;
  const revoked = await revokeKey(db, workspaceId, id, ctx.now());
  if (revoked.length === 0) throw notFound("API key");
  await runBatch(db, [
    auditStatement(ctx, {
      action: "api_key.revoked",
      workspaceId,
      target: { type: "api_key", id },
    }),
  ]);
}
