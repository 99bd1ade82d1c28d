import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId, MailboxId } from "#platform/rules/ids.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { replaceMailboxes } from "./mailboxes-store.ts";

/**
 * Makes these the campaign's mailboxes, all of them or nothing. Leads of a mailbox that leaves go
 * on from another. Throws `not_found` for a campaign or a mailbox that is not the workspace's.
 */
export async function assignMailboxes(
  ctx: WorkspaceCtx,
  id: CampaignId,
  mailboxIds: readonly MailboxId[],
): Promise<void> {
  await findCampaign(ctx, id);
  const results = await runBatch(
    ctx.db,
    replaceMailboxes(ctx.db, ctx.workspaceId, id, mailboxIds, ctx.now()),
  );
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("mailbox");
}
