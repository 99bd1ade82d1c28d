import type { Client } from "#modules/operations/contract/admin.ts";
import { moveTotals } from "#modules/operations/figures/totals-store.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { CLIENT_KEPT_DAYS } from "#platform/rules/choices.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { copyWorkspace, uncopied } from "#modules/accounts/workspaces/copy-workspace.ts";
import { type ClientRow, isRestorable, markRestored } from "./clients-store.ts";
import { readClient } from "./list-clients.ts";

/**
 * Takes a deletion back within thirty days: the client's people may sign in again, with their
 * passwords. Campaigns stay paused and API keys stay ended. Throws `not_found` for an unknown
 * client or one that is being purged, `invalid_state` for one that is not deleted.
 */
export async function restoreClient(ctx: CallerCtx, id: WorkspaceId): Promise<Client> {
  const now = ctx.now();
  const since = later(now, -CLIENT_KEPT_DAYS * DAY_MS);
  const results = await runBatch(ctx.install, [
    auditStatement(
      ctx,
      {
        action: "client.restored",
        workspaceId: id,
        target: { type: "workspace", id },
      },
      onlyIf(isRestorable(id, since)),
    ),
    moveTotals(ctx.install, id, 1, isRestorable(id, since)),
    markRestored(ctx.install, id, since, now),
    ...uncopied(ctx, { id }),
  ]);
  const [restored] = results[2] as ClientRow[];
  if (restored) await copyWorkspace(ctx, restored);
  const client = await readClient(ctx, id);
  if (restored) return client;
  if (client.deleted_at === null) {
    throw new AppError("invalid_state", "This client is not deleted.");
  }
  throw new AppError("not_found", "The data of this client is already being deleted.");
}
