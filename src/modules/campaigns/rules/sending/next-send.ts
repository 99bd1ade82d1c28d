import {
  afterDelay,
  type DelayUnit,
  nextOpening,
  type Schedule,
} from "#platform/rules/schedule.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/**
 * When the step after `current` is due, counted from the mail that just left and moved into the
 * campaign's sending time; null when there is none. After the schedule's last day the wait alone
 * decides, and the claim finds the campaign closed. `steps` come in order.
 */
export function nextSendAt(
  steps: readonly {
    readonly position: number;
    readonly delay: number;
    readonly delayUnit: DelayUnit;
  }[],
  current: number,
  schedule: Schedule,
  sentAt: UnixMs,
): UnixMs | null {
  const next = steps.find((step) => step.position > current);
  if (!next) return null;
  const due = afterDelay(schedule, sentAt, next.delay, next.delayUnit);
  return nextOpening(schedule, due) ?? due;
}
