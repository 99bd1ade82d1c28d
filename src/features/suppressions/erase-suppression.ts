import type { WorkspaceCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import { suppressionHash } from "#domain/leads/suppression-hash.ts";
import { forgetValue, insertSuppression } from "./store.ts";

/** Statements that keep an erased person suppressed by the hash of the address alone. */
export function eraseSuppressionStatements(ctx: WorkspaceCtx, email: string): Statement[] {
  const hash = suppressionHash(email);
  return [
    insertSuppression(ctx.db, ctx.workspaceId, {
      kind: "address",
      value: null,
      hash,
      hashOnly: true,
      reason: "erased",
      now: ctx.now(),
    }),
    forgetValue(ctx.db, ctx.workspaceId, hash),
  ];
}
