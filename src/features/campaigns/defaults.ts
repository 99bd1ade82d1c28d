import { z } from "zod";
import { ScheduleBody, Timezone } from "#contract/schedule.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { DEFAULT_SCHEDULE, type Schedule } from "#domain/campaigns/schedule.ts";
import { selectSettings } from "./defaults-store.ts";

/** What campaigns take from the workspace's settings (contract 2.12). */
export type CampaignDefaults = {
  readonly schedule: Schedule;
  /** Whether a start that lacks something is refused (contract 2.2). */
  readonly strictStart: boolean;
};

const Settings = z.object({
  general: z.object({ timezone: Timezone }).partial().catch({}),
  sending: z
    .object({ default_schedule: ScheduleBody.catch({}), strict_start: z.boolean().catch(false) })
    .partial()
    .catch({}),
});

/** The workspace's defaults; UTC and 09:00 to 17:00 on weekdays where it has none. */
export async function campaignDefaults(ctx: WorkspaceCtx): Promise<CampaignDefaults> {
  const stored = Settings.partial().parse(await selectSettings(ctx.db, ctx.workspaceId));
  const timezone = stored.general?.timezone ?? DEFAULT_SCHEDULE.timezone;
  return {
    schedule: mergeSchedule({ ...DEFAULT_SCHEDULE, timezone }, stored.sending?.default_schedule),
    strictStart: stored.sending?.strict_start ?? false,
  };
}

/** A schedule with the parts that a body gives; the others keep their value. */
export function mergeSchedule(current: Schedule, given: ScheduleBody | undefined): Schedule {
  return {
    timezone: given?.timezone ?? current.timezone,
    windows: given?.windows ?? current.windows,
    start_date: given?.start_date === undefined ? current.start_date : given.start_date,
    end_date: given?.end_date === undefined ? current.end_date : given.end_date,
    use_lead_timezone: given?.use_lead_timezone ?? current.use_lead_timezone,
    holidays: given?.holidays ?? current.holidays,
  };
}
