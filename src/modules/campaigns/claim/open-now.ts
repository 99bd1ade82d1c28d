import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { isOpen, type Schedule } from "#platform/rules/schedule.ts";
import type { SendId } from "#platform/rules/ids.ts";
import { selectSchedules, selectZones } from "./open-store.ts";

/**
 * Those of these sends in whose sending hours it is now, by the schedule as it stands now: a claim
 * that had to wait for its turn may find its window shut. One query; two where leads have clocks
 * of their own.
 */
export async function openNow<S extends { readonly id: SendId }>(
  ctx: WorkspaceCtx,
  sends: readonly S[],
): Promise<readonly S[]> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const ids = sends.map((send) => send.id);
  const schedules = await selectSchedules(db, workspaceId, ids);
  const byLead = schedules.some(({ schedule }) => schedule.use_lead_timezone);
  if (!byLead && schedules.every(({ schedule }) => isOpen(schedule, now))) return sends;

  const campaigns = new Map(schedules.map(({ id, schedule }) => [id, schedule]));
  const places = new Map(
    (await selectZones(db, workspaceId, ids)).map((place) => [place.id, place]),
  );
  const scheduleOf = (id: SendId): Schedule | undefined => {
    const place = places.get(id);
    const schedule = place && campaigns.get(place.campaignId);
    return schedule && scheduleFor(schedule, place.leadZone);
  };
  return sends.filter(({ id }) => {
    const schedule = scheduleOf(id);
    return schedule !== undefined && isOpen(schedule, now);
  });
}
