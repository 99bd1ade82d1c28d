import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { isItsHour } from "#modules/campaigns/rules/leaving/ask.ts";
import { selectSchedules, selectZones } from "./open-store.ts";

/**
 * Those of these sends in whose sending hours it is now, by the schedule as it stands now: a claim
 * that had to wait for its turn may find its window shut. One query; two where leads have clocks
 * of their own, or a window is shut: a first email that somebody asked to leave now waits for none.
 */
export async function openNow(
  ctx: WorkspaceCtx,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const schedules = await selectSchedules(db, workspaceId, ids);
  const byLead = schedules.some(({ schedule }) => schedule.use_lead_timezone);
  const areOpen = schedules.every(({ schedule }) => isItsHour({ now, schedule }));
  if (!byLead && areOpen) return new Set(ids);

  const campaigns = new Map(schedules.map(({ id, schedule }) => [id, schedule]));
  const places = await selectZones(db, workspaceId, ids);
  const open = places.filter(({ campaignId, leadZone, isSentNow }) => {
    if (isSentNow === 1) return true;
    const schedule = campaigns.get(campaignId);
    return schedule && isItsHour({ now, schedule: scheduleFor(schedule, leadZone) });
  });
  return new Set(open.map(({ id }) => id));
}
