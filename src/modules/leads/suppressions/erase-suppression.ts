import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import { forgetValue, insertSuppression } from "./store.ts";

/** Statements that keep an erased person suppressed by the hash of the address alone. */
export function eraseSuppressionStatements(ctx: WorkspaceCtx, email: string): Statement[] {
  const hashes = hashesOf(ctx, email);
  return [
    insertSuppression(ctx.db, ctx.workspaceId, {
      kind: "address",
      value: null,
      hashes,
      hashOnly: true,
      reason: "erased",
      now: ctx.now(),
    }),
    forgetValue(ctx.db, ctx.workspaceId, hashes),
  ];
}
