import type { mailboxTagsChanged } from "#modules/mailboxes/hooks.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { runBatch } from "#platform/db/db.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { HOUR_MS, later } from "#platform/rules/time.ts";
import { syncCampaign, syncMailboxes, takeDueCampaigns } from "./by-tag-store.ts";

/** Every change goes along with what causes it; this finds what still went another way. */
const LOOK_MS = HOUR_MS;
const CAMPAIGNS_PER_SWEEP = 5;

/** When a campaign with these tags is looked after first; null without tags. */
export const tagsDueAt = (tags: readonly string[], now: UnixMs): UnixMs | null =>
  tags.length === 0 ? null : later(now, LOOK_MS);

/** The campaigns' part of a change of mailboxes' tags: they join and leave campaigns that name tags. */
export const followTags: AnswerTo<typeof mailboxTagsChanged> = (ctx, those) =>
  syncMailboxes(ctx.db, ctx.workspaceId, those);

/** Sweep: campaigns that name tags have the mailboxes that carry them. */
export async function repairTaggedCampaigns(deps: Deps): Promise<void> {
  const now = deps.now();
  const next = later(now, LOOK_MS);
  for (const { id, workspaceId } of await takeDueCampaigns(
    deps.db,
    now,
    next,
    CAMPAIGNS_PER_SWEEP,
  )) {
    const { db } = inWorkspace(deps, workspaceId);
    await runBatch(db, syncCampaign(db, workspaceId, id));
  }
}
