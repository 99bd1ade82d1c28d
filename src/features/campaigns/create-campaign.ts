import type { CreateCampaignBody } from "#contract/campaigns.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { notFound } from "#domain/errors.ts";
import { campaignValues } from "./campaign-values.ts";
import { campaignDefaults, mergeSchedule } from "./defaults.ts";
import { countOwn } from "./mailboxes-store.ts";
import { type CampaignRow, insertCampaign } from "./store.ts";

/**
 * Makes a draft campaign; what the body leaves out takes the defaults of contract 2.1 and of the
 * workspace. Throws `not_found` for a mailbox that is not the workspace's.
 */
export async function createCampaign(
  ctx: WorkspaceCtx,
  body: CreateCampaignBody,
): Promise<CampaignRow> {
  const mailboxIds = body.mailbox_ids ?? [];
  if (mailboxIds.length > 0) {
    const own = await countOwn(ctx.db, ctx.workspaceId, mailboxIds);
    if (own !== mailboxIds.length) throw notFound("mailbox");
  }
  const defaults = await campaignDefaults(ctx);
  const now = ctx.now();
  return insertCampaign(
    ctx.db,
    {
      ...campaignValues(body),
      name: body.name,
      workspaceId: ctx.workspaceId,
      schedule: mergeSchedule(defaults.schedule, body.schedule),
      createdAt: now,
      updatedAt: now,
    },
    mailboxIds,
  );
}
