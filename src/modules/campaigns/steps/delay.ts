import type { DelayUnit } from "#platform/rules/schedule.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";

const UNIT_MS: Readonly<Record<DelayUnit, number>> = {
  minutes: MINUTE_MS,
  hours: HOUR_MS,
  days: DAY_MS,
};

/** A wait in milliseconds, with days of 24 hours: for moving what waits already, not for planning. */
export const delayMs = (step: { readonly delay: number; readonly delayUnit: DelayUnit }): number =>
  step.delay * UNIT_MS[step.delayUnit];
