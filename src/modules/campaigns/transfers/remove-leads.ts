import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import type { RemoveLeadsAnswer, RemoveLeadsBody } from "#modules/campaigns/contract/transfers.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { chooseLeads } from "./choose-leads.ts";
import { countDueMails } from "./choose-store.ts";
import { removeStatements, whileAnyOpen } from "./transfer-store.ts";

/**
 * Takes leads out of a campaign; the leads stay in the workspace, and what was sent stays in the
 * campaign. What waits to be sent is cancelled, and what is being sent leaves. Up to 2,000 in one
 * batch; repeating it changes nothing. Throws `not_found`.
 */
export async function removeLeads(
  ctx: MemberCtx,
  id: CampaignId,
  body: RemoveLeadsBody,
): Promise<RemoveLeadsAnswer> {
  const { db, workspaceId } = ctx;
  await findCampaign(ctx, id);
  const { ids, ...paging } = await chooseLeads(ctx, id, body);
  const mails = await countDueMails(db, workspaceId, id, ids);
  if (body.dry_run || ids.length === 0) {
    return { dry_run: body.dry_run, leads: ids.length, ...mails, ...paging };
  }
  const [, gone] = (await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: "leads.removed_from_campaign",
        workspaceId,
        target: { type: "campaign", id },
        details: { leads: ids.length },
      },
      whileAnyOpen(workspaceId, id, ids),
    ),
    ...removeStatements(db, workspaceId, id, ids, ctx.now()),
  ])) as [unknown, unknown[]];
  await completeIfFinished(ctx, id);
  return { dry_run: false, leads: gone.length, ...mails, ...paging };
}
