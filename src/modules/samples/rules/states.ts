import { DEFAULT_SCHEDULE, type Schedule } from "#platform/rules/schedule.ts";

/** How far the sample data of a workspace is; `none` has no row. */
export const KEPT_STATES = ["making", "ready", "removing"] as const;
export const SAMPLE_STATES = ["none", ...KEPT_STATES] as const;

/** How the list and the campaign are called, and where the leads say they come from. */
export const SAMPLE_NAME = "Sample data";

/** Open at any time, so that somebody who tries it sees it send. */
export const SAMPLE_HOURS: Schedule = {
  ...DEFAULT_SCHEDULE,
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
};
