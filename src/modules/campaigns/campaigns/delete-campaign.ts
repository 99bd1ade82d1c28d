import { phrase } from "#platform/words/phrase.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import {
  rulesSendingTo,
  stoppedWords,
  stopRulesOfCampaign,
} from "#modules/campaigns/follow-ups/stop-store.ts";
import { endTasksOfCampaign } from "#modules/campaigns/tasks/tasks-store.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { forgetPublishing } from "#modules/campaigns/publishing/forget-store.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import { releaseEnrolments } from "#modules/campaigns/enrolments/enrolments-store.ts";
import { deleteStepsOf } from "#modules/campaigns/steps/steps-store.ts";
import { markCampaignDeleted, campaignStillThere } from "./store.ts";

/**
 * Deletes a campaign in any state: what has not reached a server is cancelled, its
 * steps are gone, sent mail and threads stay. Throws `not_found`.
 */
export async function deleteCampaign(ctx: MemberCtx, id: CampaignId): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const guard = campaignStillThere(workspaceId, id);
  const stopped = stoppedWords((await findCampaign(ctx, id)).name);
  const results = await runBatch(db, [
    ...releaseEnrolments(db, workspaceId, id, now, guard),
    endTasksOfCampaign(db, workspaceId, id, guard, now),
    noticeStatement(
      ctx,
      {
        kind: "rule_stopped",
        severity: "warning",
        title: phrase("A follow-up rule stopped"),
        message: stopped.message,
        target: { kind: "campaign", id: stopped.campaignId },
        dedupeKey: stopped.key,
      },
      rulesSendingTo(workspaceId, id, guard),
    ),
    stopRulesOfCampaign(db, workspaceId, id, now, guard),
    deleteStepsOf(db, workspaceId, id, guard),
    ...forgetPublishing(db, workspaceId, id, guard),
    deletionLine(ctx, "campaign", id, onlyIf(guard)),
    markCampaignDeleted(db, workspaceId, id, now),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("campaign");
}
