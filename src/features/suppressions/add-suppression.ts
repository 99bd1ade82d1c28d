import type { AddSuppressionBody } from "#contract/suppressions.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { changes, runBatch } from "#db/db.ts";
import { suppressionHash } from "#domain/leads/suppression-hash.ts";
import { revealSuppressions } from "./match-store.ts";
import { insertSuppression, selectSuppression, type SuppressionRow } from "./store.ts";

/**
 * Suppresses an address or a whole domain: nothing is sent there any more. One that is suppressed
 * already keeps its first reason; `isNew` says which it was.
 */
export async function addSuppression(
  ctx: WorkspaceCtx,
  body: AddSuppressionBody,
): Promise<{ row: SuppressionRow; isNew: boolean }> {
  const { db, workspaceId } = ctx;
  const kind = body.domain === undefined ? "address" : "domain";
  const value = body.domain ?? body.email ?? "";
  const hash = suppressionHash(value);
  const entry = { kind, value, hash, reason: body.reason, now: ctx.now() } as const;
  const [inserted] = await runBatch(db, [
    insertSuppression(db, workspaceId, entry),
    ...(kind === "address" ? [revealSuppressions(db, workspaceId, [[value, hash]])] : []),
  ]);
  const row = await selectSuppression(db, workspaceId, { kind, hash });
  if (!row) throw new Error("a suppression vanished at once");
  return { row, isNew: changes(inserted) > 0 };
}
