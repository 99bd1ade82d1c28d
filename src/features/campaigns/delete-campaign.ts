import type { MemberCtx } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import { notFound } from "#domain/errors.ts";
import type { CampaignId } from "#domain/ids.ts";
import { auditStatement } from "#features/audit/audit-statement.ts";
import { releaseEnrolments } from "./enrolments-store.ts";
import { deleteStepsOf } from "./steps-store.ts";
import { markDeleted, onlyIf, stillThere } from "./store.ts";

/**
 * Deletes a campaign in any state (contract 1.4): what has not reached a server is cancelled, its
 * steps are gone, sent mail and threads stay. Throws `not_found`.
 */
export async function deleteCampaign(ctx: MemberCtx, id: CampaignId): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const guard = stillThere(workspaceId, id);
  const results = await runBatch(db, [
    ...releaseEnrolments(db, workspaceId, id, now, guard),
    deleteStepsOf(db, workspaceId, id, guard),
    auditStatement(
      ctx,
      { action: "record.deleted", workspaceId, target: { type: "campaign", id } },
      onlyIf(guard),
    ),
    markDeleted(db, workspaceId, id, now),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("campaign");
}
