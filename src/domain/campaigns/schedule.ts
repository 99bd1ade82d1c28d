/** One span of sending time; days 1 = Monday to 7 = Sunday (ISO). `end` before `start` crosses midnight. */
export type Window = {
  readonly days: readonly number[];
  /** HH:MM, wall clock. */
  readonly start: string;
  readonly end: string;
};

/** When a campaign may send (contract 2.4). Wall-clock times in `timezone`. */
export type Schedule = {
  readonly timezone: string;
  readonly windows: readonly Window[];
  /** YYYY-MM-DD, inclusive; null is open. */
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly use_lead_timezone: boolean;
  readonly holidays: readonly string[];
};
