import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { localDay, type Schedule } from "#platform/rules/schedule.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import type { CampaignRamp } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { selectDaysSent } from "./capacity-store.ts";

/**
 * On how many days before today each campaign sent, which is how far its ramp has come; 0 for one
 * that does not ramp. One query, or none.
 */
export async function daysSent(
  ctx: WorkspaceCtx,
  campaigns: readonly {
    readonly id: CampaignId;
    readonly ramp: CampaignRamp | null;
    readonly schedule: Schedule;
  }[],
): Promise<(id: CampaignId) => number> {
  const now = ctx.now();
  const ramping = campaigns
    .filter((c) => c.ramp?.enabled)
    .map(({ id, schedule }) => ({ id, day: localDay(schedule.timezone, now) }));
  if (ramping.length === 0) return () => 0;
  const counts = await selectDaysSent(ctx.db, ctx.workspaceId, ramping);
  return (id) => counts.get(id) ?? 0;
}
