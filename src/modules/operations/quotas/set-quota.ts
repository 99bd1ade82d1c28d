import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { copyWorkspace, uncopied } from "#modules/accounts/workspaces/copy-workspace.ts";
import type { Quota, QuotaBody } from "#modules/operations/contract/overview.ts";
import { type CallerCtx, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { changeQuotas, ofStanding, type WorkspaceRow } from "./quota-store.ts";
import { readQuota } from "./read-quota.ts";

/**
 * Changes what a workspace may have and send. The install's row is the truth; the workspace's own copy,
 * which its statements ask, follows at once, or with the next tick where this dies before. Throws
 * `not_found`.
 */
export async function setQuota(ctx: CallerCtx, id: WorkspaceId, body: QuotaBody): Promise<Quota> {
  const results = await runBatch(ctx.install, [
    auditStatement(
      ctx,
      {
        action: "client.quota_changed",
        workspaceId: id,
        target: { type: "workspace", id },
        details: { ...body },
      },
      ofStanding(id),
    ),
    changeQuotas(ctx.install, id, body, ctx.now()),
    ...uncopied(ctx, { id }),
  ]);
  const [row] = results[1] as WorkspaceRow[];
  if (!row) throw new AppError("not_found", "There is no such workspace.");
  await copyWorkspace(ctx, row);
  return readQuota(inWorkspace(ctx, id));
}
