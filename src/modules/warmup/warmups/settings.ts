import type { StartWarmupBody } from "#modules/warmup/contract/warmup.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { MIN_WINDOW_MINUTES, type WarmupSettings } from "#modules/warmup/rules/states.ts";

/** What a body changes of the settings. Throws `validation_failed` for hours or volumes that do not fit together. */
export function changedSettings(kept: WarmupSettings, body: StartWarmupBody): WarmupSettings {
  const next: WarmupSettings = {
    startVolume: body.start_volume ?? kept.startVolume,
    dailyIncrement: body.daily_increment ?? kept.dailyIncrement,
    dailyLimit: body.daily_limit ?? kept.dailyLimit,
    replyRate: body.reply_rate ?? kept.replyRate,
    weekdaysOnly: body.weekdays_only ?? kept.weekdaysOnly,
    windowStart: body.window_start ?? kept.windowStart,
    windowEnd: body.window_end ?? kept.windowEnd,
    rescueSpam: body.rescue_spam ?? kept.rescueSpam,
    maintenanceMin: body.maintenance_min ?? kept.maintenanceMin,
    maintenanceMax: body.maintenance_max ?? kept.maintenanceMax,
  };
  if (minutesOf(next.windowEnd) - minutesOf(next.windowStart) < MIN_WINDOW_MINUTES) {
    const message = `The window must end at least ${MIN_WINDOW_MINUTES} minutes after its start, on the same day.`;
    throw invalidField("window_end", "invalid_window", message);
  }
  if (next.maintenanceMax < next.maintenanceMin) {
    const message = "Enter a number that is at least maintenance_min.";
    throw invalidField("maintenance_max", "too_small", message);
  }
  return next;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}
