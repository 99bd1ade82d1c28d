import type { Schedule } from "#platform/rules/schedule.ts";
import { isTimezone } from "#platform/rules/zone.ts";

const zoned = new WeakMap<Schedule, Map<string, Schedule>>();

/**
 * The schedule as it holds for one lead: by the lead's own clock where the campaign wants that
 * (`use_lead_timezone`) and the lead names a zone that the host knows, else as it is. Limits of a
 * day are counted by the campaign's clock even so.
 */
export function scheduleFor(schedule: Schedule, leadZone: string | null): Schedule {
  const zone = leadZone?.trim() ?? "";
  if (!schedule.use_lead_timezone || zone === "" || zone === schedule.timezone) return schedule;
  let known = zoned.get(schedule);
  if (!known) zoned.set(schedule, (known = new Map()));
  let own = known.get(zone);
  if (!own) {
    own = isTimezone(zone) ? { ...schedule, timezone: zone } : schedule;
    known.set(zone, own);
  }
  return own;
}
