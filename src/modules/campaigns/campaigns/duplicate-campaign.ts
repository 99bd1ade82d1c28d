import type { DuplicateBody } from "#modules/campaigns/contract/campaign-tools.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import { insertCopy } from "./duplicate-store.ts";
import { findCampaign } from "./read-campaign.ts";
import type { CampaignRow } from "./store.ts";

/** A name's room for the note that it is a copy. */
const MAX_NAME = 200;
const COPY = " (copy)";

/** Makes a draft with another campaign's settings, steps and mailboxes, and none of its leads. Throws `not_found`. */
export async function duplicateCampaign(
  ctx: WorkspaceCtx,
  id: CampaignId,
  body: DuplicateBody,
): Promise<CampaignRow> {
  const source = await findCampaign(ctx, id);
  const now = ctx.now();
  const { id: _, epoch: __, ...settings } = source;
  return insertCopy(
    ctx.db,
    ctx.workspaceId,
    id,
    {
      ...settings,
      name: body.name ?? source.name.slice(0, MAX_NAME - COPY.length) + COPY,
      status: "draft",
      pausedReason: null,
      listIds: [],
      createdAt: now,
      updatedAt: now,
      startedAt: null,
      restartedAt: null,
      restartSent: 0,
      completedAt: null,
      deletedAt: null,
    },
    now,
  );
}
