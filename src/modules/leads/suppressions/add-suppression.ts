import type { AddSuppressionBody } from "#modules/leads/contract/suppressions.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { changes, runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { hashesOf, hashesOfText } from "#modules/leads/hashes/hashes.ts";
import { restoreAmongLeads } from "#modules/leads/hashes/restore-among-leads.ts";
import { insertSuppression, selectSuppression, type SuppressionRow } from "./store.ts";

/**
 * Suppresses an address or a whole domain: nothing is sent there any more. One that is suppressed
 * already keeps its first reason; `isNew` says which it was. Throws `validation_failed` for a hash under
 * another install's key.
 */
export async function addSuppression(
  ctx: WorkspaceCtx,
  body: AddSuppressionBody,
): Promise<{ row: SuppressionRow; isNew: boolean }> {
  const { db, workspaceId } = ctx;
  const kind = body.domain === undefined ? "address" : "domain";
  const given = body.domain ?? body.email ?? null;
  const hashes =
    body.hash === undefined ? hashesOf(ctx, given ?? "") : hashesOfText(ctx, body.hash);
  if (hashes === null) {
    throw invalidField(
      "hash",
      "unknown_key",
      "This hash uses the key of another installation. Send a SHA-256.",
    );
  }
  const hashOnly = given === null || body.hash_only;
  const value = hashOnly ? null : given;
  const entry = { kind, value, hashes, hashOnly, reason: body.reason, now: ctx.now() } as const;
  const [inserted] = await runBatch(db, [insertSuppression(db, workspaceId, entry)]);
  if (kind === "address") await restoreAmongLeads(ctx, given, hashes);
  const row = await selectSuppression(db, workspaceId, { kind, hashes });
  if (!row) throw new Error("a suppression vanished at once");
  return { row, isNew: changes(inserted) > 0 };
}
