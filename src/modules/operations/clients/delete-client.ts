import { type CallerCtx, inWorkspace } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { copyWorkspace, uncopied } from "#modules/accounts/workspaces/copy-workspace.ts";
import {
  type ClientRow,
  endClientSessions,
  markClientDeleted,
  selectClient,
} from "./clients-store.ts";
import { moveTotals } from "#modules/operations/figures/totals-store.ts";
import { clientStands, eachStandingKey, revokeKeys } from "./keys-store.ts";
import { pauseRunning } from "./stop-campaigns.ts";

/**
 * Deletes a client: its people are signed out and stay out, its API keys end for good, and nobody
 * enters its workspace, all in one batch; then its campaigns pause, which `stopCampaigns` sees to
 * where this dies before. The data stays for thirty days. Throws `not_found`.
 */
export async function deleteClient(ctx: CallerCtx, id: WorkspaceId): Promise<void> {
  const client = await selectClient(ctx.install, id);
  const deleted = client && (await markDeleted(ctx, id, client.name));
  if (!deleted) throw new AppError("not_found", "There is no such client.");
  await copyWorkspace(ctx, deleted);
  await pauseRunning(inWorkspace(ctx, id), ctx);
}

/** Null: it was deleted already. */
async function markDeleted(
  ctx: CallerCtx,
  id: WorkspaceId,
  name: string,
): Promise<ClientRow | null> {
  const { install } = ctx;
  const guard = clientStands(id);
  const now = ctx.now();
  const marks = uncopied(ctx, { id });
  const key = eachStandingKey(id, guard);
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      {
        action: "api_key.revoked",
        workspaceId: id,
        target: { type: "api_key", id: key.keyId },
      },
      key.source,
    ),
    revokeKeys(install, id, now, guard),
    ...endClientSessions(install, id, now, guard),
    auditStatement(
      ctx,
      {
        action: "client.deleted",
        workspaceId: id,
        target: { type: "workspace", id },
        details: { name },
      },
      onlyIf(guard),
    ),
    moveTotals(install, id, -1, guard),
    markClientDeleted(install, id, now),
    ...marks,
  ]);
  const [row] = results.at(-1 - marks.length) as ClientRow[];
  return row ?? null;
}
