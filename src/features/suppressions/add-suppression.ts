import type { AddSuppressionBody } from "#contract/suppressions.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { changes, runBatch } from "#db/db.ts";
import { suppressionHash } from "#domain/leads/suppression-hash.ts";
import { revealAmongLeads } from "./reveal-leads.ts";
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
  const told = body.domain ?? body.email ?? null;
  const hash = body.hash ?? suppressionHash(told ?? "");
  const hashOnly = told === null || body.hash_only;
  const value = hashOnly ? null : told;
  const entry = { kind, value, hash, hashOnly, reason: body.reason, now: ctx.now() } as const;
  const [inserted] = await runBatch(db, [insertSuppression(db, workspaceId, entry)]);
  if (kind === "address") await revealAmongLeads(ctx, told, hash);
  const row = await selectSuppression(db, workspaceId, { kind, hash });
  if (!row) throw new Error("a suppression vanished at once");
  return { row, isNew: changes(inserted) > 0 };
}
